#include "gaugegl/io/gauge_file.h"

#include "gaugegl/base/error.h"
#include "gaugegl/io/input_file.h"
#include "gaugegl/io/lime.h"
#include "io/endian.h"
#include "io/ildg.h"
#include "io/nersc.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <utility>

namespace gaugegl::io {

namespace {

constexpr std::size_t startLength = 12;

/// The format of a file that begins with these bytes.
std::optional<GaugeFileFormat> formatOf(const std::string& start)
{
    if (start == "BEGIN_HEADER") return GaugeFileFormat::Nersc;
    if (start.size() < 4) return std::nullopt;
    const auto magic = load<std::uint32_t>(std::as_bytes(std::span(start)).data(), true);
    return magic == limeMagic ? std::optional(GaugeFileFormat::Ildg) : std::nullopt;
}

GaugeFileFormat detect(InputFile& file)
{
    const std::string start = file.text(0, startLength);
    if (const auto format = formatOf(start)) return *format;
    std::string seen;
    for (const unsigned char c : start.substr(0, 4))
        seen += fmt::format("{:02x}", c);
    file.fail(0,
              fmt::format("is neither an ILDG file, which begins with the bytes {:08x}, nor a NERSC file, which begins "
                          "with BEGIN_HEADER; here is {}",
                          limeMagic, seen.empty() ? "nothing" : seen));
}

} // namespace

std::string name(GaugeFileFormat format) { return format == GaugeFileFormat::Ildg ? "ILDG" : "NERSC"; }

GaugeFileFormat gaugeFileFormat(const std::string& path)
{
    const std::string extension = std::filesystem::path(path).extension().string();
    if (extension == ".ildg" || extension == ".lime") return GaugeFileFormat::Ildg;
    if (extension == ".nersc") return GaugeFileFormat::Nersc;
    throw InputError(fmt::format(
        "{}: the file name does not determine the format; expected .ildg, .lime or .nersc at its end", path));
}

std::unique_ptr<GaugeFileReader> openGaugeFile(const std::string& path, const GaugeFileHints& hints)
{
    return openGaugeFile(InputFile(path), hints);
}

std::unique_ptr<GaugeFileReader> openGaugeFile(InputFile file, const GaugeFileHints& hints)
{
    const GaugeFileFormat format = detect(file);
    return format == GaugeFileFormat::Ildg ? openIldg(std::move(file), hints) : openNersc(std::move(file), hints);
}

bool beginsAsGaugeFile(const std::string& path)
{
    std::string start(startLength, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), std::streamsize(start.size()));
    start.resize(std::size_t(file.gcount()));
    return formatOf(start).has_value();
}

void writeGaugeFile(const FilePlace& path, Group group, const Lattice& lattice, const GaugeWriteOptions& options,
                    const SiteSource& source)
{
    writeGaugeFile(path, group, FilePart{lattice.whole()}, options, source);
}

void writeGaugeFile(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
                    const SiteSource& source)
{
    if (options.bits != 32 && options.bits != 64)
        throw InputError(fmt::format("{}: {} bits cannot be written, expected 32 or 64", path.path(), options.bits));
    if (options.format == GaugeFileFormat::Ildg)
        writeIldg(path, group, part, options, source);
    else
        writeNersc(path, group, part, options, source);
}

} // namespace gaugegl::io

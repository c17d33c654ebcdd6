#include "gaugegl/io/gauge_file.h"

#include "gaugegl/base/error.h"
#include "io/endian.h"
#include "io/fingerprint.h"
#include "io/foreign_format.h"
#include "io/ildg.h"
#include "io/input_file.h"
#include "io/lime.h"
#include "io/link_stream.h"
#include "io/nersc.h"

#include <filesystem>
#include <fmt/format.h>
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
    failAsForeign(file, "an ILDG or NERSC file",
                  fmt::format("these begin with the bytes {:08x}, or with BEGIN_HEADER", limeMagic));
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

RandomPast pastOf(const GaugeFileHeader& header) { return header.past.value_or(RandomPast{{}, header.fingerprint}); }

void GaugeFileReader::read(const SiteSink& sink, const FilePart& part)
{
    Fingerprint own(header_.group);
    readSites(
        [&](std::int64_t site, std::span<const std::complex<double>> links) {
            own.add(site, links);
            sink(site, links);
        },
        part);
    header_.fingerprint = combined(part, own).value();
}

bool beginsAsGaugeFile(const std::string& path)
{
    try {
        InputFile file(path);
        if (formatOf(file.text(0, startLength))) return true;
        const auto foreign = foreignFormat(file);
        return foreign && foreign->mayHoldField;
    } catch (const FileError&) { // none that can be read
        return false;
    }
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

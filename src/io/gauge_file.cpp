#include "gaugegl/io/gauge_file.h"

#include "gaugegl/base/error.h"
#include "io/fingerprint.h"
#include "io/foreign_format.h"
#include "io/format.h"
#include "io/input_file.h"
#include "io/link_stream.h"

#include <fmt/format.h>
#include <utility>

namespace gaugegl::io {

std::unique_ptr<GaugeFileReader> openGaugeFile(const std::string& path, const GaugeFileHints& hints)
{
    return openGaugeFile(InputFile(path), hints);
}

std::unique_ptr<GaugeFileReader> openGaugeFile(InputFile file, const GaugeFileHints& hints)
{
    file.unpack();
    if (hints.layout) return openRaw(std::move(file), hints);
    if (const Format* format = formatOf(file)) return format->open(std::move(file), hints);
    failAsForeign(file, "a configuration in a format that is read (" + formatWords() + ")",
                  "none of these begins so, or the file is cut off in its header");
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
        if (formatOf(file)) return true;
        const auto foreign = foreignFormat(file);
        return foreign && foreign->mayHoldField;
    } catch (const FileError&) { // none that can be read
        return false;
    }
}

namespace {

void requireAllowed(const std::string& path, const FormatFacts& facts, Group group, const GaugeWriteOptions& options)
{
    if (!facts.written) throw InputError(fmt::format("{}: files of {} are read, not written", path, facts.name));
    if (options.bits != 32 && options.bits != 64)
        throw InputError(fmt::format("{}: {} bits cannot be written, expected 32 or 64", path, options.bits));
    if (!(options.bits == 32 ? facts.single : facts.inDouble))
        throw InputError(fmt::format("{}: numbers of {} have {} bits; {} bits cannot be asked for", path, facts.name,
                                     facts.single ? 32 : 64, options.bits));
    if (facts.group && *facts.group != group)
        throw InputError(fmt::format("{}: {} has links of {}; {} cannot be written", path, facts.name,
                                     name(*facts.group), name(group)));
    if (facts.order == ByteOrder::Big && !options.bigEndian)
        throw InputError(
            fmt::format("{}: a file of {} is big endian; little endian cannot be asked for", path, facts.name));
}

} // namespace

void writeGaugeFile(const FilePlace& path, Group group, const Lattice& lattice, const GaugeWriteOptions& options,
                    const SiteSource& source)
{
    writeGaugeFile(path, group, FilePart{lattice.whole()}, options, source);
}

void writeGaugeFile(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
                    const SiteSource& source)
{
    requireAllowed(path.path(), factsOfFormat(options.format), group, options);
    for (const Format* format : formats())
        if (options.format == format->facts.key) format->write(path, group, part, options, source);
}

} // namespace gaugegl::io

// gaugegl convert: from one configuration format to another.  Needs no OpenGL.
#include "command.h"
#include "outputs.h"
#include "report.h"

#include "base/one_line.h"
#include "gaugegl/base/error.h"
#include "gaugegl/chain/configuration.h"
#include "gaugegl/config/output.h"

#include <charconv>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct ConvertOptions {
    CommonOptions common;
    std::string in, out, group, lattice, format;
    int bits = 0;
    bool littleEndian = false, thirdRow = false;
};

io::GaugeFileFormat outputFormat(const ConvertOptions& options)
{
    if (options.format == "ildg") return io::GaugeFileFormat::Ildg;
    if (options.format == "nersc") return io::GaugeFileFormat::Nersc;
    return io::gaugeFileFormat(options.out);
}

/// What the header says of the configuration.
void keepDescription(io::GaugeWriteOptions& write, const std::string& file, const io::GaugeFileHeader& header)
{
    constexpr std::size_t longest = 4096; // of a line
    write.action = header.action;
    write.past = header.past;
    write.logicalFileName = header.logicalFileName;
    const auto entry = [&](const char* key) {
        const auto found = header.entries.find(key);
        return found == header.entries.end() ? std::nullopt : std::optional(oneLine(found->second, longest));
    };
    write.ensembleId = entry("ENSEMBLE_ID").value_or(write.ensembleId);
    write.ensembleLabel = entry("ENSEMBLE_LABEL").value_or(write.ensembleLabel);
    const auto number = entry("SEQUENCE_NUMBER");
    if (!number) return;
    const auto [end, error] = std::from_chars(number->data(), number->data() + number->size(), write.sequenceNumber);
    if (error == std::errc() && end == number->data() + number->size()) return;
    write.sequenceNumber = 0;
    warned({fmt::format("{}: SEQUENCE_NUMBER = {} is no whole number, and is not kept", file, *number)});
}

int runConvert(const ConvertOptions& options)
{
    io::GaugeWriteOptions write{
        .format = outputFormat(options), .bigEndian = !options.littleEndian, .thirdRow = options.thirdRow};
    checkOutputs(options.common, {{"the output", options.out}}, {options.in});
    const Configuration configuration = readConfiguration(options.in, parseHints(options.group, options.lattice));
    write.bits = options.bits == 0 ? configuration.header.bits : options.bits;
    warned(configuration.header.warnings);
    keepDescription(write, options.in, configuration.header);
    writeConfiguration(options.out, configuration.links, write);
    const Configuration written = readConfiguration(options.out);
    reportResult(options.common,
                 fmt::format("{}: {}, {}-bit, {} {}, read back and checked\n", options.out, written.header.format,
                             written.header.bits, name(written.header.group), written.header.lattice.name()),
                 {{"file", options.out},
                  {"format", written.header.format},
                  {"bits", written.header.bits},
                  {"group", name(written.header.group)},
                  {"lattice", written.header.lattice.extents()}});
    return success;
}

} // namespace

void addConvert(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<ConvertOptions>(
        app, chosen, "convert", "Convert a configuration between ILDG and NERSC", runConvert);
    command.add_option("in", options.in, "Configuration to read")->required();
    command.add_option("out", options.out, "File to write; its format follows from .ildg, .lime or .nersc")->required();
    addChoice(command, "--format", options.format, choices<FileFormat>(), "Format to write");
    command.add_option("--bits", options.bits, "32 or 64 bits per number; the input's when not given")
        ->check(CLI::IsMember({32, 64}));
    command.add_flag("--little-endian", options.littleEndian, "NERSC: write little endian");
    command.add_flag("--three-rows", options.thirdRow, "NERSC, SU(3): write all rows, not two");
    addHintOptions(command, options.group, options.lattice);
    addOutputOptions(command, options.common);
}

} // namespace gaugegl::cli

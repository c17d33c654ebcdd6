// gaugegl convert: from one configuration format to another, of files of any size.  Needs no OpenGL.
#include "command.h"
#include "outputs.h"
#include "report.h"

#include "base/one_line.h"
#include "base/working_folder.h"
#include "chain/streamed_configuration.h"
#include "gaugegl/base/error.h"
#include "io/gzip_output.h"

#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct ConvertOptions {
    CommonOptions common;
    std::vector<std::string> files; ///< the last one is what is written, or a folder
    FileHints hints;
    std::string format;
    int bits = 0;
    bool littleEndian = false, thirdRow = false;
};

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
    for (const auto& [key, text] : header.entries)
        if (key.starts_with("MADE_")) write.provenance[key] = oneLine(text, longest);
    write.timeStamp = entry("TIME_STAMP").value_or("");
    write.ensembleId = entry("ENSEMBLE_ID").value_or(write.ensembleId);
    write.ensembleLabel = entry("ENSEMBLE_LABEL").value_or(write.ensembleLabel);
    const auto number = entry("SEQUENCE_NUMBER");
    if (!number) return;
    const auto [end, error] = std::from_chars(number->data(), number->data() + number->size(), write.sequenceNumber);
    if (error == std::errc() && end == number->data() + number->size()) return;
    write.sequenceNumber = 0;
    warned({fmt::format("{}: SEQUENCE_NUMBER = {} is no whole number, and is not kept", file, *number)});
}

/// A file and the one that is made of it.
struct Conversion {
    std::string in, out, format;
};

/// Whether a file of that name is to be one of gzip.
bool isPacked(const std::string& name) { return name.ends_with(".gz"); }

/// The format of a file by its ending, before ".gz".
std::string formatOf(const std::string& name)
{
    return io::formatOfName(isPacked(name) ? name.substr(0, name.size() - 3) : name);
}

/// Writes a configuration, as gzip where the name of the file says so.
void writeConverted(const std::string& name, StreamedConfiguration& in, const io::GaugeWriteOptions& options)
{
    const io::GaugeFileHeader& header = in.header();
    if (!isPacked(name)) return io::writeGaugeFile(name, header.group, header.lattice, options, in.source());
    const std::filesystem::path folder = std::filesystem::path(name).parent_path();
    const WorkingFolder plain(folder.empty() ? "." : folder.string(), ".gaugegl-");
    io::writeGaugeFile(plain.file("links"), header.group, header.lattice, options, in.source());
    io::writeGzip(plain.file("links"), name);
}

/// One file to another, or each to a file of its name in a folder, with the ending of the format.
std::vector<Conversion> conversionsOf(const ConvertOptions& options)
{
    const std::string& out = options.files.back();
    std::error_code none;
    if (!std::filesystem::is_directory(out, none)) {
        if (options.files.size() > 2)
            throw InputError(fmt::format("{} files can be written into a folder only, and {} is none; a pattern such "
                                         "as u.*.lat stands for its files without quotes",
                                         options.files.size() - 1, out));
        return {{options.files.front(), out, options.format.empty() ? formatOf(out) : options.format}};
    }
    if (options.format.empty())
        throw InputError(fmt::format("{} is a folder: --format says what is written there, one of {}", out,
                                     fmt::join(io::writtenFormats(), ", ")));
    const std::string endings = io::factsOfFormat(options.format).endings;
    std::vector<Conversion> all;
    for (std::size_t i = 0; i + 1 < options.files.size(); ++i) {
        std::filesystem::path name = std::filesystem::path(options.files[i]).filename();
        name.replace_extension(endings.substr(0, endings.find(' ')));
        all.push_back({options.files[i], (std::filesystem::path(out) / name).string(), options.format});
        for (std::size_t k = 0; k < i; ++k)
            if (all[k].out == all[i].out)
                throw InputError(fmt::format("{} and {} would both become {}", all[k].in, all[i].in, all[i].out));
    }
    return all;
}

/// Converts one file, a few time slices at a time, and reads what was written.
Json convert(const ConvertOptions& options, const Conversion& conversion, std::string& text)
{
    StreamedConfiguration in(conversion.in, parseHints(options.hints));
    io::GaugeWriteOptions write{.format = conversion.format,
                                .bits = options.bits,
                                .bigEndian = !options.littleEndian,
                                .thirdRow = options.thirdRow};
    if (write.bits == 0) write.bits = io::bitsOf(io::factsOfFormat(conversion.format), in.header().bits);
    warned(in.header().warnings);
    const auto means = in.readAll();
    compareWithHeader(conversion.in, in.header(), means.plaquette, means.linkTrace);
    keepDescription(write, conversion.in, in.header());
    write.plaquette = means.plaquette;
    write.linkTrace = means.linkTrace;
    writeConverted(conversion.out, in, write);

    StreamedConfiguration out(conversion.out);
    const auto found = out.readAll();
    compareWithHeader(conversion.out, out.header(), found.plaquette, found.linkTrace);
    const io::GaugeFileHeader& written = out.header();
    text +=
        fmt::format("{}: {}, {}-bit{}, {} {}, read back and checked\n", conversion.out, written.format, written.bits,
                    written.bits < in.header().bits ? fmt::format(", rounded from {}", in.header().bits) : "",
                    name(written.group), written.lattice.name());
    return {{"file", conversion.out},
            {"format", written.format},
            {"bits", written.bits},
            {"group", name(written.group)},
            {"lattice", written.lattice.extents()}};
}

int runConvert(const ConvertOptions& options)
{
    const std::vector<Conversion> all = conversionsOf(options);
    std::vector<std::string> in, out;
    for (const Conversion& one : all) {
        if (isPacked(one.out) && !io::factsOfFormat(one.format).compressed)
            throw InputError(fmt::format("{}: {} compresses by itself and is not read from a file of gzip", one.out,
                                         io::factsOfFormat(one.format).name));
        in.push_back(one.in);
        out.push_back(one.out);
    }
    checkOutputs(options.common, outputsOf("the output", out), in);
    Progress progress(
        progressOnStandardError("files", std::int64_t(all.size()), options.common.quiet || all.size() == 1));
    std::string text;
    Json files = Json::array();
    for (const Conversion& one : all) {
        files.push_back(convert(options, one, text));
        progress.update(std::int64_t(files.size()), one.out);
    }
    reportResult(options.common, text, all.size() == 1 ? files[0] : Json{{"files", files}});
    return success;
}

} // namespace

void addConvert(CLI::App& app, Runner& chosen)
{
    const auto [command, options] =
        addCommand<ConvertOptions>(app, chosen, "convert", "Convert configurations between formats", runConvert);
    command
        .add_option("files", options.files,
                    "Configuration to read, " + io::formatWords() +
                        ", and file to write, whose format follows from its ending, with .gz behind it compressed; or "
                        "several and a folder")
        ->required()
        ->expected(2, -1);
    addChoice(command, "--format", options.format, io::writtenFormats(), "Format to write");
    command
        .add_option("--bits", options.bits,
                    "32 or 64 bits per number; those of the input, where the format has them, when not given")
        ->check(CLI::IsMember({32, 64}));
    command.add_flag("--little-endian", options.littleEndian, "NERSC, MILC: write little endian");
    command.add_flag("--three-rows", options.thirdRow, "NERSC, SU(3): write all rows, not two");
    addRawHintOptions(command, options.hints);
    addOutputOptions(command, options.common);
}

} // namespace gaugegl::cli

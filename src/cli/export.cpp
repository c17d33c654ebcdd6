// gaugegl export: the numbers of every configuration of a run, for other programs.
#include "outputs.h"
#include "report.h"

#include "base/output_file.h"
#include "gaugegl/base/error.h"
#include "measure/record_file.h"
#include "run/run_records.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

struct ExportOptions {
    CommonOptions common;
    std::vector<std::string> from;
    std::string format = "csv", output;
};

/// Of a run in its folder, or of files that --records wrote.
measure::RecordSet readAll(const std::vector<std::string>& from)
{
    if (from.size() == 1 && std::filesystem::is_directory(from.front())) {
        if (!isRunFolder(from.front()) && !readRunsIn(from.front()).empty())
            throw FileError(from.front(), "holds several runs; name the folder of one");
        return recordsOf(readStatus(from.front()));
    }
    measure::RecordSet set;
    set.facts = {{"program", "gaugegl " GAUGEGL_VERSION}, {"files", from}};
    for (const std::string& file : from) {
        set.measurements.push_back(measure::readRecords(file));
        const std::string& name = set.measurements.back().layout.measurement;
        if (std::ranges::count(set.measurements, name, [](const auto& one) { return one.layout.measurement; }) > 1)
            throw FileError(file, fmt::format("holds records of {}, as another file does", name));
    }
    return set;
}

std::vector<std::string> inputsOf(const std::vector<std::string>& from)
{
    if (from.size() == 1 && std::filesystem::is_directory(from.front()))
        return RunFolder(from.front(), RunFolder::Access::Read).filesThere();
    return from;
}

/// The files of text with their names, PREFIX-TABLE.csv and the facts as PREFIX-facts.json, or one of JSON; none of other formats.
std::vector<std::pair<std::string, std::string>> textsOf(const measure::RecordSet& set, measure::ExportFormat format,
                                                         const std::string& output)
{
    if (format == measure::ExportFormat::Json) return {{output, report::textOf(measure::toJson(set))}};
    std::vector<std::pair<std::string, std::string>> files;
    if (format != measure::ExportFormat::Csv) return files;
    for (measure::CsvTable& table : measure::csvTables(set))
        files.emplace_back(fmt::format("{}-{}.csv", output, table.name), std::move(table.text));
    files.emplace_back(output + "-facts.json", report::textOf(set.facts));
    return files;
}

int runExport(const ExportOptions& options)
{
    if (options.output == "-") throw InputError("--output -: numbers are written to files; give a name");
    const auto format = parseChoice<measure::ExportFormat>(options.format);
    const measure::RecordSet set = readAll(options.from);
    const auto texts = textsOf(set, format, options.output);
    std::vector<std::string> names;
    names.reserve(texts.size());
    for (const auto& [name, text] : texts)
        names.push_back(name);
    if (texts.empty()) names = {options.output};
    const std::vector<std::string> inputs = inputsOf(options.from);
    for (const std::string& name : names) // each place, so that all can be written or none is
        checkOutputs(options.common, {{"--output", name}}, inputs);
    for (const auto& [name, text] : texts)
        writeTextFile(name, text);
    if (format == measure::ExportFormat::Npz) writeNpz(set, options.output);
    if (format == measure::ExportFormat::Hdf5) writeHdf5(set, options.output);
    Json counts = Json::object();
    std::string text;
    for (const measure::Records& one : set.measurements) {
        counts[one.layout.measurement] = one.size();
        text += fmt::format("{}: {}\n", one.layout.measurement, one.counted());
    }
    reportResult(options.common, fmt::format("{}{}\n", text, fmt::join(names, "\n")),
                 {{"configurations", counts}, {"files", names}});
    return success;
}

} // namespace

void addExport(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<ExportOptions>(
        app, chosen, "export", "Export the results of every configuration to NumPy, R, pyerrors or spreadsheets",
        runExport);
    command.add_option("from", options.from, "Folder of a run, in which nothing is changed, or files of --records")
        ->required();
    addChoice(command, "--format", options.format, choices<measure::ExportFormat>(), "Format of the output");
    command.add_option("--output", options.output, "File to write; with csv the start of the names of several")
        ->required();
    addOutputOptions(command, options.common);
}

} // namespace gaugegl::cli

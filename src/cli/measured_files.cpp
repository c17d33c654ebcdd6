#include "measured_files.h"

#include "config/sections.h"
#include "gaugegl/base/error.h"
#include "outputs.h"
#include "ranks.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// What is said of the files before the results.
Json headOf(const EnsembleFiles& files, const EnsembleFiles::Done& done)
{
    return {{"files", done.files.names()},
            {"complete", done.complete},
            {"group", name(files.group())},
            {"lattice", files.lattice().extents()}};
}

} // namespace

FileMeasurement::FileMeasurement(const RunConfig& run, std::string_view name, std::string records)
    : path_(std::move(records))
{
    config::validateSection(run, name);
    of_ = std::ranges::find(measure::kinds(), name, &measure::Kind::name)->make(run);
    records_.layout = of_->layout();
}

std::optional<measure::Record> FileMeasurement::measure(const GaugeField& u, const EnsembleFiles::Read& of)
{
    auto record = of_->measure({.links = u, .sweep = of.number, .stream = of.number});
    if (!record) return std::nullopt;
    record->facts["file"] = of.name;
    record->facts["checksum"] = fmt::format("{:016x}", of.header.fingerprint);
    return record;
}

void FileMeasurement::keep(measure::Record record)
{
    if (!path_.empty()) {
        if (!file_) file_ = std::make_unique<measure::RecordFile>(path_, records_);
        file_->append(record);
    }
    records_.all.push_back(std::move(record));
}

void setFiles(RunConfig& run, const Lattice& lattice, Group group, std::size_t files, const CommonOptions& options)
{
    run.lattice = {.extents = lattice.extents(), .group = group};
    run.update.sweeps = int(files);
    run.measure.every = 1;
    run.device.tuning = options.tunes;
}

void addFileOptions(CLI::App& command, FileOptions& options)
{
    command.add_option("files", options.files, "Configurations, ILDG or NERSC, of one ensemble")->required();
    addHintOptions(command, options.group, options.lattice);
}

void addMeasurementOptions(CLI::App& command, FileOptions& options, const char* figures)
{
    command.add_option("--plot", options.plot, figures);
    command.add_option("--records", options.records,
                       "Write the numbers of every configuration, a line of JSON each, for `gaugegl export`");
    addOutputOptions(command, options.common);
    addDeviceOptions(command, options.common);
    addDivisionOptions(command, options.common);
}

int measureFiles(const FileOptions& options, const char* name, const std::function<void(RunConfig&)>& further)
{
    if (options.records == "-") throw InputError("--records -: records are written to a file; give a name");
    checkOutputs(options.common,
                 {{"--plot", options.plot, Output::Kind::Figures}, {"--records", options.records, Output::Kind::File}},
                 options.files);
    const EnsembleFiles files(options.files, parseHints(options.group, options.lattice));
    RunConfig run = options.keys.run();
    setFiles(run, files.lattice(), files.group(), files.names().size(), options.common);
    if (further) further(run);
    std::optional<FileMeasurement> checked;
    options.keys.named([&] { checked.emplace(run, name, options.records); });
    const Warnings warnings = warned(warningsOf(run));
    Device device = openDevice(options.common);
    FileMeasurement measurement = std::move(*checked); // its textures go before the device
    const auto measureOne = [&](const GaugeField& u, const EnsembleFiles::Read& of) {
        auto record = measurement.measure(u, of);
        if (record) measurement.keep(std::move(*record));
        return record.has_value();
    };
    const auto reportResults = [&](const EnsembleFiles::Done& done) {
        Json json = headOf(files, done);
        json.update(measurement.results());
        json.update(measurement.derived());
        const std::string title = files.title(measurement.count());
        if (done.draws && !options.plot.empty()) {
            const auto figures = measurement.figures({options.plot, title, "", ""});
            if (figures.empty() && !figuresAreMissing())
                sayOnStandardError("note: no figure is drawn, as errors need more configurations");
            json["figures"] = figures;
        }
        if (printsText(options.common)) printOut("{}\n{}", title, measurement.summary());
        reportOf(done.files, options.common);
        Warnings all = warnings;
        append(all, done.files.warnings());
        addWarnings(json, all);
        if (!options.common.json.empty()) writeJson(json, options.common.json);
    };
    return files.carryOut(device, options.common.quiet, {measureOne, reportResults, ghostsOf(run)});
}

} // namespace gaugegl::cli

#include "measured_files.h"

#include "chain/chain_links.h"
#include "config/sections.h"
#include "gaugegl/base/error.h"
#include "gaugegl/chain/configuration.h"
#include "ranks.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::cli {

FileMeasurement::FileMeasurement(const RunConfig& run, std::string_view name, std::string records)
    : path_(std::move(records))
{
    config::validateSection(run, name);
    of_ = std::ranges::find(measure::kinds(), name, &measure::Kind::name)->make(run);
    records_.layout = of_->layout();
}

measure::Record ofFile(measure::Record record, const EnsembleFiles::Read& of)
{
    record.facts["file"] = of.name;
    record.facts["checksum"] = fmt::format("{:016x}", of.header.fingerprint);
    return record;
}

std::optional<measure::Record> FileMeasurement::measure(AnyLinks u, const EnsembleFiles::Read& of)
{
    auto record = of_->measure({.links = std::move(u), .sweep = of.number, .stream = of.number});
    if (!record) return std::nullopt;
    return ofFile(std::move(*record), of);
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
    command.add_option("files", options.files, "Configurations, " + io::formatWords() + ", of one ensemble")
        ->required();
    addRawHintOptions(command, options.hints);
}

void addResultOptions(CLI::App& command, FileOptions& options, const char* figures)
{
    command.add_option("--plot", options.plot, figures);
    command.add_option("--records", options.records,
                       "Write the results of every configuration, a line of JSON each, for `gaugegl export`");
}

void addMeasurementOptions(CLI::App& command, FileOptions& options, const char* figures)
{
    addResultOptions(command, options, figures);
    addOutputOptions(command, options.common);
    addDeviceOptions(command, options.common);
    addDivisionOptions(command, options.common);
}

MeasuredFiles::MeasuredFiles(const FileOptions& options, const char* name,
                             const std::function<void(RunConfig&)>& further, std::vector<Output> outputs)
    : options_(&options), files_([&] {
          if (options.records == "-") throw InputError("--records -: records are written to a file; give a name");
          outputs.push_back({"--plot", options.plot, Output::Kind::Figures});
          outputs.push_back({"--records", options.records});
          checkOutputs(options.common, std::move(outputs), options.files);
          return EnsembleFiles(options.files, parseHints(options.hints));
      }()),
      run_(options.keys.run())
{
    setFiles(run_, files_.lattice(), files_.group(), files_.names().size(), options.common);
    if (further) further(run_);
    options.keys.named([&] { measurement_.emplace(run_, name, options.records); });
    warnings_ = warned(warningsOf(run_));
}

void MeasuredFiles::requireOn(const ChainBackend& backend)
{
    if (backend.device()) return;
    run_.device.path = PathChoice::Cpu;
    config::validateSection(run_, "device");
}

void MeasuredFiles::report(const EnsembleFiles::Done& done, const Report& more) const
{
    const CommonOptions& common = options_->common;
    const measure::Measurement& of = **measurement_;
    const measure::Records& records = measurement_->records();
    Json json = {{"files", done.files.names()},
                 {"complete", done.complete},
                 {"group", name(files_.group())},
                 {"lattice", files_.lattice().extents()}};
    json.update(more.facts);
    const Json results = of.results(records);
    if (results.is_object() || results.size() == 1)
        json.update(results.is_object() ? results : results[0]);
    else
        json[of.name()] = results; // of several masses of the quarks
    json.update(of.derived(records));
    const std::string title = titleOf(files_.header(), records.size(), more.quarks);
    if (done.draws && !options_->plot.empty()) {
        const auto figures = of.detailFigures(records, {options_->plot, title, "", ""});
        if (figures.empty() && !figuresAreMissing())
            sayOnStandardError("note: no figure is drawn, as errors need more configurations");
        json["figures"] = figures;
    }
    if (printsText(common)) printOut("{}\n{}{}", title, more.text, of.details(records));
    reportOf(done.files, common);
    Warnings all = warnings_;
    append(all, done.files.warnings());
    addWarnings(json, all);
    if (!common.json.empty()) writeJson(json, common.json);
}

int measureFiles(const FileOptions& options, const char* name, const std::function<void(RunConfig&)>& further)
{
    std::optional<ChainBackend> backend;
    MeasuredFiles of(options, name, further); // its textures go before the device
    of.files().requireEachOnce();
    CommonOptions common = options.common;
    common.sites = of.files().lattice().volume();
    backend.emplace(openBackend(common, Precision::Double));
    of.requireOn(*backend);
    const auto u = backend->links(of.files().lattice(), ghostsOf(of.run()), {.group = of.files().group()});
    const std::optional<io::RawLayout> raw = parseHints(options.hints).layout;
    return of.files().carryOut(options.common.quiet,
                               {.read =
                                    [&](const std::string& file) {
                                        io::GaugeFileHeader header = u->read(file, raw);
                                        warned(header.warnings);
                                        return header;
                                    },
                                .measure =
                                    [&](const EnsembleFiles::Read& file, Progress&) {
                                        auto record = of.measurement().measure(u->forMeasurements(), file);
                                        if (record) of.measurement().keep(std::move(*record));
                                        return record.has_value();
                                    },
                                .reportResults = [&](const EnsembleFiles::Done& done) { of.report(done, {}); }});
}

} // namespace gaugegl::cli

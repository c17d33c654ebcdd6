#include "run/sweep_measurement.h"

#include "base/text_file.h"
#include "chain/ensemble_report.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace gaugegl {
namespace {

std::int64_t sweepOf(const Ensemble& ensemble)
{
    return ensemble.history().sweeps - ensemble.config().update.thermalisation;
}

measure::Configuration configurationOf(const Ensemble& ensemble)
{
    const std::int64_t sweep = sweepOf(ensemble);
    // A chain that goes on from a file has further random sources.
    return {ensemble.chain().forMeasurements(), sweep, std::int64_t(ensemble.firstSweep()) + sweep, ensemble.key()};
}

/// What read() finds in a file of the run, or an error that says what to do.
template<class Read>
auto ofThisRun(const std::string& file, const Read& read)
{
    const auto fail = [&file](const std::string& why) {
        return FileError(file,
                         fmt::format("does not hold the measurements of this run ({}); remove it, and the run goes on "
                                     "without them, or start again with --overwrite",
                                     why));
    };
    try {
        return read();
    } catch (const nlohmann::json::exception&) {
        throw fail("something is missing");
    } catch (const InputError& error) {
        const std::string text = error.what(), name = file + ": "; // with which errors of files begin
        throw fail(text.starts_with(name) ? text.substr(name.size()) : text);
    }
}

} // namespace

SweepMeasurement::SweepMeasurement(const measure::Kind& kind, const RunConfig& run, const RunFolder& folder)
    : kind_(&kind), every_(kind.every(run).value()), run_(&run), folder_(&folder),
      of_(kind.make(run)), records_{.layout = of_->layout()}
{}

void SweepMeasurement::read(int sweeps)
{
    const std::int64_t last = sweeps - run_->update.thermalisation;
    const auto isOfRun = [&](std::int64_t sweep) { return due(sweep) && sweep <= last; };
    std::map<std::int64_t, measure::Record> bySweep;
    for (const std::string& name : folder_->sweepFiles(kind_->oldName, every_, last)) {
        const std::string file = folder_->file(name);
        measure::Record record = ofThisRun(file, [&] {
            const report::Json json = report::parsedJson(textOfFile(file).value_or(""));
            measure::Record old =
                of_->ofOldFile(json.is_discarded() ? report::Json() : json); // nothing is found in null
            old.check(of_->layout());
            if (old.sweep <= 0 || sweepFile(kind_->oldName, int(old.sweep)) != name)
                throw InputError("of another sweep");
            return old;
        });
        bySweep.insert_or_assign(record.sweep, std::move(record));
    }
    if (const std::string name = measure::recordFile(key()); folder_->has(name)) {
        const std::string file = folder_->file(name);
        measure::Records found = ofThisRun(file, [&] {
            measure::Records there = measure::readRecords(file);
            if (!(there.layout == of_->layout())) throw InputError("it has other arrays or axes");
            for (const measure::Record& one : there.all)
                if (one.facts.contains("file")) throw InputError("it is of files");
            return there;
        });
        for (measure::Record& record : found.all)
            bySweep.insert_or_assign(record.sweep, std::move(record));
    }
    records_.all.clear();
    for (auto& [sweep, record] : bySweep)
        if (isOfRun(sweep)) records_.all.push_back(std::move(record));
}

void SweepMeasurement::begin(const Ensemble& ensemble)
{
    if (writesFiles()) read(ensemble.history().sweeps);
    file_.emplace(folder_->place(measure::recordFile(key())), records_);
    const std::int64_t sweep = sweepOf(ensemble);
    const Communicator& ranks = ensemble.backend().ranks(); // the first one has the records
    const bool isThere = !records_.empty() && records_.all.back().sweep == sweep;
    if (due(sweep) && !ofFirstRank(ranks, isThere)) measured(ensemble);
}

void SweepMeasurement::measured(const Ensemble& ensemble, const std::function<void(const std::string&)>& say)
{
    if (!due(sweepOf(ensemble))) return;
    measure::Configuration configuration = configurationOf(ensemble);
    configuration.say = say;
    std::optional<measure::Record> record = of_->measure(configuration);
    if (!record) return;
    file_->append(*record);
    records_.all.push_back(std::move(*record));
}

bool SweepMeasurement::tryOut(const Ensemble& ensemble) { return of_->measure(configurationOf(ensemble)).has_value(); }

report::Json SweepMeasurement::results() const
{
    if (records_.empty()) return of_->nothing();
    try {
        return of_->results(records_);
    } catch (const InputError& error) { // too few until now
        return {{"configurations", records_.size()}, {"failure", error.what()}};
    }
}

report::Json SweepMeasurement::derived() const
{
    return records_.empty() ? report::Json::object() : of_->derived(records_);
}

std::vector<std::string> SweepMeasurement::figures(const SharedFolder& folder) const
{
    if (records_.empty()) return {};
    try {
        return of_->figures(records_, {FilePlace(folder, of_->figureName()),
                                       fmt::format("{}, {}", runTitle(*run_), records_.counted()), "", ""});
    } catch (const InputError&) { // too few until now
        return {};
    }
}

std::string SweepMeasurement::summary() const
{
    if (records_.empty()) return {};
    try {
        return of_->summary(records_);
    } catch (const InputError& error) { // too few until now
        return fmt::format("{}: none; {}\n", of_->title(), error.what());
    }
}

Warnings SweepMeasurement::warnings(int sweeps) const
{
    Warnings all;
    const auto due = std::size_t(std::max(0, sweeps - run_->update.thermalisation) / every_);
    if (const std::size_t there = records_.size(); there < due)
        all.push_back(fmt::format(
            "{}: {} of {} measurements are missing in the folder; errors and tau_int take the others as equally "
            "distant",
            key(), due - there, due));
    return all;
}

std::vector<std::unique_ptr<SweepMeasurement>> measurementsOf(const RunConfig& run, const RunFolder& folder)
{
    std::vector<std::unique_ptr<SweepMeasurement>> all;
    for (const measure::Kind& kind : measure::kinds())
        if (kind.every(run)) all.push_back(std::make_unique<SweepMeasurement>(kind, run, folder));
    return all;
}

} // namespace gaugegl

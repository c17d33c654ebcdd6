#include "run/sweep_measurement.h"

#include "base/output_file.h"
#include "base/text_file.h"
#include "gaugegl/base/error.h"
#include "run/condensate_of_run.h"
#include "run/fermions_of_run.h"
#include "run/flow_of_run.h"
#include "run/loops_of_run.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {

SweepMeasurement::SweepMeasurement(Kind kind, const RunConfig& run, const RunFolder& folder)
    : name_(std::move(kind.name)), key_(std::move(kind.key)), every_(kind.every), run_(&run), folder_(&folder)
{}

void SweepMeasurement::measured(const Ensemble& ensemble, int sweep)
{
    if (!due(sweep)) return;
    const std::optional<report::Json> result = measure(ensemble);
    if (!result) return;
    report::Json json = {{"sweep", sweep}};
    json.update(*result);
    writeTextFile(folder_->place(sweepFile(name_, sweep)),
                  json.dump(1, ' ', /*ensure_ascii=*/false, report::Json::error_handler_t::replace) + "\n");
}

void SweepMeasurement::catchUp(const Ensemble& ensemble)
{
    const int sweep = ensemble.history().sweeps - run_->update.thermalisation;
    const Communicator& ranks = ensemble.field().device().ranks(); // the first one writes the files
    if (due(sweep) && !ofFirstRank(ranks, folder_->has(sweepFile(name_, sweep)))) measured(ensemble, sweep);
}

Warnings SweepMeasurement::warnings(int sweeps) const
{
    Warnings all;
    const auto due = std::size_t(std::max(0, sweeps - run_->update.thermalisation) / every_);
    if (const std::size_t there = filesUntil(sweeps).size(); there < due)
        all.push_back(fmt::format(
            "{}: {} of {} measurements are missing in the folder; errors and tau_int take the others as equally "
            "distant",
            key_, due - there, due));
    return all;
}

std::vector<std::string> SweepMeasurement::filesUntil(int sweeps) const
{
    std::vector<std::string> files;
    for (const std::string& name : folder_->sweepFiles(name_, every_, sweeps - run_->update.thermalisation))
        files.push_back(folder_->file(name));
    return files;
}

std::vector<std::unique_ptr<SweepMeasurement>> measurementsOf(const RunConfig& run, const RunFolder& folder)
{
    std::vector<std::unique_ptr<SweepMeasurement>> all;
    if (run.spectrum) all.push_back(std::make_unique<SpectrumOfRun>(run, folder));
    if (run.condensate) all.push_back(std::make_unique<CondensateOfRun>(run, folder));
    if (run.loops) all.push_back(std::make_unique<LoopsOfRun>(run, folder));
    if (run.flow) all.push_back(std::make_unique<FlowOfRun>(run, folder));
    return all;
}

void readMeasurements(const std::string& file, const std::function<void(const report::Json&)>& use)
{
    const auto fail = [&file] {
        throw FileError(file, "does not hold the measurements of this run; give --overwrite to start again");
    };
    try {
        const report::Json json = report::parsedJson(textOfFile(file).value_or(""));
        use(json.is_discarded() ? report::Json() : json); // no use finds what it needs in null
    } catch (const nlohmann::json::exception&) {
        fail();
    } catch (const InputError&) {
        fail();
    }
}

} // namespace gaugegl

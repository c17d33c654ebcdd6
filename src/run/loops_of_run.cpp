#include "run/loops_of_run.h"

#include "gaugegl/base/error.h"
#include "run/ensemble_report.h"

#include <fmt/format.h>

namespace gaugegl {

LoopsOfRun::LoopsOfRun(const RunConfig& run, const RunFolder& folder)
    : SweepMeasurement({"loops", "loops", run.loops->every}, run, folder),
      task_(*run.loops, Lattice(run.lattice.extents), run.action.beta)
{}

std::optional<report::Json> LoopsOfRun::measure(const Ensemble& ensemble)
{
    const GaugeField& u = ensemble.field();
    if (!measurer_) measurer_.emplace(u.device(), u.lattice(), u.group());
    return report::toJson(measurer_->measure(u, task_));
}

std::pair<std::optional<report::PotentialReport>, std::string>
LoopsOfRun::reportOf(const std::vector<std::string>& files) const
{
    report::LoopEnsemble loops;
    for (const std::string& file : files)
        readMeasurements(file, [&](const report::Json& json) { loops.add(report::loopTableOf(json)); });
    try {
        return {report::reportPotential(loops, potentialOf(*run().loops), lattice()), ""};
    } catch (const InputError& error) { // too few until now
        return {std::nullopt, error.what()};
    }
}

report::Json LoopsOfRun::resultsOf(const std::vector<std::string>& files) const
{
    const auto [found, failure] = reportOf(files);
    if (!found) return {{"configurations", files.size()}, {"failure", failure}};
    report::Json json = {{"ape", {{"alpha", task_.ape.alpha}, {"steps", task_.ape.steps}}},
                         {"off_axis", task_.request.offAxis},
                         {"multihit", task_.request.multihit},
                         {"r_max", task_.request.rMax},
                         {"t_max", task_.request.tMax}};
    json.update(report::toJson(*found));
    return json;
}

std::vector<std::string> LoopsOfRun::figuresOf(const std::vector<std::string>& files, const SharedFolder& folder) const
{
    const auto [found, failure] = reportOf(files);
    if (!found) return {};
    const std::string title = fmt::format("{}, {} configurations", runTitle(run()), files.size());
    return report::plotPotential({FilePlace(folder, "loops"), title, "", ""}, *found);
}

std::string LoopsOfRun::summaryOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {};
    const auto [found, failure] = reportOf(files);
    const std::string head = fmt::format("static potential, APE smearing {}:{}: ", task_.ape.alpha, task_.ape.steps);
    return head + (found ? report::potentialTable(*found) : "none; " + failure + "\n");
}

} // namespace gaugegl

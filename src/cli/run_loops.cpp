#include "run_loops.h"

#include "ensemble_report.h"

#include "gaugegl/base/error.h"

#include <fmt/format.h>

namespace gaugegl::cli {

LoopsOfRun::LoopsOfRun(const RunConfig& run, const RunFolder& folder)
    : SweepMeasurement({"loops", "loops", run.loops->every}, run, folder),
      task_(*run.loops, Lattice(run.lattice.extents), run.action.beta)
{}

std::optional<Json> LoopsOfRun::measure(const Ensemble& ensemble)
{
    const GaugeField& u = ensemble.field();
    if (!measurer_) measurer_.emplace(u.device(), u.lattice(), u.group());
    return toJson(measurer_->measure(u, task_));
}

std::pair<std::optional<PotentialReport>, std::string> LoopsOfRun::report(const std::vector<std::string>& files) const
{
    LoopEnsemble loops;
    for (const std::string& file : files)
        readMeasurements(file, [&](const Json& json) { loops.add(loopTableOf(json)); });
    try {
        return {reportPotential(loops, *run().loops, lattice()), ""};
    } catch (const InputError& error) { // too few until now
        return {std::nullopt, error.what()};
    }
}

Json LoopsOfRun::resultsOf(const std::vector<std::string>& files) const
{
    const auto [found, failure] = report(files);
    if (!found) return {{"configurations", files.size()}, {"failure", failure}};
    Json json = {{"ape", {{"alpha", task_.ape.alpha}, {"steps", task_.ape.steps}}},
                 {"off_axis", task_.request.offAxis},
                 {"multihit", task_.request.multihit},
                 {"r_max", task_.request.rMax},
                 {"t_max", task_.request.tMax}};
    json.update(toJson(*found));
    return json;
}

std::vector<std::string> LoopsOfRun::figuresOf(const std::vector<std::string>& files) const
{
    const auto [found, failure] = report(files);
    if (!found) return {};
    const std::string title = fmt::format("{}, {} configurations", runTitle(run()), files.size());
    return plotPotential({folder().file("loops"), title, "", ""}, *found);
}

std::string LoopsOfRun::summaryOf(const std::vector<std::string>& files) const
{
    if (files.empty()) return {};
    const auto [found, failure] = report(files);
    const std::string head = fmt::format("static potential, APE smearing {}:{}: ", task_.ape.alpha, task_.ape.steps);
    return head + (found ? potentialTable(*found) : "none; " + failure + "\n");
}

} // namespace gaugegl::cli

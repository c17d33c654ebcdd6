#include "run/loop_measurement.h"

namespace gaugegl {
namespace {

std::vector<double> valuesOf(const std::vector<WilsonLoop>& loops)
{
    std::vector<double> values;
    values.reserve(loops.size());
    for (const WilsonLoop& loop : loops)
        values.push_back(loop.value);
    return values;
}

} // namespace

LoopTask::LoopTask(const LoopsSection& section, const Lattice& lattice, double beta)
{
    request.rMax = rMostOf(section.rMost, lattice);
    request.tMax = tMostOf(section.tMost, lattice);
    request.offAxis = section.offAxis;
    request.multihit = section.multihit;
    request.beta = section.multihit ? beta : 0;
    ape.alpha = section.apeAlpha;
    ape.steps = section.apeSteps;
}

report::PotentialTask potentialOf(const LoopsSection& section)
{
    report::PotentialTask task{.plateau = section.plateau, .rootSigmaMeV = section.rootSigmaMeV};
    if (!section.fitRange.empty()) task.fitRange = {section.fitRange[0], section.fitRange[1]};
    return task;
}

report::LoopTable LoopMeasurer::measure(const GaugeField& u, const LoopTask& task)
{
    const std::vector<WilsonLoop> loops = meter_.measure(u, u, task.request);
    report::LoopTable table;
    table.tMost = task.request.tMax;
    for (const WilsonLoop& loop : loops)
        if (loop.t == 1) table.r.push_back(loop.r);
    table.unsmeared = valuesOf(loops);
    if (task.ape.steps > 0) {
        GaugeField smooth = u;
        smear(smooth, task.ape);
        table.smeared = valuesOf(meter_.measure(u, smooth, task.request));
    }
    return table;
}

} // namespace gaugegl

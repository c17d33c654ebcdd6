#include "loop_measurement.h"

namespace gaugegl::cli {
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

LoopTable LoopMeasurer::measure(const GaugeField& u, const LoopTask& task)
{
    const std::vector<WilsonLoop> loops = meter_.measure(u, u, task.request);
    LoopTable table;
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

Json toJson(const LoopTable& table)
{
    Json json = {{"r", table.r}, {"t_max", table.tMost}, {"unsmeared", table.unsmeared}};
    if (!table.smeared.empty()) json["smeared"] = table.smeared;
    return json;
}

LoopTable loopTableOf(const Json& json)
{
    LoopTable table;
    table.r = json.at("r").get<std::vector<std::array<int, 3>>>();
    table.tMost = json.at("t_max").get<int>();
    table.unsmeared = json.at("unsmeared").get<std::vector<double>>();
    if (json.contains("smeared")) table.smeared = json["smeared"].get<std::vector<double>>();
    return table;
}

void LoopEnsemble::add(const LoopTable& table)
{
    for (analysis::LoopSeries* series : {&unsmeared, &smeared}) {
        series->r = table.r;
        series->tMost = table.tMost;
    }
    unsmeared.values.push_back(table.unsmeared);
    if (!table.smeared.empty()) smeared.values.push_back(table.smeared);
}

} // namespace gaugegl::cli

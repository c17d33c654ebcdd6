#include "gaugegl/config/flow.h"

#include "config/flow_task.h"
#include "config/sections.h"

#include <fmt/format.h>

namespace gaugegl {

void FlowSection::check(const RunConfig& run)
{
    constexpr double fewestRecords = 3, mostRecords = 10000, rounding = 1e-9;
    const FlowSection& flow = *run.flow;
    if (flow.time < fewestRecords * flow.record * (1 - rounding) || flow.time > mostRecords * flow.record)
        config::reject("flow", "record", fmt::format("{}", flow.record),
                       fmt::format("{} to {} times in time = {}", fewestRecords, mostRecords, flow.time));
    if (flow.action == ActionType::Custom)
        config::reject("flow", "action", "'custom'", "'wilson', 'symanzik', 'iwasaki' or 'dbw2'");
    config::checkKey("flow", "step", [&] { validate(FlowTask(flow).parameters); });
}

GhostWidth FlowSection::ghosts() const
{
    if (improved) return {.z = 3, .t = 4};
    return {.z = gaugeActionOf({.type = action}).loops().plaquettesOnly() ? 1 : 2};
}

FlowTask::FlowTask(const FlowSection& section) : improved(section.improved)
{
    parameters.action = gaugeActionOf({.type = section.action});
    parameters.tolerance = section.tolerance;
    parameters.step = section.step.value_or(defaultFlowStep(parameters.action));
    constexpr double rounding = 1e-9;
    for (int k = 0; k * section.record < section.time * (1 - rounding); ++k)
        times.push_back(k * section.record);
    times.push_back(section.time);
}

} // namespace gaugegl

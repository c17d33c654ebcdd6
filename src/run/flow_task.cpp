// The web page has this alone of the flow of runs.
#include "run/flow_measurement.h"

namespace gaugegl {

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

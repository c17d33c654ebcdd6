#include "run/flow_measurement.h"

#include "gaugegl/base/interrupt.h"

namespace gaugegl {

GhostWidth ghostsOf(const FlowTask& task)
{
    if (task.improved) return {.z = 3, .t = 4};
    return {.z = task.parameters.action.loops().plaquettesOnly() ? 1 : 2, .t = 2};
}

std::optional<report::FlowTable> FlowMeasurer::measure(const GaugeField& u, const FlowTask& task)
{
    GradientFlow flow(u, task.parameters);
    report::FlowTable table;
    table.times = task.times;
    for (const double t : task.times) {
        if (interrupted() || !flow.flowTo(t)) return std::nullopt;
        const bool last = t == task.times.back();
        const TopologyObservables values = topology_.measure(flow.field(), task.improved && last);
        // E = 2 sum over the planes of Re tr (1 - P), Luescher's equation 3.1.
        const double plaquettes = 2 * colours(u.group()) * plaquettes_.measurePlaquette(flow.field()).actionDensity;
        table.t2EClover.push_back(t * t * values.energyClover);
        table.t2EPlaquette.push_back(t * t * plaquettes);
        table.charge.push_back(values.chargeClover);
        if (task.improved && last) table.improvedCharge = values.chargeImproved;
    }
    return table;
}

} // namespace gaugegl

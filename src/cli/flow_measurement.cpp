#include "flow_measurement.h"

#include "gaugegl/base/interrupt.h"

#include <cmath>

namespace gaugegl::cli {

FlowTask::FlowTask(const FlowSection& section) : improved(section.improved)
{
    parameters.c1 = namedCoefficient(section.action);
    parameters.step = section.step;
    parameters.tolerance = section.tolerance;
    constexpr double rounding = 1e-9;
    for (int k = 0; k * section.record < section.time * (1 - rounding); ++k)
        times.push_back(k * section.record);
    times.push_back(section.time);
}

std::optional<FlowTable> FlowMeasurer::measure(const GaugeField& u, const FlowTask& task)
{
    GradientFlow flow(u, task.parameters);
    FlowTable table;
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

Json toJson(const FlowTable& table)
{
    Json flow = Json::array();
    for (std::size_t k = 0; k < table.times.size(); ++k)
        flow.push_back({{"t", table.times[k]},
                        {"t2E_clover", table.t2EClover[k]},
                        {"t2E_plaquette", table.t2EPlaquette[k]},
                        {"Q", table.charge[k]}});
    Json json = {{"flow", flow}};
    if (table.improvedCharge) json["Q_improved"] = *table.improvedCharge;
    return json;
}

FlowTable flowTableOf(const Json& json)
{
    FlowTable table;
    for (const Json& one : json.at("flow")) {
        table.times.push_back(one.at("t").get<double>());
        table.t2EClover.push_back(one.at("t2E_clover").get<double>());
        table.t2EPlaquette.push_back(one.at("t2E_plaquette").get<double>());
        table.charge.push_back(one.at("Q").get<double>());
    }
    if (json.contains("Q_improved")) table.improvedCharge = json["Q_improved"].get<double>();
    return table;
}

} // namespace gaugegl::cli

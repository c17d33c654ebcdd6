#include "report/flow_table.h"

namespace gaugegl::report {

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

} // namespace gaugegl::report

// Action densities and charge along the gradient flow of one configuration, as JSON too.
#pragma once

#include "report/json.h"

#include <optional>
#include <vector>

namespace gaugegl::report {

/// The flow of one configuration.
struct FlowTable {
    std::vector<double> times;
    std::vector<double> t2EClover, t2EPlaquette, charge; ///< at each time, the charge by the clover
    std::optional<double> improvedCharge;                ///< at the last time
};

/// {"flow": [{"t", "t2E_clover", "t2E_plaquette", "Q"}, ...]} and where it was measured "Q_improved".
Json toJson(const FlowTable& table);
/// The opposite.  Throws nlohmann::json::exception when it is something else.
FlowTable flowTableOf(const Json& json);

} // namespace gaugegl::report

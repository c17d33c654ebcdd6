// The gradient flow of one configuration: action densities and charge at some flow times.
#pragma once

#include "report.h"

#include "gaugegl/analysis/flow_scales.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/observables/topology.h"
#include "gaugegl/run/run_config.h"

namespace gaugegl::cli {

/// What is measured.
struct FlowTask {
    FlowParameters parameters;
    std::vector<double> times; ///< from 0 on
    bool improved = false;     ///< the improved charge too, where the flow ends

    /// As the section says.
    explicit FlowTask(const FlowSection& section);
};

/// The flow of one configuration.
struct FlowTable {
    std::vector<double> times;
    std::vector<double> t2EClover, t2EPlaquette, charge; ///< at each time, the charge by the clover
    std::optional<double> improvedCharge;                ///< at the last time
};

/// Measures fields of one lattice and group.
class FlowMeasurer {
public:
    FlowMeasurer(Device& device, const Lattice& lattice, Group group)
        : topology_(device, lattice, group), plaquettes_(device, lattice, group)
    {}
    /// Nothing where an interrupt ended it.
    std::optional<FlowTable> measure(const GaugeField& u, const FlowTask& task);

private:
    TopologyMeter topology_;
    ObservableMeter plaquettes_;
};

/// {"flow": [{"t", "t2E_clover", "t2E_plaquette", "Q"}, ...]} and where it was measured "Q_improved".
Json toJson(const FlowTable& table);
/// The opposite.  Throws nlohmann::json::exception when it is something else.
FlowTable flowTableOf(const Json& json);

} // namespace gaugegl::cli

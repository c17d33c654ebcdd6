// Measures the gradient flow of configurations.
#pragma once

#include "config/flow_task.h"
#include "gaugegl/gauge/observables/topology.h"
#include "report/flow_table.h"

namespace gaugegl {

/// Of the fields of such a task, where ranks share them: the improved charge reads three sites away, rectangles two.
GhostWidth ghostsOf(const FlowTask& task);

/// Measures fields of one lattice and group.
class FlowMeasurer {
public:
    FlowMeasurer(Device& device, const Lattice& lattice, Group group)
        : topology_(device, lattice, group), plaquettes_(device, lattice, group)
    {}
    /// Nothing where an interrupt ended it.
    std::optional<report::FlowTable> measure(const GaugeField& u, const FlowTask& task);

private:
    TopologyMeter topology_;
    ObservableMeter plaquettes_;
};

} // namespace gaugegl

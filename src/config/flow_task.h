// What [flow] asks for.
#pragma once

#include "gaugegl/config/run_config.h"
#include "gaugegl/gauge/flow/flow.h"

#include <vector>

namespace gaugegl {

/// What is measured.
struct FlowTask {
    FlowParameters parameters; ///< with its step
    std::vector<double> times; ///< from 0 on
    bool improved = false;     ///< the improved charge too, where the flow ends

    /// As the section says.
    explicit FlowTask(const FlowSection& section);
};

} // namespace gaugegl

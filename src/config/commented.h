// Run files that say what their keys mean.
#pragma once

#include "gaugegl/config/run_config.h"

#include <string>
#include <vector>

namespace gaugegl {

/// The run file with every key (toToml), below `head`, lines that become comments, and with the meaning of each key behind it.
/// Parsing it gives the same run.
std::string commentedToml(const RunConfig& run, const std::vector<std::string>& head);

} // namespace gaugegl

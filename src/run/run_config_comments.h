// What the keys of run files mean, in a line each, and run files with these lines.
#pragma once

#include "gaugegl/run/run_config.h"

namespace gaugegl {

/// The meaning of a key, with the words that it may be; `section` is without brackets.  Empty for one that is not known.
std::string helpOfKey(std::string_view section, std::string_view key);

/// The run file with every key (toToml), below `head`, lines that become comments, and with the meaning of each key behind it.
/// Parsing it gives the same run.
std::string commentedToml(const RunConfig& run, const std::vector<std::string>& head);

} // namespace gaugegl

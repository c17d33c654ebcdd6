// The names of the configurations that a chain saves.
#pragma once

#include "gaugegl/config/run_config.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gaugegl {

/// Whether a run saves the configuration after this sweep, counted from the end of the thermalisation.
bool savesAt(const RunConfig& run, std::int64_t sweep);

/// "ildg" or "nersc".
std::string configurationEnding(const RunConfig& run);

/// directory/prefix.SWEEP.SUFFIX, with the sweep counted from the end of the thermalisation.
std::string configurationFile(const RunConfig& run, std::int64_t sweep);

/// The files that a run has saved after this many sweeps, thermalisation included.
std::vector<std::string> configurationFiles(const RunConfig& run, int sweeps);

} // namespace gaugegl

// The section [hmc] of run files: hybrid Monte Carlo.
#pragma once

#include "run_config_section.h"

namespace gaugegl {

/// Reads [hmc], if it is there; its trajectories and their thermalisation are the sweeps of `run`.
void readHmc(RunConfig& run, const RunFileText& file);
/// Throws RunConfigError unless every value is in range.
void checkHmc(const RunConfig& run);
/// The section as a run file has it.
std::string hmcToToml(const RunConfig& run);

} // namespace gaugegl

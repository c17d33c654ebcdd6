// An ensemble from flags, as `generate` and `hmc` make it: a run without a folder.
#pragma once

#include "key_options.h"

namespace gaugegl::cli {

struct EnsembleOptions {
    EnsembleOptions(CLI::App& command, RunConfig defaults) : keys(command, std::move(defaults)) {}

    CommonOptions common;
    KeyOptions keys;
    std::string start, output, history; ///< `start` has its default
    int every = 0;                      ///< sweeps between measurements, and between saved configurations
};

/// Group, lattice and action.
void addTheoryOptions(KeyOptions& keys);
/// --start.
void addStartOption(CLI::App& command, EnsembleOptions& options);

/// The run of the keys, with its start and its outputs, measured every so many sweeps.
RunConfig runOf(const EnsembleOptions& options, int every);
/// Makes it with a progress line on standard error until it is done, an interrupt ends it or trajectories fail as EnsembleWork says; then
/// prints and writes its results.  Returns the exit code.  Throws as requireUpdates().
int makeEnsemble(const EnsembleOptions& options, const RunConfig& run);

} // namespace gaugegl::cli

// The options of the commands that carry out run files.
#pragma once

#include "command.h"

#include "gaugegl/run/run.h"

namespace gaugegl::cli {

struct RunOptions {
    const CLI::App* command = nullptr; ///< that has them
    CommonOptions common;
    std::string file, output;
    RunOverrides overrides;
    std::optional<std::uint64_t> seed;
    bool overwrite = false;
};

/// The run file and everything that replaces its values.
void addRunOptions(CLI::App& command, RunOptions& options);

/// The run with what the command line overrides.
RunConfig configured(const RunOptions& options);

/// Gives the run the --precision.  Throws InputError for one that it does not have.
void setPrecision(RunConfig& run, const std::string& precision);
/// The path of hybrid Monte Carlo that --path asks for.
HmcPath hmcPathOf(const std::string& path);

/// Before anything is made or removed: throws as checkOutputs for the place of --json.  Run file and start are never
/// replaced: --overwrite is about the folder of the run.
void checkRunOutputs(const RunOptions& options, const RunConfig& run);

/// The options with those that the run has for its device in their place.
CommonOptions withDeviceOf(const RunConfig& run, CommonOptions options);
/// Where the run is made, but for what the options say: the device, or the CPU.
ChainBackend openBackend(const RunConfig& run, const CommonOptions& options);

/// What `gaugegl run` does.  Returns the exit code.
int carryOut(const RunOptions& options);

/// How the run is made: it reports its sweeps, with this label, and what happens on standard error.
RunSetup setupOf(const RunOptions& options, const std::string& label);

/// The command line, such as "gaugegl run a.toml --seed 2", that goes on with what was begun; without --overwrite and --quiet.
std::string commandAgain(const RunOptions& options);

/// "20 + 100 sweeps on RENDERER (shaders)": the length of a run, and where it is made.
std::string workText(const RunConfig& run, const ChainBackend& backend);

} // namespace gaugegl::cli

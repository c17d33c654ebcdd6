// The options of the commands that carry out run files.
#pragma once

#include "command.h"

#include "gaugegl/run/run_config.h"

namespace gaugegl::cli {

struct RunOptions {
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

/// Before anything is made or removed: throws as checkOutputs for the place of --json.  Run file and start are never
/// replaced: --overwrite is about the folder of the run.
void checkRunOutputs(const RunOptions& options, const RunConfig& run);

/// The command line, such as "gaugegl run a.toml --seed 2", that goes on with what was begun; without --overwrite.
std::string commandAgain(const char* command, const RunOptions& options);

} // namespace gaugegl::cli

// Options of `gaugegl fix`.
#pragma once

#include "measured_files.h"

namespace gaugegl::cli {

struct FixOptions {
    explicit FixOptions(CLI::App& command) : files(command, runWith("fixing"))
    {
        files.common.precision = "mixed";
        files.common.path = "auto";
    }

    FileOptions files;
    FixingSection section = {}; ///< after checkFixOptions()
    std::string threadsPerSite = "auto", output, tune;

    FixingPrecision precision() const { return parseChoice<FixingPrecision>(files.common.precision); }
    FixingGranularity granularity() const { return parseChoice<FixingGranularity>(threadsPerSite); }
};

void addFixOptions(CLI::App& command, FixOptions& options);

/// Fills in `section`, on the lattice of the first file.  Throws InputError for options that do not go together.
void checkFixOptions(const CLI::App& command, FixOptions& options);

} // namespace gaugegl::cli

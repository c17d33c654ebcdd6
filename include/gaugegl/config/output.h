// [output] of run files: what is written, and where.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/io/formats.h"

#include <string>

namespace gaugegl {

struct RunConfig;

/// [output].
struct OutputSection {
    std::string directory = "results"; ///< made if missing
    std::string prefix = "config";     ///< configurations are directory/prefix.SWEEP.SUFFIX
    int saveEvery = 0;                 ///< sweeps between saved configurations; 0: none is saved
    std::string format = "ildg";       ///< of configurations (io/formats.h)
    int bits = 64;                     ///< of the numbers in configuration files, 32 or 64
    bool plots = true;                 ///< draw histories and histograms if gnuplot is installed
    int checkpointSeconds = 60; ///< between checkpoints, from which a run that ended early resumes; 0: every sweep

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        OutputSection& s = run.output;
        key("directory", s.directory,
            {.help = "Folder of the results, made if it is missing; ~/ is the home of the user", .isPath = true});
        key("prefix", s.prefix, {.help = "Beginning of the names of configurations, PREFIX.SWEEP.SUFFIX"});
        key("save_every", s.saveEvery,
            {.help = "Sweeps between saved configurations; 0 saves none", .range = KeyRange::atLeast(0)});
        key("format",
            TextKey{[&s] { return s.format; },
                    [&s](std::string_view text) { s.format = io::factsOfFormat(std::string(text)).key; },
                    io::writtenFormats()},
            {.help = "Format of the configurations"});
        key("bits", s.bits, {.help = "Bits of each number in configurations, 32 or 64"});
        key("plots", s.plots, {.help = "Whether gnuplot draws figures"});
        key("checkpoint_seconds", s.checkpointSeconds,
            {.help = "Seconds between checkpoints, from which a run goes on that ended early; 0: after every sweep",
             .range = KeyRange::atLeast(0)});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

/// Configurations are DIRECTORY/NAME.SWEEP.SUFFIX for a prefix "DIRECTORY/NAME"; without a folder they are in the working one.
void setPrefix(OutputSection& output, const std::string& prefix);

} // namespace gaugegl

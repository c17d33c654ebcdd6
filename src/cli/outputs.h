// Where a command writes: looked at before its work begins.
#pragma once

#include "command.h"

#include "gaugegl/config/run_config.h"

namespace gaugegl::cli {

/// One place.
struct Output {
    enum class Kind {
        File,    ///< one file
        Figures, ///< path-NAME.png and path-NAME.svg, drawn by gnuplot
        Folder   ///< a folder that is there, for files whose names the command chooses
    };

    std::string option; ///< "--output": what messages call it
    std::string path;   ///< empty: nothing is written
    Kind kind = Kind::File;
};

/// Before the work: throws InputError, FileError or DiskError unless every place, and that of --json, can be written
/// and no two outputs are one file.  What the command reads, whatever path or link leads to it, and files that begin as
/// ILDG, NERSC and LIME files do are replaced with --overwrite alone.  Nothing is changed, and nothing is left behind.
void checkOutputs(const CommonOptions& options, std::vector<Output> outputs, const std::vector<std::string>& inputs);

/// The files, all of one option, as outputs.
std::vector<Output> outputsOf(const std::string& option, const std::vector<std::string>& files);

/// The configurations that a run saves, all of `option`; of very many those that are there.
std::vector<Output> configurationOutputs(const std::string& option, const RunConfig& run);

} // namespace gaugegl::cli

// `gaugegl spectrum --propagator FILE...`: correlators of propagators that another run, or another program, has solved for.
#pragma once

#include "measured_files.h"

namespace gaugegl::cli {

/// Contracts the propagators of these files and reports as `spectrum` does.  Throws InputError for options of `spectrum` that say how
/// systems are solved.  Returns the exit code.
int contractFiles(const FileOptions& options, const std::vector<std::string>& propagators);

} // namespace gaugegl::cli

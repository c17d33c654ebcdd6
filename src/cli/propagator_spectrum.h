// `gaugegl spectrum --propagator FILE...`: correlators of propagators that another run, or another program, has solved for.
#pragma once

#include "measured_files.h"

namespace gaugegl::cli {

/// Contracts the propagators of these files, with those of strange quarks where there are any, as many of the same sources, and reports as
/// `spectrum` does.  Throws InputError for options of `spectrum` that say how systems are solved.  Returns the exit code.
int contractFiles(const FileOptions& options, const std::vector<std::string>& propagators,
                  const std::vector<std::string>& strange);

} // namespace gaugegl::cli

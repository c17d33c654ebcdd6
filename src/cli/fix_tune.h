// gaugegl fix --tune: the parameter that needs the fewest iterations; figure 2 of Schroeck and Vogt, arXiv:1209.4008.
#pragma once

#include "fix_backend.h"

#include "gaugegl/io/gauge_file.h"

namespace gaugegl::cli {

/// Fixes all copies of all configurations with one value after another, coarsely, then finely around the best; reports
/// and draws iterations against the value.  Returns the exit code.
int tune(const FixOptions& options, FixingBackend& place, const io::GaugeFileHints& hints);

} // namespace gaugegl::cli

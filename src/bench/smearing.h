// What `bench` measures of staple sums, smearing, mean links and gradient flow.
#pragma once

#include "bench/gauge.h"

namespace gaugegl {

/// Smearing has its default parameters; a call of HYP smearing makes the links of all three levels, one of the flow is
/// a stage: force and new link.
std::vector<HalfFieldBenchmark> smearingBenchmarks();

} // namespace gaugegl

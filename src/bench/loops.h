// What `bench` measures of lines, Wilson loops, field strengths and projected links.
#pragma once

#include "bench/gauge.h"

namespace gaugegl {

/// The loops are those of R = 2 along x and T = 1 to 4, without the making of the lines.
std::vector<HalfFieldBenchmark> loopBenchmarks();

} // namespace gaugegl

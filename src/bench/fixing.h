// What `bench` measures of gauge fixing.
#pragma once

#include "bench/gauge.h"

namespace gaugegl {

/// A call is a pass over one parity, by the kernels that the device chooses or by those that the name says.  The flops
/// of overrelaxation in Landau and Coulomb gauge are fixingFlops() of core/gauge_fixing.h, the others those of the
/// source.
std::vector<HalfFieldBenchmark> fixingBenchmarks();

} // namespace gaugegl

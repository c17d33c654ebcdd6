// What `bench` measures of gauge fixing: entries of gauge/benchmark.h.
#pragma once

#include "gaugegl/gauge/benchmark_smearing.h"
#include "gaugegl/gauge/fixing_kernels.h"

#include <optional>

namespace gaugegl {

/// Flops of an overrelaxation iteration in Landau gauge for each site, as they are compared with publications: 2253 in
/// SU(3) (Schroeck and Vogt, arXiv:1212.5221); in SU(2) counted in the same way, eight links rotated by 28, seven
/// sums of 4, the direction 12 and its power 14.
constexpr double fixingFlops(Group group) { return group == Group::SU2 ? 8 * 28 + 7 * 4 + 12 + 14 : 2253; }

/// Iterations of a gauge: a call is a pass over one parity.  Flops in Landau gauge are fixingFlops but for heat baths.
/// With these kernels, or those that the device chooses.
SmearingBenchmark fixingBenchmark(Benchmark& bench, Gauge gauge, FixingStep::Kind kind,
                                  std::optional<FixingKernels> kernels = {});

} // namespace gaugegl

// What `bench` measures of gauge fixing: entries of gauge/benchmark.h.
#pragma once

#include "gaugegl/gauge/benchmark_smearing.h"
#include "gaugegl/gauge/fixing_kernels.h"

#include <optional>

namespace gaugegl {

/// Iterations of a gauge: a call is a pass over one parity.  Flops of overrelaxation are fixingFlops() of
/// core/gauge_fixing.h. With these kernels, or those that the device chooses.
SmearingBenchmark fixingBenchmark(Benchmark& bench, Gauge gauge, FixingStep::Kind kind,
                                  std::optional<FixingKernels> kernels = {});

} // namespace gaugegl

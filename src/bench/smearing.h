// What `bench` measures of smearing, mean links, gradient flow and cooling: entries of bench/gauge.h.
#pragma once

#include "bench/gauge.h"
#include "gaugegl/device/kernel_cost.h"

namespace gaugegl {

/// Work that is done over and over, on a copy of a field near equilibrium.
struct SmearingBenchmark {
    std::function<void()> round; ///< to be timed
    int calls = 1;               ///< half fields of links that a round makes
    KernelCost cost;             ///< of a link of such a call, everything that it takes
};

/// Spatial APE smearing with the defaults.
SmearingBenchmark apeBenchmark(Benchmark& bench);
/// One step of HYP smearing, whose links have three levels.
SmearingBenchmark hypBenchmark(Benchmark& bench);
/// Stages of the flow of this action: force and new link.
SmearingBenchmark flowBenchmark(Benchmark& bench, const GaugeAction& action);
/// The distance of links that an adaptive step needs.
SmearingBenchmark flowDistanceBenchmark(Benchmark& bench);
/// New links alone.
SmearingBenchmark exponentialBenchmark(Benchmark& bench);
/// Mean temporal links.
SmearingBenchmark multihitBenchmark(Benchmark& bench);

} // namespace gaugegl

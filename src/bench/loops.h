// What `bench` measures of lines, Wilson loops and field strengths: entries of bench/gauge.h.
#pragma once

#include "bench/gauge.h"
#include "gaugegl/device/kernel_cost.h"

namespace gaugegl {

/// Work that is done over and over, on the field of a benchmark; the textures that it needs belong to `round`.
struct LoopBenchmark {
    std::function<void()> round; ///< to be timed
    int calls = 1;               ///< half fields in a round
    KernelCost cost;             ///< of a site of such a call
};

/// Lines of two links in direction t.
LoopBenchmark lineBenchmark(Benchmark& bench);
/// Wilson loops of R = 2 along x and T = 1 to 4, without the making of the lines.
LoopBenchmark wilsonLoopBenchmark(Benchmark& bench);
/// The clovers of 1x1 loops of the plane xy.
LoopBenchmark cloverBenchmark(Benchmark& bench);
/// Energy and charge density from six clovers.
LoopBenchmark topologyBenchmark(Benchmark& bench);
/// Links projected on the Abelian part and the centre of the group.
LoopBenchmark projectedLinksBenchmark(Benchmark& bench);
/// Monopole currents and Abelian plaquettes of projected links.
LoopBenchmark monopolesBenchmark(Benchmark& bench);
/// Vortices of projected links.
LoopBenchmark vorticesBenchmark(Benchmark& bench);

} // namespace gaugegl

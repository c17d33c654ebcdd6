// What `bench` measures of lines, Wilson loops and field strengths: entries of bench/gauge.h.
#pragma once

#include "bench/gauge.h"

namespace gaugegl {

/// Lines of two links in direction t.
BenchmarkWork lineBenchmark(Benchmark& bench);
/// Wilson loops of R = 2 along x and T = 1 to 4, without the making of the lines.
BenchmarkWork wilsonLoopBenchmark(Benchmark& bench);
/// The clovers of 1x1 loops of the plane xy.
BenchmarkWork cloverBenchmark(Benchmark& bench);
/// Energy and charge density from six clovers.
BenchmarkWork topologyBenchmark(Benchmark& bench);
/// Links projected on the Abelian part and the centre of the group.
BenchmarkWork projectedLinksBenchmark(Benchmark& bench);
/// Monopole currents and Abelian plaquettes of projected links.
BenchmarkWork monopolesBenchmark(Benchmark& bench);
/// Vortices of projected links.
BenchmarkWork vorticesBenchmark(Benchmark& bench);

} // namespace gaugegl

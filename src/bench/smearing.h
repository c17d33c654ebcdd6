// What `bench` measures of smearing, mean links, gradient flow and cooling: entries of bench/gauge.h.
#pragma once

#include "bench/gauge.h"

namespace gaugegl {

/// Spatial APE smearing with the defaults.
BenchmarkWork apeBenchmark(Benchmark& bench);
/// One step of HYP smearing, whose links have three levels.
BenchmarkWork hypBenchmark(Benchmark& bench);
/// Stages of the flow of this action: force and new link.
BenchmarkWork flowBenchmark(Benchmark& bench, const GaugeAction& action);
/// The distance of links that an adaptive step needs.
BenchmarkWork flowDistanceBenchmark(Benchmark& bench);
/// New links alone.
BenchmarkWork exponentialBenchmark(Benchmark& bench);
/// Mean temporal links.
BenchmarkWork multihitBenchmark(Benchmark& bench);

} // namespace gaugegl

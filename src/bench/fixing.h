// What `bench` measures of gauge fixing: entries of bench/gauge.h.
#pragma once

#include "bench/gauge.h"

namespace gaugegl {

/// Overrelaxation in Landau gauge, whose flops are fixingFlops() of core/gauge_fixing.h, by the kernels that the device
/// chooses; a call is a pass over one parity.
BenchmarkWork landauBenchmark(Benchmark& bench);
/// By transformations in a texture.
BenchmarkWork landauTwoStepBenchmark(Benchmark& bench);
/// By one thread for each site.
BenchmarkWork landauOneThreadBenchmark(Benchmark& bench);
/// By eight threads for each site.
BenchmarkWork landauEightThreadsBenchmark(Benchmark& bench);
/// Heat baths in Landau gauge, whose flops are those of the source.
BenchmarkWork landauHeatBathBenchmark(Benchmark& bench);
/// Overrelaxation in Coulomb gauge, whose flops are fixingFlops().
BenchmarkWork coulombBenchmark(Benchmark& bench);
/// Overrelaxation in maximally Abelian gauge, whose flops are those of the source.
BenchmarkWork abelianBenchmark(Benchmark& bench);
/// Overrelaxation in centre gauge, whose flops are those of the source.
BenchmarkWork centreBenchmark(Benchmark& bench);

} // namespace gaugegl

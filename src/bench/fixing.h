// What `bench` measures of gauge fixing: entries of bench/gauge.h.
#pragma once

#include "bench/smearing.h"

namespace gaugegl {

/// Overrelaxation in Landau gauge, whose flops are fixingFlops() of core/gauge_fixing.h, by the kernels that the device
/// chooses; a call is a pass over one parity.
SmearingBenchmark landauBenchmark(Benchmark& bench);
/// By transformations in a texture.
SmearingBenchmark landauTwoStepBenchmark(Benchmark& bench);
/// By one thread for each site.
SmearingBenchmark landauOneThreadBenchmark(Benchmark& bench);
/// By eight threads for each site.
SmearingBenchmark landauEightThreadsBenchmark(Benchmark& bench);
/// Heat baths in Landau gauge, whose flops are those of the source.
SmearingBenchmark landauHeatBathBenchmark(Benchmark& bench);
/// Overrelaxation in Coulomb gauge, whose flops are fixingFlops().
SmearingBenchmark coulombBenchmark(Benchmark& bench);
/// Overrelaxation in maximally Abelian gauge, whose flops are those of the source.
SmearingBenchmark abelianBenchmark(Benchmark& bench);
/// Overrelaxation in centre gauge, whose flops are those of the source.
SmearingBenchmark centreBenchmark(Benchmark& bench);

} // namespace gaugegl

// What `bench` measures of gauge fixing: entries of gauge/benchmark.h.
#pragma once

#include "gaugegl/gauge/benchmark_smearing.h"

namespace gaugegl {

/// Flops of an overrelaxation iteration in Landau gauge for each site, as they are compared with publications: 2253 in
/// SU(3) (Schroeck and Vogt, arXiv:1212.5221); in SU(2) counted in the same way, eight links rotated by 28, seven
/// sums of 4, the direction 12 and its power 14.
constexpr double fixingFlops(Group group) { return group == Group::SU2 ? 8 * 28 + 7 * 4 + 12 + 14 : 2253; }

/// Overrelaxation in Landau gauge by the kernels that the device chooses; a call is a pass over one parity.
SmearingBenchmark landauBenchmark(Benchmark& bench);
/// By transformations in a texture.
SmearingBenchmark landauTwoStepBenchmark(Benchmark& bench);
/// By one thread for each site.
SmearingBenchmark landauOneThreadBenchmark(Benchmark& bench);
/// By eight threads for each site.
SmearingBenchmark landauEightThreadsBenchmark(Benchmark& bench);
/// Heat baths in Landau gauge, whose flops are those of the source.
SmearingBenchmark landauHeatBathBenchmark(Benchmark& bench);
/// Overrelaxation in Coulomb gauge, whose flops are those of the source.
SmearingBenchmark coulombBenchmark(Benchmark& bench);
/// Overrelaxation in maximally Abelian gauge, whose flops are those of the source.
SmearingBenchmark abelianBenchmark(Benchmark& bench);
/// Overrelaxation in centre gauge, whose flops are those of the source.
SmearingBenchmark centreBenchmark(Benchmark& bench);

/// Overrelaxation in maximally Abelian gauge, likewise.
SmearingBenchmark abelianBenchmark(Benchmark& bench);
/// Overrelaxation in centre gauge, likewise.
SmearingBenchmark centreBenchmark(Benchmark& bench);

} // namespace gaugegl

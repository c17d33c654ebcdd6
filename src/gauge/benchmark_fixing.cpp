#include "gaugegl/gauge/benchmark_fixing.h"

#include "gaugegl/gauge/gauge_fixing.h"
#include "gaugegl/gauge/kernel_cost.h"

namespace gaugegl {
namespace {

/// A pass over one parity with everything that it takes.
KernelCost passCost(const Benchmark& bench, const FixingVariant& variant)
{
    KernelCost cost = kernelCost(fixSpec(bench.lattice(), variant));
    if (variant.kernels != FixingKernels::TwoStep) return cost;
    const double planes = linkPlanes(variant.group), links = 2 * fixedDirections(variant.gauge);
    for (const LinkEnd end : {LinkEnd::Here, LinkEnd::There}) {
        const KernelCost one = kernelCost(transformSpec(bench.lattice(), variant.group, end));
        cost.flops += links / 2 * one.flops;
        cost.planesLoaded += links / 2 * one.planesLoaded;
    }
    cost.planesCompulsory = 2 * links * planes; // the transformation between the kernels is not
    return cost;
}

} // namespace

SmearingBenchmark fixingBenchmark(Benchmark& bench, Gauge gauge, FixingStep::Kind kind,
                                  std::optional<FixingKernels> kernels)
{
    bench.thermalise();
    Device& device = bench.device();
    const auto u = std::make_shared<GaugeField>(bench.field());
    const auto fixer = kernels ? std::make_shared<GaugeFixer>(device, bench.lattice(), bench.group(), *kernels)
                               : std::make_shared<GaugeFixer>(device, bench.lattice(), bench.group());
    const FixingVariant variant{
        .group = bench.group(), .gauge = gauge, .kernels = fixer->kernels(*u, gauge, kind), .kind = kind};
    KernelCost cost = passCost(bench, variant);
    if (gauge == Gauge::Landau && kind == FixingStep::Kind::Power) cost.flops = fixingFlops(bench.group());
    const FixingStep step{.kind = kind, .omega = 1.7, .probability = 0.9, .temperature = 0.3};
    return {[u, fixer, gauge, step] { fixer->iterate(*u, gauge, step, 1); }, 2, cost};
}

} // namespace gaugegl

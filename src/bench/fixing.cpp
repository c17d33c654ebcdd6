#include "bench/fixing.h"

#include "gauge/fixing/fixing_passes.h"
#include "gauge/update/update_cost.h"
#include "gaugegl/device/layout.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"

#include <optional>

namespace gaugegl {
namespace {

/// A pass over one parity with everything that it takes; what lies between its kernels is not compulsory.
KernelCost passCost(const Benchmark& bench, FixingVariant variant)
{
    const double links = 2 * fixedDirections(variant.gauge);
    KernelCost cost;
    const auto add = [&](double runs, const KernelSpec& spec) {
        const KernelCost one = spec.cost.of(1);
        cost.flops += runs * one.flops;
        cost.planesLoaded += runs * one.planesLoaded;
    };
    for (variant.subgroup = 0; variant.subgroup < fixingSteps(variant.group, variant.kernels); ++variant.subgroup) {
        add(1, fixSpec(bench.lattice(), variant));
        if (!takesTwoSteps(variant.kernels)) continue;
        const bool rotates = variant.kernels == FixingKernels::BySubgroups;
        for (const LinkEnd end : {LinkEnd::Here, LinkEnd::There})
            add(links / 2, transformSpec(bench.lattice(), variant.group, end,
                                         rotates ? std::optional(variant.subgroup) : std::nullopt));
    }
    cost.planesCompulsory = 2 * links * linkPlanes(variant.group);
    return cost;
}

/// Iterations of a gauge; no kernels: those that the device chooses.
BenchmarkWork fixingBenchmark(Benchmark& bench, Gauge gauge, FixingStep::Kind kind,
                              std::optional<FixingKernels> kernels = {})
{
    bench.thermalise();
    Device& device = bench.device();
    const auto u = std::make_shared<GaugeField>(bench.field());
    const auto fixer = kernels ? std::make_shared<GaugeFixer>(device, bench.lattice(), bench.group(), *kernels)
                               : std::make_shared<GaugeFixer>(device, bench.lattice(), bench.group());
    const FixingVariant variant{
        .group = bench.group(), .gauge = gauge, .kernels = fixer->kernels(*u, gauge, kind), .kind = kind};
    KernelCost cost = passCost(bench, variant);
    const std::optional<int> known = fixingFlops(gauge, bench.group());
    if (known && kind == FixingStep::Kind::Power) cost.flops = *known;
    const FixingStep step{.kind = kind, .omega = 1.7, .probability = 0.9, .temperature = 0.3};
    return {[u, fixer, gauge, step] { fixer->iterate(*u, gauge, step, 1); }, 2, cost};
}

BenchmarkWork landau(Benchmark& bench, FixingKernels kernels)
{
    return fixingBenchmark(bench, Gauge::Landau, FixingStep::Kind::Power, kernels);
}

BenchmarkWork landauBenchmark(Benchmark& bench)
{
    return fixingBenchmark(bench, Gauge::Landau, FixingStep::Kind::Power);
}

BenchmarkWork landauTwoStepBenchmark(Benchmark& bench)
{
    return landau(bench, defaultFixingKernels(bench.group(), Path::Fragment, bench.device().precision()));
}

BenchmarkWork landauOneThreadBenchmark(Benchmark& bench)
{
    return landau(bench, traits(bench.group()).quaternions ? FixingKernels::OneThread : FixingKernels::Reloading);
}

BenchmarkWork landauEightThreadsBenchmark(Benchmark& bench) { return landau(bench, FixingKernels::EightThreads); }

BenchmarkWork landauHeatBathBenchmark(Benchmark& bench)
{
    return fixingBenchmark(bench, Gauge::Landau, FixingStep::Kind::HeatBath);
}

BenchmarkWork coulombBenchmark(Benchmark& bench)
{
    return fixingBenchmark(bench, Gauge::Coulomb, FixingStep::Kind::Power);
}

BenchmarkWork abelianBenchmark(Benchmark& bench)
{
    return fixingBenchmark(bench, Gauge::MaximallyAbelian, FixingStep::Kind::Power);
}

BenchmarkWork centreBenchmark(Benchmark& bench)
{
    return fixingBenchmark(bench, Gauge::Centre, FixingStep::Kind::Power);
}

BenchmarkWork accumulateBenchmark(Benchmark& bench)
{
    bench.thermalise();
    const auto u = std::make_shared<GaugeField>(bench.field());
    const KernelSpec spec = fixAccumulateSpec(bench.group());
    const auto round = [u, spec] {
        for (int parity = 0; parity < 2; ++parity)
            Kernel(u->device(), spec)
                .read("uBefore", u->links(0, parity))
                .read("uAfter", u->links(1, parity))
                .read("uSum", u->links(2, parity))
                .run(u->scratch());
    };
    return {round, 2, spec.cost.of(1)};
}

BenchmarkWork functionalBenchmark(Benchmark& bench)
{
    bench.thermalise();
    const Lattice& lattice = bench.lattice();
    const auto u = std::make_shared<GaugeField>(bench.field());
    const auto fixer = std::make_shared<FixingPasses>(bench.device(), lattice, bench.group(), FixingGranularity::Auto);
    const int fold = Reduction::defaultFold(bench.device());
    const KernelCost cost =
        fixFunctionalSpec(lattice, bench.group(), Gauge::Landau, bench.device().precision()).cost.of(1) +
        Reduction::cost(bench.device().path(), fold, halfFieldShape(lattice, 1));
    return {[u, fixer] { fixer->ask(*u, Gauge::Landau, 0, fixer->everyRow()); }, 2, cost};
}

} // namespace

std::vector<HalfFieldBenchmark> fixingBenchmarks()
{
    constexpr Feature needs = Feature::GaugeFixing;
    return {
        {{.name = "fix-landau", .kernel = "fix", .needs = needs, .hasVariants = true}, landauBenchmark},
        {{.name = "fix-landau-annealing", .kernel = "fix", .needs = needs, .hasVariants = true},
         landauHeatBathBenchmark},
        {{.name = "fix-coulomb", .kernel = "fix", .needs = needs, .hasVariants = true}, coulombBenchmark},
        {{.name = "fix-mag", .kernel = "fix", .needs = needs, .hasVariants = true}, abelianBenchmark},
        {{.name = "fix-centre", .kernel = "fix", .needs = needs, .hasVariants = true}, centreBenchmark},
        {{.name = "fix-landau-two-step",
          .kernel = "fix_transformation",
          .computeOnly = true,
          .with = {"transform"},
          .needs = needs},
         landauTwoStepBenchmark},
        {{.name = "fix-landau-one-thread", .kernel = "fix", .computeOnly = true, .needs = needs},
         landauOneThreadBenchmark},
        {{.name = "fix-landau-eight-threads", .kernel = "fix", .computeOnly = true, .needs = needs},
         landauEightThreadsBenchmark},
        {{.name = "fix-accumulate", .kernel = "fix_accumulate", .needs = needs}, accumulateBenchmark},
        {{.name = "fix-functional", .kernel = "fix_functional", .with = {"fold"}, .needs = needs}, functionalBenchmark},
    };
}

} // namespace gaugegl

#include "bench/smearing.h"

#include "gauge/actions/staple_kernels.h"
#include "gauge/observables/multihit.h"
#include "gauge/update/update_cost.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/smearing/smearing.h"

namespace gaugegl {
namespace {

StapleVariant usual(const Benchmark& bench, const LoopSet& loops = {})
{
    const Device& device = bench.device();
    return {.group = bench.group(),
            .staples = defaultStapleSource(bench.group(), device.precision(), loops, device.registers()),
            .loops = loops};
}

/// usual(), but with sums in a texture.
StapleVariant stored(const Benchmark& bench)
{
    StapleVariant variant = usual(bench);
    if (variant.staples == StapleSource::Fused) variant.staples = StapleSource::Stored;
    return variant;
}

/// A kernel with the making of the sums that it reads, where they are stored; these are not compulsory.
KernelCost withSums(const Benchmark& bench, const KernelSpec& spec, const StapleVariant& variant)
{
    const KernelCost cost = spec.cost.of(1);
    if (variant.staples == StapleSource::Fused) return cost;
    KernelCost all = cost + stapleSpec(bench.lattice(), variant).cost.of(1);
    all.planesCompulsory -= 2 * staplePlanes(bench.group());
    return all;
}

GaugeField nearEquilibrium(Benchmark& bench)
{
    bench.thermalise();
    return bench.field();
}

BenchmarkWork stapleBenchmark(Benchmark& bench)
{
    const auto u = std::make_shared<GaugeField>(nearEquilibrium(bench));
    const auto staples = std::make_shared<StapleKernels>(bench.device(), bench.lattice(), bench.group());
    const auto round = [u, staples] {
        forEveryLinkTexture(4, [&](int mu, int parity) { staples->sums(*u, mu, parity); });
    };
    return {round, 8, stapleSpec(bench.lattice(), stored(bench)).cost.of(1)};
}

BenchmarkWork apeBenchmark(Benchmark& bench)
{
    const auto u = std::make_shared<GaugeField>(nearEquilibrium(bench));
    const StapleVariant variant = usual(bench);
    const ApeSmearing smearing{.steps = 5};
    return {[u, smearing] { smear(*u, smearing); }, 6 * smearing.steps,
            withSums(bench, apeSpec(bench.lattice(), variant), variant)};
}

BenchmarkWork hypBenchmark(Benchmark& bench)
{
    const auto u = std::make_shared<GaugeField>(nearEquilibrium(bench));
    KernelCost cost;
    for (const int sides : {1, 1, 1, 2, 2, 2, 3}) { // links that one link needs on three levels
        StapleVariant variant = usual(bench);
        variant.sides = sides;
        cost = cost + withSums(bench, apeSpec(bench.lattice(), variant), variant);
    }
    return {[u] { smear(*u, HypSmearing()); }, 8, cost};
}

BenchmarkWork flowBenchmark(Benchmark& bench, const GaugeAction& action)
{
    const FlowParameters parameters{.action = action};
    const auto flow = std::make_shared<GradientFlow>(nearEquilibrium(bench), parameters);
    const StapleVariant variant = usual(bench, action.loops());
    const KernelCost force = withSums(bench, forceSpec(bench.lattice(), variant), variant);
    return {[flow, parameters] { flow->flowTo(flow->time() + parameters.stepUsed()); }, 3 * 8,
            force + exponentialSpec(bench.group()).cost.of(1)};
}

BenchmarkWork flowDistanceBenchmark(Benchmark& bench)
{
    const auto u = std::make_shared<GaugeField>(nearEquilibrium(bench));
    const auto out = std::make_shared<PlaneTexture>(bench.device(), halfFieldShape(bench.lattice(), 1));
    const KernelSpec spec = flowDistanceSpec(bench.group());
    const auto round = [u, out, spec] {
        forEveryLinkTexture(4, [&](int mu, int parity) {
            Kernel(u->device(), spec)
                .read("uFirst", u->links(mu, parity))
                .read("uSecond", u->links(mu, 1 - parity))
                .run(*out);
        });
    };
    return {round, 8, spec.cost.of(1)};
}

BenchmarkWork exponentialBenchmark(Benchmark& bench)
{
    const auto u = std::make_shared<GaugeField>(nearEquilibrium(bench));
    const auto exponents = std::make_shared<AlgebraField>(bench.device(), bench.lattice(), bench.group());
    forEveryLinkTexture(4, [&](int mu, int parity) {
        PlaneTexture& out = exponents->of(mu, parity);
        out.upload(std::vector<double>(4 * out.shape().texels() * std::size_t(out.shape().planes), 0.01));
    });
    return {[u, exponents] { exponentiate(*u, *exponents, 4); }, 8, exponentialSpec(bench.group()).cost.of(1)};
}

BenchmarkWork multihitBenchmark(Benchmark& bench)
{
    const auto u = std::make_shared<GaugeField>(nearEquilibrium(bench));
    const double beta = benchmarkHeatBath(bench.group()).beta;
    KernelCost cost = multihitSpec(bench.lattice(), bench.group()).cost.of(1);
    if (!traits(bench.group()).quaternions)
        cost = cost + multihitCoefficientsSpec(bench.lattice()).cost.of(1) +
               stapleSpec(bench.lattice(), stored(bench)).cost.of(1);
    return {[u, beta] { const MultihitLinks links(*u, beta); }, 2, cost};
}

} // namespace

std::vector<HalfFieldBenchmark> smearingBenchmarks()
{
    return {
        {{"staple", "staple", true, false, StapleSource::Stored}, stapleBenchmark},
        {{"ape", "ape"}, apeBenchmark},
        {{"hyp", "ape"}, hypBenchmark},
        {{"flow", "force"}, [](Benchmark& bench) { return flowBenchmark(bench, {}); }},
        {{"flow-symanzik", "force", true, false, {}, actions::symanzik.loops()},
         [](Benchmark& bench) { return flowBenchmark(bench, actions::symanzik); }},
        {{"flow-distance", "flow_distance"}, flowDistanceBenchmark},
        {{"exponential", "exponential"}, exponentialBenchmark},
        {{.name = "multihit", .kernel = "multihit", .with = {"multihit_coefficients"}, .needs = Feature::MeanLinks},
         multihitBenchmark},
    };
}

} // namespace gaugegl

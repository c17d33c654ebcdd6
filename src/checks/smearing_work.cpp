#include "checks/kernel_entry.h"

#include "gauge/actions/staple_kernels.h"
#include "gauge/observables/multihit.h"
#include "gauge/update/update_cost.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/smearing/smearing.h"

namespace gaugegl {
namespace {

StapleVariant usual(const Rig& rig, const LoopSet& loops = {})
{
    const Device& device = rig.device();
    return {.group = rig.group(),
            .staples = defaultStapleSource(rig.group(), device.precision(), loops, device.registers()),
            .loops = loops};
}

/// usual(), but with sums in a texture.
StapleVariant stored(const Rig& rig)
{
    StapleVariant variant = usual(rig);
    if (variant.staples == StapleSource::Fused) variant.staples = StapleSource::Stored;
    return variant;
}

/// A kernel with the making of the sums that it reads, where they are stored; these are not compulsory.
KernelCost withSums(const Rig& rig, const KernelSpec& spec, const StapleVariant& variant)
{
    const KernelCost cost = spec.cost.of(1);
    if (variant.staples == StapleSource::Fused) return cost;
    KernelCost all = cost + stapleSpec(rig.lattice(), variant).cost.of(1);
    all.planesCompulsory -= 2 * staplePlanes(rig.group());
    return all;
}

Work stapleWork(Rig& rig)
{
    const auto u = rig.thermalLinks();
    const auto staples = std::make_shared<StapleKernels>(rig.device(), rig.lattice(), rig.group());
    const auto round = [u, staples] {
        forEveryLinkTexture(4, [&](int mu, int parity) { staples->sums(*u, mu, parity); });
    };
    return rig.ofParity(8, stapleSpec(rig.lattice(), stored(rig)).cost.of(1), round);
}

Work apeWork(Rig& rig)
{
    const auto u = rig.thermalLinks();
    const StapleVariant variant = usual(rig);
    const ApeSmearing smearing{.steps = 5};
    return rig.ofParity(6 * smearing.steps, withSums(rig, apeSpec(rig.lattice(), variant), variant),
                        [u, smearing] { smear(*u, smearing); });
}

Work hypWork(Rig& rig)
{
    const auto u = rig.thermalLinks();
    KernelCost cost;
    for (const int sides : {1, 1, 1, 2, 2, 2, 3}) { // links that one link needs on three levels
        StapleVariant variant = usual(rig);
        variant.sides = sides;
        cost = cost + withSums(rig, apeSpec(rig.lattice(), variant), variant);
    }
    return rig.ofParity(8, cost, [u] { smear(*u, HypSmearing()); });
}

Work flowWork(Rig& rig, const GaugeAction& action)
{
    const FlowParameters parameters{.action = action};
    const auto flow = std::make_shared<GradientFlow>(*rig.thermalLinks(), parameters);
    const StapleVariant variant = usual(rig, action.loops());
    const KernelCost force = withSums(rig, forceSpec(rig.lattice(), variant), variant);
    return rig.ofParity(3 * 8, force + exponentialSpec(rig.group()).cost.of(1),
                        [flow, parameters] { flow->flowTo(flow->time() + parameters.stepUsed()); });
}

Work flowDistanceWork(Rig& rig)
{
    const auto u = rig.thermalLinks();
    const auto out = std::make_shared<PlaneTexture>(rig.device(), halfFieldShape(rig.lattice(), 1));
    const KernelSpec spec = flowDistanceSpec(rig.group());
    const auto round = [u, out, spec] {
        forEveryLinkTexture(4, [&](int mu, int parity) {
            Kernel(u->device(), spec)
                .read("uFirst", u->links(mu, parity))
                .read("uSecond", u->links(mu, 1 - parity))
                .run(*out);
        });
    };
    return rig.ofParity(8, spec.cost.of(1), round);
}

Work exponentialWork(Rig& rig)
{
    const auto u = rig.thermalLinks();
    const auto exponents = std::make_shared<AlgebraField>(rig.device(), rig.lattice(), rig.group());
    forEveryLinkTexture(4, [&](int mu, int parity) {
        PlaneTexture& out = exponents->of(mu, parity);
        out.upload(std::vector<double>(4 * out.shape().texels() * std::size_t(out.shape().planes), 0.01));
    });
    return rig.ofParity(8, exponentialSpec(rig.group()).cost.of(1),
                        [u, exponents] { exponentiate(*u, *exponents, 4); });
}

Work multihitWork(Rig& rig)
{
    const auto u = rig.thermalLinks();
    const double beta = benchmarkHeatBath(rig.group()).beta;
    KernelCost cost = multihitSpec(rig.lattice(), rig.group()).cost.of(1);
    if (!traits(rig.group()).quaternions)
        cost = cost + multihitCoefficientsSpec(rig.lattice()).cost.of(1) +
               stapleSpec(rig.lattice(), stored(rig)).cost.of(1);
    return rig.ofParity(2, cost, [u, beta] { const MultihitLinks links(*u, beta); });
}

} // namespace

std::vector<KernelEntry> smearingEntries()
{
    return {
        {.name = "staple",
         .kernels = {"staple"},
         .work = stapleWork,
         .exists = [](const Setting& s) { return !traits(s.group).quaternions && s.precision == Precision::Single; }},
        {.name = "ape", .kernels = {"ape"}, .work = apeWork},
        {.name = "hyp", .kernels = {"ape"}, .work = hypWork},
        {.name = "flow", .kernels = {"force"}, .work = [](Rig& rig) { return flowWork(rig, {}); }},
        {.name = "flow-symanzik",
         .kernels = {"force"},
         .work = [](Rig& rig) { return flowWork(rig, actions::symanzik); },
         .exists = [](const Setting& s) { return actions::symanzik.loops().fit(s.lattice); }},
        {.name = "flow-distance", .kernels = {"flow_distance"}, .work = flowDistanceWork},
        {.name = "exponential", .kernels = {"exponential"}, .work = exponentialWork},
        {.name = "multihit",
         .kernels = {"multihit", "multihit_coefficients"},
         .work = multihitWork,
         .needs = Feature::MeanLinks},
    };
}

} // namespace gaugegl

#include "checks/kernel_entry.h"

#include "gauge/fixing/fixing_passes.h"
#include "gauge/update/update_cost.h"
#include "gaugegl/device/layout.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"

#include <optional>

namespace gaugegl {
namespace {

/// A pass over one parity with everything that it takes; what lies between its kernels is not compulsory.
KernelCost passCost(const Rig& rig, FixingVariant variant)
{
    const double links = 2 * fixedDirections(variant.gauge);
    KernelCost cost;
    const auto add = [&](double runs, const KernelSpec& spec) {
        const KernelCost one = spec.cost.of(1);
        cost.flops += runs * one.flops;
        cost.planesLoaded += runs * one.planesLoaded;
    };
    for (variant.subgroup = 0; variant.subgroup < fixingSteps(variant.group, variant.kernels); ++variant.subgroup) {
        add(1, fixSpec(rig.lattice(), variant));
        if (!takesTwoSteps(variant.kernels)) continue;
        const bool rotates = variant.kernels == FixingKernels::BySubgroups;
        for (const LinkEnd end : {LinkEnd::Here, LinkEnd::There})
            add(links / 2, transformSpec(rig.lattice(), variant.group, end,
                                         rotates ? std::optional(variant.subgroup) : std::nullopt));
    }
    cost.planesCompulsory = 2 * links * linkPlanes(variant.group);
    return cost;
}

/// Iterations of a gauge; no kernels: those that the device chooses.
Work fixingWork(Rig& rig, Gauge gauge, FixingStep::Kind kind, std::optional<FixingKernels> kernels = {})
{
    Device& device = rig.device();
    const auto u = rig.thermalLinks();
    const auto fixer = kernels ? std::make_shared<GaugeFixer>(device, rig.lattice(), rig.group(), *kernels)
                               : std::make_shared<GaugeFixer>(device, rig.lattice(), rig.group());
    const FixingVariant variant{
        .group = rig.group(), .gauge = gauge, .kernels = fixer->kernels(*u, gauge, kind), .kind = kind};
    KernelCost cost = passCost(rig, variant);
    const std::optional<int> known = fixingFlops(gauge, rig.group());
    if (known && kind == FixingStep::Kind::Power) cost.flops = *known;
    const FixingStep step{.kind = kind, .omega = 1.7, .probability = 0.9, .temperature = 0.3};
    return rig.ofParity(2, cost, [u, fixer, gauge, step] { fixer->iterate(*u, gauge, step, 1); });
}

Work accumulateWork(Rig& rig)
{
    const auto u = rig.thermalLinks();
    const KernelSpec spec = fixAccumulateSpec(rig.group());
    const auto round = [u, spec] {
        for (int parity = 0; parity < 2; ++parity)
            Kernel(u->device(), spec)
                .read("uBefore", u->links(0, parity))
                .read("uAfter", u->links(1, parity))
                .read("uSum", u->links(2, parity))
                .run(u->scratch());
    };
    return rig.ofParity(2, spec.cost.of(1), round);
}

Work functionalWork(Rig& rig)
{
    const Lattice& lattice = rig.lattice();
    const auto u = rig.thermalLinks();
    const auto fixer = std::make_shared<FixingPasses>(rig.device(), lattice, rig.group(), FixingGranularity::Auto);
    const int fold = Reduction::defaultFold(rig.device());
    const KernelCost cost =
        fixFunctionalSpec(lattice, rig.group(), Gauge::Landau, rig.device().precision()).cost.of(1) +
        Reduction::cost(rig.device().path(), fold, halfFieldShape(lattice, 1));
    return rig.ofParity(2, cost, [u, fixer] { fixer->ask(*u, Gauge::Landau, 0, fixer->everyRow()); });
}

} // namespace

std::vector<KernelEntry> fixingEntries()
{
    constexpr auto power = FixingStep::Kind::Power;
    constexpr Feature needs = Feature::GaugeFixing;
    std::vector<KernelEntry> entries;
    const auto add = [&](const std::string& name, Gauge gauge, FixingStep::Kind kind) {
        entries.push_back({.name = name,
                           .kernels = {"fix"},
                           .work = [gauge, kind](Rig& rig) { return fixingWork(rig, gauge, kind); },
                           .needs = needs,
                           .hasVariants = true});
    };
    const HostEntry onHost{.work = hostFixingWork, .name = "fix-landau"};
    // A fragment has the threads that it has.
    const auto addLandau = [&](const std::string& name, const std::vector<std::string>& kernels,
                               FixingKernels (*chosen)(const Rig&)) {
        entries.push_back({.name = name,
                           .kernels = kernels,
                           .work = [chosen](Rig& rig) { return fixingWork(rig, Gauge::Landau, power, chosen(rig)); },
                           .host = onHost,
                           .exists = [](const Setting& s) { return s.path == Path::Compute; },
                           .needs = needs});
    };
    add("fix-landau", Gauge::Landau, power);
    entries.back().host = onHost;
    add("fix-landau-annealing", Gauge::Landau, FixingStep::Kind::HeatBath);
    add("fix-coulomb", Gauge::Coulomb, power);
    add("fix-mag", Gauge::MaximallyAbelian, power);
    add("fix-centre", Gauge::Centre, power);
    addLandau("fix-landau-two-step", {"fix_transformation", "transform"}, [](const Rig& rig) {
        return defaultFixingKernels(rig.group(), Path::Fragment, rig.device().precision());
    });
    addLandau("fix-landau-one-thread", {"fix"}, [](const Rig& rig) {
        return traits(rig.group()).quaternions ? FixingKernels::OneThread : FixingKernels::Reloading;
    });
    addLandau("fix-landau-eight-threads", {"fix"}, [](const Rig&) { return FixingKernels::EightThreads; });
    entries.push_back(
        {.name = "fix-accumulate", .kernels = {"fix_accumulate"}, .work = accumulateWork, .needs = needs});
    entries.push_back(
        {.name = "fix-functional", .kernels = {"fix_functional", "fold"}, .work = functionalWork, .needs = needs});
    return entries;
}

} // namespace gaugegl

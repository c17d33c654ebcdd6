#include "checks/kernel_entry.h"

#include "fields/device_shifts.h"
#include "gauge/actions/staple_kernels.h"
#include "gauge/observables/densities.h"
#include "gauge/update/update_cost.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/update/update.h"

#include <fmt/format.h>
#include <iterator>

namespace gaugegl {
namespace {

/// The action of an update, and where its staples come from.
struct UpdateChoice {
    GaugeAction action = {};
    std::optional<StapleSource> staples = {};

    LoopSet loops() const { return action.loops(); }
    StapleSource sourceOn(const Rig& rig) const
    {
        return staples.value_or(
            defaultStapleSource(rig.group(), rig.device().precision(), loops(), rig.device().registers()));
    }
};

/// A round that updates every link once.
Work updateWork(Rig& rig, const std::string& kernel, const UpdateChoice& choice, std::function<void()> round,
                const DrawSource& draws = {}, const KernelCost& besides = {})
{
    const int colours = choice.loops().couplesParity() ? Sublattices(rig.lattice()).count() : 1;
    const double links = double(rig.lattice().halfVolume()) / colours;
    const KernelCost cost = updateCost(
        kernel, rig.lattice(), {.group = rig.group(), .staples = choice.sourceOn(rig), .loops = choice.loops()}, draws);
    Work work = workOf(rig.device().precision(), links, cost + besides, 8 * colours, std::move(round));
    work.links = links;
    return work;
}

/// The links move through nine textures, so that a round touches as much memory as a sweep of updates does.
Work copyWork(Rig& rig)
{
    const KernelSpec spec = copySpec(linkPlanes(rig.group()));
    return rig.ofParity(8, spec.cost.of(1), [&rig, spec] {
        forEveryLinkTexture(4, [&](int mu, int parity) {
            GaugeField& u = rig.links();
            Kernel(u.device(), spec).read("uSource", u.links(mu, parity)).run(u.scratch());
            u.replace(mu, parity);
        });
    });
}

/// The sum of one density with its read-back.
template<int fold>
Work reductionWork(Rig& rig)
{
    return rig.ofParity(1, Reduction::cost(rig.device().path(), fold, rig.density().shape()),
                        [&rig] { rig.reduction(fold).sum(rig.density()); });
}

/// Arithmetic on one texel: what it costs to run a kernel at all.
Work numberWork(Rig& rig)
{
    const auto pool = std::make_shared<NumberPool>(rig.device());
    const DeviceNumber a = pool->sum(rig.density());
    return workOf(rig.device().precision(), 1, numberSpec(1, false).cost.of(1), 1,
                  [pool, a] { pool->compute(1, false, a, a); });
}

/// The numbers of the systems of multi-shift conjugate gradients with twelve poles.
Work shiftsWork(Rig& rig)
{
    const auto pool = std::make_shared<NumberPool>(rig.device());
    const DeviceReal a{pool->sum(rig.density())};
    const auto space =
        FermionSpace::create(rig.device(), {rig.links().lattice(), rig.links().group(), FermionKind::Staggered});
    const auto numbers = std::make_shared<DeviceShiftNumbers>(*space, std::vector<double>(11, 0.5), 1);
    return workOf(rig.device().precision(), 12, shiftsSpec(12).cost.of(1), 1, [numbers, a] {
        numbers->step({a, a, a});
    });
}

/// A kernel that writes one plane from the links around: once for each parity.
Work neighbourhoodWork(Rig& rig, const KernelSpec& spec, PlaneTexture& out)
{
    return workOf(rig.device().precision(), double(out.shape().texels()), spec.cost.of(1), 2, [&rig, &out, spec] {
        for (int parity = 0; parity < 2; ++parity) {
            Kernel kernel(rig.device(), spec);
            readLinks(kernel, rig.links(), parity);
            kernel.run(out);
        }
    });
}

/// The density of an observable.
Work densityWork(Rig& rig, const DensityVariant& density)
{
    const Device& device = rig.device();
    const auto out = std::make_shared<PlaneTexture>(rig.device(), densityShape(density, rig.lattice()));
    const KernelSpec spec = densitySpec(density, rig.group(), rig.lattice(), device.precision(), device.registers());
    Work work = neighbourhoodWork(rig, spec, *out);
    work.round = [out, round = std::move(work.round)] { round(); };
    return work;
}

Work overrelaxationWork(Rig& rig, const UpdateChoice& choice)
{
    return updateWork(rig, "overrelaxation", choice, [&rig, choice] {
        for (const LinkSet& set : linkSets(rig.lattice(), choice.loops()))
            overrelaxation(rig.links(), set, choice.action, choice.staples);
    });
}

Work heatBathWork(Rig& rig, HeatBath parameters, std::optional<StapleSource> staples = {})
{
    rig.thermalise();
    parameters.beta = benchmarkHeatBath(rig.group()).beta;
    return updateWork(rig, "heatbath", {parameters.action, staples},
                      [&rig, parameters, staples] { rig.heatBath(parameters, staples); });
}

/// Every other link in space is only copied: slabs of two time slices.
Work heatBathBetweenWork(Rig& rig)
{
    rig.thermalise();
    Work work =
        updateWork(rig, "heatbath", {}, [&rig, parameters = benchmarkHeatBath(rig.group()), sweep = 0u]() mutable {
            for (const LinkSet& set : linkSetsBetween(rig.lattice(), 2))
                heatBath(rig.links(), set, parameters, benchSeed, sweep);
            ++sweep;
        });
    constexpr double share = (3 * 0.5 + 1) / 4;
    for (double* number : {&work.sites, &work.links, &work.flops, &work.bytesCompulsory, &work.bytesLoaded})
        *number *= share;
    return work;
}

/// A heat bath with the trials that its generator has by default; the making of RANLUX numbers belongs to it.
Work heatBathOf(Rig& rig, GeneratorType type)
{
    rig.thermalise();
    HeatBath parameters = benchmarkHeatBath(rig.group());
    parameters.trials = defaultTrials(type);
    const std::shared_ptr<Generator> generator =
        Generator::create(rig.device(), rig.lattice(),
                          {.choice = {type}, .group = rig.group(), .seed = benchSeed, .trials = parameters.trials});
    const DrawSource draws = generator->source();
    return updateWork(
        rig, "heatbath", {},
        [&rig, parameters, generator, sweep = 0u]() mutable {
            heatBathSweep(rig.links(), parameters, *generator, sweep++);
        },
        draws, draws.blocks * ranluxSpec(GeneratorChoice().luxury, rig.device().precision()).cost.of(1));
}

/// One block of numbers.
Work ranluxWork(Rig& rig)
{
    const int luxury = GeneratorChoice().luxury;
    const std::shared_ptr<Generator> generator =
        Generator::create(rig.device(), rig.lattice(), {{GeneratorType::Ranlux, luxury}, Group::SU2, benchSeed, 1});
    return rig.ofParity(1, ranluxSpec(luxury, rig.device().precision()).cost.of(1),
                        [generator] { generator->prepare({}, 0); });
}

/// In double precision nothing but the default is sure to fit the registers of a card.
bool hasSingleMatrices(const Setting& s) { return !traits(s.group).quaternions && s.precision == Precision::Single; }
bool fitsSymanzik(const Setting& s) { return actions::symanzik.loops().fit(s.lattice); }

} // namespace

std::vector<KernelEntry> gaugeEntries()
{
    using enum HeatBathAlgorithm;
    const auto heatBath = [](const std::string& name, HeatBathAlgorithm algorithm, int trials) {
        return KernelEntry{.name = name, .kernels = {"heatbath"}, .work = [algorithm, trials](Rig& rig) {
                               return heatBathWork(rig, {.algorithm = algorithm, .trials = trials});
                           }};
    };
    const auto withReference = [](KernelEntry entry, bool isHeatBath) {
        entry.host = {.work = [isHeatBath](const HostSetting& s) { return referenceWork(isHeatBath, s); },
                      .path = "reference"};
        return entry;
    };
    const auto heatBathFrom = [](const std::string& name, GeneratorType type) {
        return KernelEntry{
            .name = name, .kernels = {"heatbath"}, .work = [type](Rig& rig) { return heatBathOf(rig, type); }};
    };
    const auto ofAllGroups = [](const std::string& name, const char* kernel, Work (*work)(Rig&)) {
        return KernelEntry{.name = name, .kernels = {kernel}, .work = work, .perGroup = false};
    };
    std::vector<KernelEntry> entries = {
        ofAllGroups("copy", "copy", copyWork),
        ofAllGroups("reduction-2", "fold", reductionWork<2>),
        ofAllGroups("reduction-4", "fold", reductionWork<4>),
        ofAllGroups("reduction-8", "fold", reductionWork<8>),
        ofAllGroups("reduction-16", "fold", reductionWork<16>),
        ofAllGroups("reduction-32", "fold", reductionWork<32>),
        ofAllGroups("number", "number", numberWork),
        ofAllGroups("shifts", "shifts", shiftsWork),
    };
    for (const DensityVariant& density : densityVariants()) { // lines in t are those of every run
        const bool named = density.isOfLines() && density.mu != 3;
        entries.push_back(
            {.name = density.kernel->name + (named ? fmt::format("-{}", directionNames[std::size_t(density.mu)]) : ""),
             .kernels = {density.kernel->name},
             .work = [density](Rig& rig) { return densityWork(rig, density); }});
    }
    const KernelEntry further[] = {
        {.name = "unitarity",
         .kernels = {"unitarity"},
         .work = [](Rig& r) { return neighbourhoodWork(r, unitaritySpec(r.group(), r.lattice()), r.density()); }},
        {.name = "reunitarise",
         .kernels = {"reunitarise"},
         .work =
             [](Rig& r) {
                 return r.ofParity(8, reunitariseSpec(r.group()).cost.of(1), [&r] { reunitarise(r.links()); });
             }},
        {.name = "random_links",
         .kernels = {"random_links"},
         .work =
             [](Rig& r) {
                 return r.ofParity(8, randomLinksSpec(r.group(), r.lattice()).cost.of(1), [&r] { r.hotStart(); });
             }},
        withReference({.name = "overrelaxation",
                       .kernels = {"overrelaxation"},
                       .work = [](Rig& rig) { return overrelaxationWork(rig, {}); }},
                      false),
        withReference(heatBath("heatbath", KennedyPendleton, 16), true),
        heatBath("heatbath-one-trial", KennedyPendleton, 1),
        heatBath("heatbath-creutz", Creutz, 16),
        heatBath("heatbath-creutz-one-trial", Creutz, 1),
        {.name = "heatbath-between", .kernels = {"heatbath"}, .work = heatBathBetweenWork},
        heatBathFrom("heatbath-ranlux", GeneratorType::Ranlux),
        heatBathFrom("heatbath-lcg", GeneratorType::Lcg),
        ofAllGroups("ranlux", "ranlux", ranluxWork),
    };
    std::ranges::copy(further, std::back_inserter(entries));
    const auto addUpdates = [&](const std::string& suffix, const UpdateChoice& choice, bool (*exists)(const Setting&)) {
        entries.push_back({.name = "overrelaxation-" + suffix,
                           .kernels = {"overrelaxation"},
                           .work = [choice](Rig& rig) { return overrelaxationWork(rig, choice); },
                           .exists = exists});
        entries.push_back(
            {.name = "heatbath-" + suffix,
             .kernels = {"heatbath"},
             .work = [choice](Rig& rig) { return heatBathWork(rig, {.action = choice.action}, choice.staples); },
             .exists = exists});
    };
    addUpdates("stored", {.staples = StapleSource::Stored}, hasSingleMatrices);
    addUpdates("rows", {.staples = StapleSource::ByRows}, hasSingleMatrices);
    addUpdates("symanzik", {.action = actions::symanzik}, fitsSymanzik);
    entries.push_back({.name = "cooling", .kernels = {"overrelaxation"}, .work = [](Rig& rig) {
                           return updateWork(rig, "overrelaxation", {}, [&rig] {
                               cool(rig.links(), 1);
                               rig.changed();
                           });
                       }});
    return entries;
}

} // namespace gaugegl

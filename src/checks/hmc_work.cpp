#include "checks/kernel_entry.h"
#include "checks/trajectories.h"

#include "fermion/operators/half_fields.h"
#include "gauge/actions/insertion_force.h"
#include "gauge/smearing/stout_links.h"
#include "hmc/forces.h"
#include "hmc/kernels.h"

#include <fmt/format.h>
#include <iterator>

namespace gaugegl {
namespace {

/// The mean of the four directions, in the passes that the device needs.
KernelCost forceCost(const Device& device, const Lattice& lattice, FermionForceKernel kernel)
{
    KernelCost mean;
    for (kernel.mu = 0; kernel.mu < 4; ++kernel.mu) {
        const KernelSpec spec = fermionForceSpec(lattice, kernel);
        const KernelCost cost = costOn(device, spec);
        mean.flops += cost.flops / 4;
        mean.planesLoaded += cost.planesLoaded / 4;
        mean.planesCompulsory += cost.planesCompulsory / 4;
    }
    return mean;
}

/// What forces of insertions read and write.
struct ForceFields {
    AlgebraField p, q;
    PlaneTexture insertions;
    FermionField psi;
};

Work forceWork(Rig& rig, FermionKind kind)
{
    struct Fields {
        AlgebraField p;
        std::vector<FermionField> of;
    };
    const GaugeField& u = rig.links();
    const auto space = FermionSpace::create(rig.device(), {u.lattice(), u.group(), kind});
    const auto fields = std::make_shared<Fields>(Fields{AlgebraField(rig.device(), u.lattice(), u.group()), {}});
    drawMomenta(fields->p, benchSeed, 0);
    for (int parity = 0; parity < 2; ++parity)
        fields->of.push_back(uploaded(space, randomHalf(u.lattice(), kind, u.group(), parity, benchSeed)));
    const auto force = std::make_shared<HoppingForce>(kind, u, BoundaryPhases{});
    force->tune(rig.device().tuner());
    const KernelCost cost = forceCost(rig.device(), u.lattice(),
                                      {.kind = kind, .group = u.group(), .boundary = {}, .variant = force->variant()});
    return rig.ofParity(8, cost, [force, fields] {
        const std::array<const FermionField*, 2> halves = {&fields->of[0], &fields->of[1]};
        force->kickMomenta(fields->p, {halves, halves}, smallTime);
    });
}

constexpr int planesOfLinks = 8 * 3; ///< of each direction and parity

std::shared_ptr<ForceFields> forceFields(Rig& rig)
{
    Device& device = rig.device();
    const GaugeField& u = rig.links();
    const auto space = FermionSpace::create(device, {u.lattice(), u.group(), FermionKind::Wilson});
    auto f = std::make_shared<ForceFields>(
        ForceFields{AlgebraField(device, u.lattice(), u.group()), AlgebraField(device, u.lattice(), u.group()),
                    PlaneTexture(device, halfFieldShape(u.lattice(), 6 * insertionPlanes(u.group()))),
                    uploaded(space, randomHalf(u.lattice(), FermionKind::Wilson, u.group(), 0, benchSeed))});
    drawMomenta(f->p, benchSeed, 0);
    drawMomenta(f->q, benchSeed, 1);
    return f;
}

Work insertionsWork(Rig& rig)
{
    const auto f = forceFields(rig);
    Device& device = rig.device();
    const KernelSpec insert =
        cloverInsertionsSpec(rig.group(), {}, device.precision(), device.registersOfLongKernels());
    return rig.ofParity(1, costOn(device, insert), [f, insert, &device] {
        Kernel(device, insert)
            .read("uX", f->psi.planes())
            .read("uY", f->psi.planes())
            .set("uWeight", smallTime)
            .run(f->insertions);
    });
}

/// Of a clover term, whose insertions lie at sites.
Work cloverForceWork(Rig& rig)
{
    const auto f = forceFields(rig);
    const Registers registers = rig.device().registersOfLongKernels();
    f->insertions.upload(
        std::vector<double>(4 * f->insertions.shape().texels() * std::size_t(f->insertions.shape().planes), smallTime));
    return rig.ofParity(
        planesOfLinks,
        costOn(rig.device(), insertionForceSpec(rig.group(), rig.lattice(), Insertions::OfSites, registers)),
        [f, registers, &rig] {
            addInsertionForce(f->p, rig.links(), SiteInsertions{&f->insertions, &f->insertions},
                              {smallTime, registers});
        });
}

/// Of stout links, whose insertions belong to links.
Work stoutForceWork(Rig& rig)
{
    const auto f = forceFields(rig);
    const Registers registers = rig.device().registersOfLongKernels();
    return rig.ofParity(
        planesOfLinks,
        costOn(rig.device(), insertionForceSpec(rig.group(), rig.lattice(), Insertions::OfLinks, registers)),
        [f, registers, &rig] {
            addInsertionForce(f->p, rig.links(), f->q, {smallTime, registers});
        });
}

Work stoutGradientWork(Rig& rig)
{
    const auto f = forceFields(rig);
    const KernelSpec spec = stoutGradientSpec(rig.group());
    return rig.ofParity(1, costOn(rig.device(), spec), [f, spec, &device = rig.device()] {
        Kernel(device, spec)
            .read("uExponent", f->p.of(0, 0))
            .read("uGradient", f->q.of(0, 0))
            .run({&f->p.scratch(), &f->q.scratch()});
    });
}

Work momentaWork(Rig& rig)
{
    const auto p = std::make_shared<AlgebraField>(rig.device(), rig.lattice(), rig.group());
    return rig.ofParity(8, randomMomentaSpec(rig.group(), rig.lattice()).cost.of(1),
                        [p] { drawMomenta(*p, benchSeed, 0); });
}

Work kineticEnergyWork(Rig& rig)
{
    const auto p = std::make_shared<AlgebraField>(rig.device(), rig.lattice(), rig.group());
    drawMomenta(*p, benchSeed, 0);
    const auto reduction = std::make_shared<Reduction>(rig.device());
    return rig.ofParity(2, kineticEnergySpec(rig.group()).cost.of(1),
                        [p, reduction] { kineticEnergy(*p, *reduction); });
}

} // namespace

std::vector<KernelEntry> hmcEntries()
{
    std::vector<KernelEntry> entries = {
        {.name = "momenta", .kernels = {"random_momenta"}, .work = momentaWork},
        {.name = "kinetic-energy", .kernels = {"kinetic_energy"}, .work = kineticEnergyWork}};
    for (const FermionKindTraits& quarks : fermionKinds)
        entries.push_back(
            {.name = fmt::format("force-{}", quarks.name),
             .kernels = {"fermion_force"},
             .work = [kind = quarks.kind](Rig& rig) { return forceWork(rig, kind); },
             .host = {.work = [kind = quarks.kind](const HostSetting& s) { return hostForceWork(kind, s); }},
             .hasVariants = true});
    const KernelEntry others[] = {
        {.name = "clover-insertions", .kernels = {"clover_insertions"}, .work = insertionsWork},
        {.name = "force-clover", .kernels = {"insertion_force"}, .work = cloverForceWork},
        {.name = "force-stout", .kernels = {"insertion_force"}, .work = stoutForceWork},
        {.name = "stout-gradient", .kernels = {"stout_gradient"}, .work = stoutGradientWork}};
    std::ranges::copy(others, std::back_inserter(entries));
    for (KernelEntry& entry : entries)
        entry.needs = Feature::MolecularDynamics;
    std::ranges::move(trajectoryEntries(), std::back_inserter(entries));
    return entries;
}

} // namespace gaugegl

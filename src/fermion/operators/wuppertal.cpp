#include "fermion/operators/wuppertal.h"

#include "fermion/operators/hopping.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int space = 3; ///< the directions of the steps

/// The phases of the steps in space alone.
BoundaryPhases inSpace(BoundaryPhases boundary)
{
    boundary.theta[3] = 0;
    boundary.isospin = 0;
    return boundary;
}

std::vector<const PlaneTexture*> spatialLinks(const GaugeField& u, int parity)
{
    std::vector<const PlaneTexture*> links = u.links(parity);
    links.resize(space);
    return links;
}

} // namespace

KernelSpec wuppertalSpec(Group group, const Lattice& lattice, Precision precision, const BoundaryPhases& boundary,
                         Registers registers)
{
    const int planes = fermionPlanes(FermionKind::Wilson, group);
    KernelSpec spec{.kernel = "wuppertal",
                    .label = "wuppertal-" + word(group),
                    .defines = latticeDefines(lattice),
                    .resultPlanes = planes};
    spec.defines.merge(groupDefines(group));
    spec.defines.merge(hopDefines({}, group));
    spec.defines["VECTOR_PLANES"] = std::to_string(planes);
    spec.defines["NORM"] = "0";
    definePhases(spec, inSpace(boundary));
    if (registers == Registers::Few) {
        spec.label += "-few";
        spec.defines["STEPS"] = "1";
        spec.planesPerPass = precision == Precision::Double ? 1 : planes / 2;
    }
    for (int mu = 0; mu < space; ++mu)
        if (inSpace(boundary).theta[std::size_t(mu)] != 0)
            spec.label += fmt::format("-{}{}", boundary.spread ? "spread" : "phase", mu);
    spec.ownSite = {"uSame", "uChi"};

    // Six steps of four products and as many sums, the first with 0, and of what is kept a product and a sum.
    const int n = colours(group), reals = 8 * n, product = n * (8 * n - 2);
    double flops = 2 * space * 4.0 * product + (2 * space - 1) * reals + 3.0 * reals;
    for (int mu = 0; mu < space; ++mu)
        flops += 2.0 * 4 * n * phaseFlops(inSpace(boundary), mu);
    const double read = 2 * space * (planes + linkPlanes(group)) + planes;
    spec.cost = {flops, double(planes), 3.0 * planes + 2 * space * linkPlanes(group), read};
    return spec;
}

DeviceWuppertal::DeviceWuppertal(const GaugeField& u, const BoundaryPhases& boundary,
                                 std::optional<Registers> registers)
    : u_(&u), space_(FermionSpace::create(u.device(), {u.lattice(), u.group(), FermionKind::Wilson})),
      spec_(wuppertalSpec(u.group(), u.lattice(), u.device().precision(), boundary,
                          registers.value_or(u.device().registers())))
{
    const BoundaryPhases spatial = inSpace(boundary);
    if (spatial.theta != std::array<double, 4>{}) phases_ = phaseValues(spatial, u.lattice());
}

void DeviceWuppertal::smear(Spinors& psi, const WuppertalSteps& smearing) const
{
    if (!smearing.smears()) return;
    const double keep = 1 / (1 + 2 * space * smearing.alpha);
    Spinors next = makeSpinors();
    for (int step = 0; step < smearing.steps; ++step) {
        for (int parity = 0; parity < 2; ++parity) {
            Kernel kernel(u_->device(), spec_);
            kernel.read("uPsi", psi[std::size_t(1 - parity)].planes())
                .read("uChi", psi[std::size_t(parity)].planes())
                .read("uSame", spatialLinks(*u_, parity))
                .read("uOther", spatialLinks(*u_, 1 - parity))
                .set("uParity", parity)
                .set("uKeep", keep)
                .set("uHop", smearing.alpha * keep);
            if (!phases_.empty()) kernel.set("uPhases", phases_);
            next[std::size_t(parity)].write(kernel);
        }
        std::swap(psi, next);
    }
}

} // namespace gaugegl

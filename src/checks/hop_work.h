// The fields and operators that benchmarks of hopping terms and of solvers work on, and what their linear algebra costs.
#pragma once

#include "algebra/domain_wall.h"
#include "checks/kernel_entry.h"
#include "core/fermion_source.h"
#include "device/tuner.h"
#include "fermion/kernels.h"
#include "fermion/operators/clover_field.h"
#include "fermion/operators/half_fields.h"

#include <memory>
#include <vector>

namespace gaugegl {

/// The hopping terms of an entry.
struct HopCase {
    FermionKind kind = FermionKind::Wilson; ///< spinors, or staggered vectors
    HopStorage links = {};                  ///< that are read
    FieldFormat format = FieldFormat::Real; ///< of the fields; of those that are converted to
    SiteBlocks blocks = SiteBlocks::None;   ///< what the blocks of a clover term multiply; of an iteration: not None
    int slices = 1;                         ///< of fields of domain-wall quarks, or right-hand sides side by side
    bool tunes = true;                      ///< a tuner chooses the variant
    BoundaryPhases boundary = {};           ///< of the quarks
};

/// Fields that grow with every call stay finite.
constexpr double smallNumber = 0x1p-20;

/// What the linear algebra costs for a site: its kernels count texels, and of the terms of a norm a plane is read again
/// when they are summed.
inline KernelCost costOfSite(const KernelCost& ofTexel, const FermionSpace& space, bool terms)
{
    const double texelsOfSite = double(space.shape().texels()) / double(space.description().lattice.halfVolume());
    KernelCost cost = texelsOfSite * ofTexel;
    cost.planesLoaded += terms ? texelsOfSite : 0;
    cost.planesCompulsory += terms ? texelsOfSite : 0;
    return cost;
}

/// The quark of rows with a clover term.
constexpr WilsonParameters cloverQuark{.kappa = 0.12, .clover = 1};

/// Those with domain walls.
inline DomainWallParameters wallQuark(int slices)
{
    const auto n = std::size_t(slices);
    return {.m5 = 1.8, .mass = 0.1, .b = std::vector<double>(n, 1.5), .c = std::vector<double>(n, 0.5)};
}

/// One parity of a random field of a case.
inline HalfVector randomSlices(const GaugeField& u, const HopCase& of, int parity)
{
    const Lattice local = u.lattice().local();
    return halfOf(local, gaussianSlices(local, of.kind, u.group(), benchSeed, of.slices), parity,
                  of.slices * fermionComponents(of.kind, u.group()));
}

/// The data of an entry's work.
struct HopWork {
    HopLinks links;
    DeviceHopping op;
    std::vector<FermionField> psi, out, chi; ///< of both parities
    DeviceReal alpha;

    HopWork(const GaugeField& u, const HopCase& of)
        : links(u, of.links), op(hoppingOf(links, of)), alpha(setFields(u, of))
    {
        if (of.blocks == SiteBlocks::None) return;
        const auto clover = std::make_shared<const CloverField>(u, cloverQuark);
        op = op.with(of.format == FieldFormat::Real ? clover : clover->inShort());
    }
    HopWork(const HopWork&) = delete;
    HopWork& operator=(const HopWork&) = delete;

private:
    static DeviceHopping hoppingOf(const HopLinks& links, const HopCase& of)
    {
        DeviceHopping hopping(of.kind, links, of.boundary, of.format);
        if (of.slices > 1) hopping = hopping.inSlices(of.slices);
        if (of.tunes) hopping.tune(links.gauge().device().tuner());
        return hopping;
    }
    DeviceReal setFields(const GaugeField& u, const HopCase& of)
    {
        for (int parity = 0; parity < 2; ++parity) {
            psi.push_back(uploaded(op.space(), randomSlices(u, of, parity)));
            out.push_back(psi.back());
            chi.push_back(psi.back());
        }
        return smallNumber * (norm2(psi[0]) / norm2(psi[0]));
    }
};

} // namespace gaugegl

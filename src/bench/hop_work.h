// The fields and operators that benchmarks of hopping terms and of solvers work on, and what their linear algebra costs.
#pragma once

#include "algebra/domain_wall.h"
#include "bench/fermions.h"
#include "bench/seed.h"
#include "core/fermion_source.h"
#include "device/tuner.h"
#include "fermion/kernels.h"
#include "fermion/operators/clover_field.h"
#include "fermion/operators/half_fields.h"

#include <memory>
#include <vector>

namespace gaugegl {

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

/// One parity of a random field of an entry.
inline HalfVector randomSlices(const GaugeField& u, const FermionBenchmarkEntry& entry, int parity)
{
    const Lattice local = u.lattice().local();
    return halfOf(local, gaussianSlices(local, entry.kind, u.group(), benchSeed, entry.slices), parity,
                  entry.slices * fermionComponents(entry.kind, u.group()));
}

/// The data of an entry's work.
struct HopWork {
    HopLinks links;
    DeviceHopping op;
    std::vector<FermionField> psi, out, chi; ///< of both parities
    DeviceReal alpha;

    HopWork(const GaugeField& u, const FermionBenchmarkEntry& entry)
        : links(u, entry.links), op(hoppingOf(links, entry)), alpha(setFields(u, entry))
    {
        if (entry.blocks == SiteBlocks::None) return;
        const auto clover = std::make_shared<const CloverField>(u, cloverQuark);
        op = op.with(entry.format == FieldFormat::Real ? clover : clover->inShort());
    }
    HopWork(const HopWork&) = delete;
    HopWork& operator=(const HopWork&) = delete;

private:
    static DeviceHopping hoppingOf(const HopLinks& links, const FermionBenchmarkEntry& entry)
    {
        DeviceHopping hopping(entry.kind, links, {}, entry.format);
        if (entry.slices > 1) hopping = hopping.inSlices(entry.slices);
        if (entry.hasVariants()) hopping.tune(links.gauge().device().tuner());
        return hopping;
    }
    DeviceReal setFields(const GaugeField& u, const FermionBenchmarkEntry& entry)
    {
        for (int parity = 0; parity < 2; ++parity) {
            psi.push_back(uploaded(op.space(), randomSlices(u, entry, parity)));
            out.push_back(psi.back());
            chi.push_back(psi.back());
        }
        return smallNumber * (norm2(psi[0]) / norm2(psi[0]));
    }
};

} // namespace gaugegl

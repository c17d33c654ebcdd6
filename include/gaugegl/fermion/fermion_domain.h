// What a field of quarks on the host is: its lattice, its components, and products of fields that ranks share.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/fermion.h"

#include <complex>

namespace gaugegl {

/// The lattice and the components of a fermion field of the host.
struct FermionDomain {
    Lattice lattice;                        ///< the part that this rank holds, as a lattice of its own
    Group group = Group::SU3;               ///< of the colours
    FermionKind kind = FermionKind::Wilson; ///< four spins, or none
    int slices = 1;                         ///< of a fifth dimension, one after the other on each site

    /// Complex numbers per site.
    int components() const { return slices * fermionComponents(kind, group); }
    /// Complex numbers of a field on the whole lattice.
    std::size_t size() const { return std::size_t(lattice.volume()) * std::size_t(components()); }
};

/// x^dagger y of this rank's parts of fields with as many numbers on every site, in the one order of sums; collective.
inline std::complex<double> dot(const SharedLattice& shared, const FermionVector& x, const FermionVector& y)
{
    const std::size_t components = x.size() / std::size_t(shared.local().volume());
    return shared.sumOfSites([&](std::int64_t site) {
        std::complex<double> sum = 0;
        for (std::size_t k = std::size_t(site) * components; k < (std::size_t(site) + 1) * components; ++k)
            sum += std::conj(x[k]) * y[k];
        return sum;
    });
}

} // namespace gaugegl

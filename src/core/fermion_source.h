// Random sources of fermions: CONVENTIONS.md, "Random numbers".
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/core/noise.h"
#include "gaugegl/core/random.h"

#include <functional>

namespace gaugegl {

/// Independent complex Gaussians with mean 0 and mean |eta|^2 = 1 for each complex component of each site: a pure
/// function of seed and site, and the same numbers whatever the precision of what they are used in.
FermionVector gaussianSource(const Lattice& lattice, FermionKind kind, Group group, std::uint64_t seed);

/// Independent components of mean 0 and mean |eta|^2 = 1, other numbers than those of gaussianSource() with this seed.
FermionVector noiseSource(const Lattice& lattice, FermionKind kind, Group group, NoiseType type, std::uint64_t seed);

/// The root of 1 of a site of the whole lattice in a noise wall, with numbers of its own.
std::complex<double> rootOfSite(NoiseType type, std::uint64_t seed, std::uint32_t site);

/// Fields of one slice each, with so many components on a site, as one of a fifth dimension: the slices of a site one after the other.
FermionVector inSlices(int slices, int components, const std::function<FermionVector(int slice)>& of);

/// gaussianSource() in so many slices of a fifth dimension; slice s has the numbers of seed + s.
FermionVector gaussianSlices(const Lattice& lattice, FermionKind kind, Group group, std::uint64_t seed, int slices);

/// Draws of four numbers that a site needs: one for two components.
constexpr int noiseDraws(FermionKind kind, Group group) { return (fermionComponents(kind, group) + 1) / 2; }

/// Independent complex Gaussians with mean 0 and mean |eta|^2 = 1 from any draws, which are in double precision and for sites of the whole
/// lattice; of a shared one the sites of lattice.local().
FermionVector gaussianNoise(const Lattice& lattice, FermionKind kind, Group group, const Draws& draws);

} // namespace gaugegl

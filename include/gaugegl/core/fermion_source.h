// Random sources of fermions: CONVENTIONS.md, "Random numbers".
#pragma once

#include "gaugegl/core/fermion.h"
#include "gaugegl/core/random.h"

namespace gaugegl {

/// Independent complex Gaussians with mean 0 and mean |eta|^2 = 1 for each complex component of each site: a pure
/// function of seed and site, and the same numbers whatever the precision of what they are used in.
FermionVector gaussianSource(const Lattice& lattice, FermionKind kind, Group group, std::uint64_t seed);

/// The same of any family of draws; the site of `at` is not looked at.
FermionVector gaussianNoise(const Lattice& lattice, FermionKind kind, Group group, const RandomSite& at);

} // namespace gaugegl

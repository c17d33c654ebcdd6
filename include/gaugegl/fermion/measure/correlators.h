// Zero-momentum correlators of mesons made of a quark and an antiquark of two flavours, from the propagator S of one
// source: with s the distance from the source in the direction of the correlator,
//   C(s) = -sum_x tr[ Gamma S(x) gammaBar S(x)^~ ],  S^~ = gamma_5 S^dagger gamma_5,  GammaBar = gamma_d Gamma^dagger
//   gamma_d,
// over the sites at the distance s; it is the correlator of the operator q1bar Gamma q2 with its own adjoint, positive
// but for noise at s > 0 (CONVENTIONS.md, "Mesons").
//   pion     Gamma = gamma_5            C = sum |S|^2 over sites, spins, colours
//   rho      gamma_i, i != d            mean over the three directions i
//   scalar   1
//   axial    gamma_i gamma_5, i != d    mean over the three directions i
// Staggered fermions have the Goldstone pion alone, C = sum |S|^2.
#pragma once

#include "gaugegl/core/fermion.h"

#include <string>
#include <vector>

namespace gaugegl {

/// The solutions for all components of a source, [spin * N + colour]; one component for each colour if staggered.
using Propagator = std::vector<FermionVector>;

/// Where and of what correlators are measured.
struct CorrelatorGeometry {
    Lattice lattice;   ///< extents
    FermionKind kind;  ///< of the fermions
    Group group;       ///< of the colours
    int direction = 3; ///< d: from the source along it
    int origin = 0;    ///< x_d of the source
};

/// C(0) ... C(L_d - 1).
struct MesonCorrelator {
    std::string name;           ///< "pion", "rho", "scalar", "axial"
    std::vector<double> values; ///< real parts; imaginary ones are noise
};

/// The mesons of this kind of fermions, the pion first: their names.
std::vector<std::string> mesonNames(FermionKind kind);

/// All of them.  Throws InputError where the propagator has another number of columns or sites.
std::vector<MesonCorrelator> mesonCorrelators(const Propagator& propagator, const CorrelatorGeometry& geometry);

} // namespace gaugegl

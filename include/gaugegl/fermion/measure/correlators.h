// Zero-momentum correlators of mesons made of a quark and an antiquark of two flavours, from the propagator S of one
// source: with s the distance from the source in the direction of the correlator,
//   C(s) = -sum_x tr[ Gamma S(x) GammaBar S(x)^~ ]  over the sites x at the distance s
//   S^~ = gamma_5 S^dagger gamma_5
//   GammaBar = gamma_d Gamma^dagger gamma_d
// It is the correlator of the operator q1bar Gamma q2 with its own adjoint, positive up to noise for s > 0
// (CONVENTIONS.md, "Mesons").
//   pion     Gamma = gamma_5            C = sum |S|^2 over sites, spins, colours
//   rho      gamma_i, i != d            mean over the three directions i
//   scalar   1
//   axial    gamma_i gamma_5, i != d    mean over the three directions i
// For staggered fermions only the Goldstone pion is measured, C = sum |S|^2.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/fermion.h"

#include <string>
#include <vector>

namespace gaugegl {

/// The solutions for all components of a source, [spin * N + colour], or [colour] for staggered fermions.
using Propagator = std::vector<FermionVector>;

/// The fields and the direction of the correlators.
struct CorrelatorGeometry {
    SharedLattice lattice; ///< of which the columns hold this rank's part
    FermionKind kind;      ///< of the fermions
    Group group;           ///< of the colours
    int direction = 3;     ///< d, in which the distance from the source is measured
    int origin = 0;        ///< x_d of the source
};

/// C(0) ... C(L_d - 1).
struct MesonCorrelator {
    std::string name;           ///< "pion", "rho", "scalar", "axial"
    std::vector<double> values; ///< real parts; the imaginary parts are noise
};

/// The names of the mesons of this kind of fermions, the pion first.
std::vector<std::string> mesonNames(FermionKind kind);

/// The correlators of all mesons, whose sums have an order that does not depend on the ranks; together.  Throws InputError if the propagator has a wrong number of columns or sites.
std::vector<MesonCorrelator> mesonCorrelators(const Propagator& propagator, const CorrelatorGeometry& geometry);

} // namespace gaugegl

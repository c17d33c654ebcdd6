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
// or of each of the sixteen Gamma alone:
//   scalar 1, pseudoscalar gamma_5, vector-x .. gamma_mu, axial-x .. gamma_mu gamma_5, tensor-xy .. i gamma_mu gamma_nu, mu < nu
// For staggered fermions only the Goldstone pion is measured, C = sum |S|^2.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/fermion.h"

#include <string>
#include <string_view>
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

/// Throws InputError unless the propagator has the columns of the fermions and in each the sites of this rank.
void validate(const Propagator& propagator, const CorrelatorGeometry& geometry);

/// C(0) ... C(L_d - 1).
struct MesonCorrelator {
    std::string name;           ///< "pion", "rho", "scalar", "axial", "vector-x" .., "nucleon" (measure/nucleon.h)
    std::vector<double> values; ///< real parts; the imaginary parts are noise
    bool symmetric = true;      ///< C(s) = C(L_d - s) but for noise; not of a nucleon
};

/// The names of the mesons of this kind of fermions, the pion first.
std::vector<std::string> mesonNames(FermionKind kind);
/// The names of the sixteen Gamma.
std::vector<std::string> everyMesonName();
/// "all", which are the sixteen, or names of these and of mesonNames() of quarks with spin, with commas between.  Throws InputError for
/// another name, or one given twice.
std::vector<std::string> parseChannels(std::string_view text);

/// The correlators of these channels, or if none is named of mesonNames(), whose sums have an order that does not depend on the
/// ranks; together.  Throws InputError if the propagator has a wrong number of columns or sites.  Quarks without spin have mesonNames()
/// alone.
std::vector<MesonCorrelator> mesonCorrelators(const Propagator& propagator, const CorrelatorGeometry& geometry,
                                              const std::vector<std::string>& channels = {});

} // namespace gaugegl

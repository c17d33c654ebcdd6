// Two-point functions of baryons of quarks with the same propagator S: of the nucleon eps_abc (u_a^T C gamma_5 d_b) u_c and of the Delta
// eps_abc (u_a^T C gamma_i u_b) u_c.  CONVENTIONS.md, "Baryons".
#pragma once

#include "gaugegl/fermion/measure/correlators.h"

namespace gaugegl {

/// What a baryon, whose phases do not cancel as those of a meson, must know further.
struct BaryonGeometry {
    CorrelatorGeometry correlator; ///< of mesons too; distances begin at its source, in every direction
    BoundaryPhases boundary = {};  ///< of the quarks
};

/// Baryons.
enum class Baryon { Nucleon, Delta };

/// A baryon of positive and of negative parity, both positive up to noise for s > 0 and small, at momentum 0 and then at each further one;
/// of the Delta the mean over the three i across the direction.  Throws InputError where there are not three colours, for quarks without
/// spin, or if the propagator has a wrong number of columns or sites; collective.
std::vector<MesonCorrelator> baryonCorrelators(Baryon baryon, const Propagator& propagator,
                                               const BaryonGeometry& geometry);

/// "nucleon", "nucleon-negative".
std::vector<std::string> baryonNames(Baryon baryon);
/// Of all baryons.
std::vector<std::string> everyBaryonName();
/// Throws InputError unless quarks of this kind and group have baryons.
void validateBaryons(FermionKind kind, Group group);

} // namespace gaugegl

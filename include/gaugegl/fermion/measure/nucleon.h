// The two-point function of the nucleon N = eps_abc (u_a^T C gamma_5 d_b) u_c, with u and d quarks of the same
// propagator S: CONVENTIONS.md, "Nucleon".
#pragma once

#include "gaugegl/fermion/measure/correlators.h"

namespace gaugegl {

/// What a baryon, whose phases do not cancel as those of a meson, must know further.
struct BaryonGeometry {
    CorrelatorGeometry correlator; ///< of mesons too; distances begin at its source, in every direction
    BoundaryPhases boundary = {};  ///< of the quarks
};

/// "nucleon" and "nucleon-negative", of positive and negative parity at momentum 0, both positive up to noise for s > 0 and small, at
/// momentum 0 and then at each further one.  Throws
/// InputError where there are not three colours, for quarks without spin, or if the propagator has a wrong number of columns or
/// sites; collective.
std::vector<MesonCorrelator> nucleonCorrelators(const Propagator& propagator, const BaryonGeometry& geometry);

/// "nucleon", "nucleon-negative".
std::vector<std::string> nucleonNames();
/// Throws InputError unless quarks of this kind and group have a nucleon.
void validateNucleon(FermionKind kind, Group group);

} // namespace gaugegl

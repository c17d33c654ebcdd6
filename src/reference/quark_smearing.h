// Wuppertal smearing in double precision, straight from CONVENTIONS.md, "Smeared quarks":
//   psi(x) -> [ psi(x) + alpha sum_{j=1..3} ( U_j(x) psi(x+j) + U_j(x-j)^dagger psi(x-j) ) ] / (1 + 6 alpha).
#pragma once

#include "reference/fermion_field.h"
#include "reference/gauge_field.h"

namespace gaugegl::reference {

/// One step, with the phase of the boundary in each step of space.
template<int N, int S>
FermionField<N, S> wuppertalSmeared(const GaugeField<N>& u, const FermionField<N, S>& psi, double alpha,
                                    const BoundaryPhases& boundary = {});

} // namespace gaugegl::reference

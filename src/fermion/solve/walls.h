// Sources and propagators of domain-wall quarks in four dimensions (CONVENTIONS.md, "Chiral quarks").
#pragma once

#include "core/domain_wall.h"
#include "fermion/operators/even_odd.h"
#include "host/hopping.h"

namespace gaugegl {

/// (1 - c D_W) of P_+ eta in the first slice and of P_- eta in the last one, in the exchange layout of the slices of the hopping term, which has
/// the phases; collective.
FermionVector wallSource(const host::Hopping<double, FermionKind::Wilson>& d, const DomainWallParameters& quark,
                         const FermionVector& eta);
/// P_- psi(0) + P_+ psi(L_s - 1), the quarks.
FermionVector ofWalls(const FermionVector& psi, const FermionDomain& space);
/// P_+ psi(L_s / 2 - 1) + P_- psi(L_s / 2); L_s is even.
FermionVector ofMidpoint(const FermionVector& psi, const FermionDomain& space);

} // namespace gaugegl

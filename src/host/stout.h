// Stout smearing of the links of the host: CONVENTIONS.md, "Smearing and flow".
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/stout.h"
#include "gaugegl/host/gauge_field.h"

namespace gaugegl::host {

/// The links after so many steps U' = exp(-rho [U A]_TA) U, projected on the group against rounding, of this rank's part of a
/// lattice; together.  Of three directions: spatial links alone, with staples in space.
HostGaugeField stoutSmeared(HostGaugeField links, const StoutSteps& stout, const SharedLattice& shared,
                            int directions = 4);

} // namespace gaugegl::host

// Gauge fields of the oracle (reference/), and their conversion to and from those of the host and of devices.
#pragma once

#include "gaugegl/fields/transfer.h"
#include "reference/gauge_field.h"

#include <variant>

namespace gaugegl {

/// A gauge field of any group for the oracle.
using OracleField = std::variant<reference::GaugeField<2>, reference::GaugeField<3>, reference::GaugeField<4>>;

/// The links of the host for the oracle.
OracleField oracleField(const HostGaugeField& u);
/// What a device holds, as it has rounded it.
OracleField oracleField(const GaugeField& u);
/// The inverse.
HostGaugeField hostField(const OracleField& u);

/// Copies links to the device, rounded to its precision.  Throws InputError when group or lattice differ.
void upload(GaugeField& out, const OracleField& in);

/// The group.
Group groupOf(const OracleField& u);
/// Extents.
const Lattice& latticeOf(const OracleField& u);

/// A hot start, in double precision.
OracleField hotField(const Lattice& lattice, Group group, std::uint64_t seed);

/// H psi and H^dagger psi on the whole lattice.
std::array<FermionVector, 2> oracleHops(const OracleField& u, FermionKind kind, const BoundaryPhases& boundary,
                                        const FermionVector& psi);

} // namespace gaugegl

// Every fermion kernel compared with the CPU reference on the device at hand.
#pragma once

#include "fermion/operators/hop_links.h"
#include "verify/check.h"

#include <vector>

namespace gaugegl {

/// |deviation|_2 / |reference|_2 that a hopping term may have in this storage of links and format of fields.
double hopTolerance(const HopStorage& storage, FieldFormat fields, Precision precision);

/// Runs all checks of Wilson and staggered fermions for one group on this lattice; deviations are
/// |deviation|_2 / |reference|_2.
///  - the hopping term and its adjoint, of both parities, with every kind of boundary, in every storage of links and
///    format of fields that the device has, against the reference;
///  - with what is fused to it: the diagonal term, twists, the step of a residual and norms, against the reference, and
///    against the same done by separate kernels;
///  - linear algebra, conversions and arithmetic with numbers of the device against loops on the host.
/// Throws DeviceError when the lattice does not fit the driver's limits.
std::vector<Check> verifyFermions(Device& device, const Lattice& lattice, Group group,
                                  const CheckObserver& observer = {}, const CheckPlan& plan = {});

} // namespace gaugegl

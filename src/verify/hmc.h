// Momenta and forces compared with the CPU reference on the device at hand.
#pragma once

#include "gaugegl/device/device.h"
#include "verify/check.h"

#include <vector>

namespace gaugegl {

/// Gaussian momenta and their energy, forces of the Wilson action and of the hopping
/// terms of Wilson and staggered quarks with signs and with complex phases, and moved links, for one group on this
/// lattice; deviations are roots of mean squares, that of the energy is relative.  Throws DeviceError when the lattice
/// does not fit the driver's limits.
std::vector<Check> verifyForces(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer = {},
                                const CheckPlan& plan = {});
/// The same of the force of an action with rectangles; none where an extent is 2.
std::vector<Check> verifyRectangleForces(Device& device, const Lattice& lattice, Group group,
                                         const CheckObserver& observer = {}, const CheckPlan& plan = {});
/// The same of the forces of clover terms and their determinants.
std::vector<Check> verifyCloverForces(Device& device, const Lattice& lattice, Group group,
                                      const CheckObserver& observer = {}, const CheckPlan& plan = {});
/// The same of a force of stout links as one of the links from which they are made.
std::vector<Check> verifyStoutForces(Device& device, const Lattice& lattice, Group group,
                                     const CheckObserver& observer = {}, const CheckPlan& plan = {});

} // namespace gaugegl

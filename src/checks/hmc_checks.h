// Momenta and forces compared with the CPU reference on the device at hand.
#pragma once

#include "checks/check.h"
#include "gaugegl/device/device.h"

#include <vector>

namespace gaugegl {

/// Gaussian momenta and their energy, forces of the Wilson action and of the hopping
/// terms of Wilson and staggered quarks with signs and with complex phases, and moved links, for one group on this
/// lattice; deviations are roots of mean squares, that of the energy is relative.  Throws DeviceError when the lattice
/// does not fit the driver's limits.
std::vector<Check> verifyForces(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer = {},
                                const CheckPlan& plan = {});
/// Checks the force of an action with rectangles, with deviations and errors as verifyForces(); none where an extent is 2.
std::vector<Check> verifyRectangleForces(Device& device, const Lattice& lattice, Group group,
                                         const CheckObserver& observer = {}, const CheckPlan& plan = {});
/// Checks the forces of clover terms and of their determinants, with deviations and errors as verifyForces().
std::vector<Check> verifyCloverForces(Device& device, const Lattice& lattice, Group group,
                                      const CheckObserver& observer = {}, const CheckPlan& plan = {});
/// Checks a force of stout links as one of the links from which they are made, with deviations and errors as verifyForces().
std::vector<Check> verifyStoutForces(Device& device, const Lattice& lattice, Group group,
                                     const CheckObserver& observer = {}, const CheckPlan& plan = {});

} // namespace gaugegl

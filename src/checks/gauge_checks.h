// Every gauge kernel compared with the CPU reference on the device at hand.
#pragma once

#include "checks/check.h"
#include "gaugegl/fields/gauge_field.h"

#include <vector>

namespace gaugegl {

/// The tolerance of one element after an update of one link: rounding errors of a sum of staples, divided by its norm.
constexpr double elementTolerance(Precision precision) { return precision == Precision::Single ? 1e-5 : 1e-12; }

/// At most this fraction of the links may differ because a proposal at rounding distance was accepted on one side only.
constexpr double allowedFlips = 1e-4;

/// Runs all checks for one group on this lattice: copy, hot start, densities and their sums, heat bath by both
/// algorithms and with every generator step by step ((mu, parity) from the same links and the same random numbers),
/// RANLUX bit for bit, overrelaxation, reunitarisation and drift, and what verifySmearing and verifyLoops check.
std::vector<Check> verifyGauge(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer = {},
                               const CheckPlan& plan = {});

/// Runs the checks of what actions with rectangles need, for one group on this lattice: staples, heat bath, overrelaxation, flow and
/// cooling; none where an extent is 2.
std::vector<Check> verifyRectangles(Device& device, const Lattice& lattice, Group group,
                                    const CheckObserver& observer = {}, const CheckPlan& plan = {});

} // namespace gaugegl

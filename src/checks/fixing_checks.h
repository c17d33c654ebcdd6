// Gauge fixing and what is measured after it compared with the CPU reference.
#pragma once

#include "checks/check.h"
#include "gaugegl/fields/gauge_field.h"

#include <vector>

namespace gaugegl {

/// From a hot start and two sweeps of a heat bath: in all gauges one iteration of every kind by all kernels that the
/// device is sure to hold, link by link; functional and theta; a random transformation; and verifyProjection.
std::vector<Check> verifyFixing(Device& device, const Lattice& lattice, Group group, const CheckObserver& observer = {},
                                const CheckPlan& plan = {});

} // namespace gaugegl

// Gauge fixing compared with the CPU reference: a part of verifyGauge.
#pragma once

#include "gaugegl/core/check.h"
#include "gaugegl/fields/gauge_field.h"

#include <vector>

namespace gaugegl {

/// One iteration of every kind in Landau and Coulomb gauge by all kernels that the device is sure to hold, link by
/// link; functional and theta; a random transformation.  The field should have seen some sweeps of a heat bath.
std::vector<Check> verifyFixing(const GaugeField& u, const CheckObserver& observer = {});

} // namespace gaugegl

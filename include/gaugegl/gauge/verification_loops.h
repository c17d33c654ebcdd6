// The part of verifyGauge() that checks lines, Wilson loops and field strengths.
#pragma once

#include "gaugegl/core/check.h"
#include "gaugegl/fields/gauge_field.h"

#include <vector>

namespace gaugegl {

/// Compares Wilson loops on and off the axes, and the densities of energy and topological charge, with the reference.
std::vector<Check> verifyLoops(const GaugeField& u, const CheckObserver& observer);

} // namespace gaugegl

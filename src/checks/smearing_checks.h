// Smearing, mean links, gradient flow and cooling compared with the CPU reference: a part of verifyGauge.
#pragma once

#include "checks/check.h"
#include "gaugegl/fields/gauge_field.h"

#include <vector>

namespace gaugegl {

/// Each of them once, from these links.  The field should have seen some sweeps of a heat bath: where sums of links are
/// nearly singular, projections magnify rounding.
std::vector<Check> verifySmearing(const GaugeField& u, const CheckObserver& observer = {}, const CheckPlan& plan = {});
/// Flow and cooling by an action with rectangles.
std::vector<Check> verifyRectangleFlow(const GaugeField& u, const CheckObserver& observer, const CheckPlan& plan);

} // namespace gaugegl

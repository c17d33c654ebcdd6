// The densities of observables, loops and field strengths compared with the CPU reference: a part of verifyGauge.
#pragma once

#include "checks/check.h"
#include "gaugegl/fields/gauge_field.h"

#include <vector>

namespace gaugegl {

/// Compares the densities of plaquette, rectangle and Polyakov loop, sums of densities, Wilson loops on and off the
/// axes, and the densities of energy and topological charge, with the reference.
std::vector<Check> verifyLoops(const GaugeField& u, const CheckObserver& observer = {}, const CheckPlan& plan = {});

} // namespace gaugegl

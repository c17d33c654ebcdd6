// Abelian and centre projection compared with the CPU reference: a part of verifyFixing.
#pragma once

#include "checks/check.h"
#include "gaugegl/fields/gauge_field.h"

#include <vector>

namespace gaugegl {

/// Compares the densities of monopoles, vortices and projected plaquettes of these links with those of the reference. A
/// flux within rounding of half a turn may count on either side: a few sites may differ.
std::vector<Check> verifyProjection(const GaugeField& u, const CheckObserver& observer = {},
                                    const CheckPlan& plan = {});

} // namespace gaugegl

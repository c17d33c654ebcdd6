// Stored staple sums compared with the CPU reference: a part of verifyGauge.
#pragma once

#include "checks/check_list.h"
#include "gaugegl/core/gauge_action.h"
#include "gaugegl/fields/gauge_field.h"

#include <string>

namespace gaugegl {

/// The staple sums of all directions and parities, stored and by rows; with rectangles on all sublattices.  Not of SU(2), whose
/// updates are fused.  Where no update of the device reads them the check is one of variants.
void verifyStaples(CheckList& checks, const GaugeField& u, const std::string& name, const GaugeAction& action);

} // namespace gaugegl

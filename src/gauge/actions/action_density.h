// The energy of a gauge action from the loops on the device.
#pragma once

#include "gaugegl/core/gauge_action.h"
#include "gaugegl/gauge/observables/observables.h"

namespace gaugegl {

/// S / (beta V): the sum over the shapes of the action of their coefficient times 1 - (1/N) Re tr of their loops, per site.
double actionDensity(ObservableMeter& meter, const GaugeField& u, const GaugeAction& action);

} // namespace gaugegl

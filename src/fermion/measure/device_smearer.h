// Smears fields of quarks on a device.
#pragma once

#include "fermion/measure/quark_smearer.h"
#include "gaugegl/device/device.h"

namespace gaugegl {

/// In the precision of the device, which must outlive the object.
std::unique_ptr<QuarkSmearer> deviceSmearer(Device& device, const SmearedLinks& in, const SharedLattice& shared);

} // namespace gaugegl

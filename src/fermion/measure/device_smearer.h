// Smears fields of quarks on a device.
#pragma once

#include "gaugegl/device/device.h"
#include "gaugegl/fermion/measure/quark_smearer.h"

namespace gaugegl {

/// In the precision of the device, which must outlive the object.
std::unique_ptr<QuarkSmearer> deviceSmearer(Device& device, const SmearedLinks& in, const SharedLattice& shared);

} // namespace gaugegl

// The work by which a device that may choose its path compares both.
#pragma once

#include "gaugegl/device/device.h"

#include <functional>

namespace gaugegl {

/// The staple sums of the links of one direction: as other kernels of links it reads many planes of neighbours and writes few.  On a
/// lattice that occupies a large card and takes less than a millisecond on it.  The device must outlive it.
std::function<void()> stapleTrial(Device& device);

} // namespace gaugegl

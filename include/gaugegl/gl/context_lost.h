// What Context::throwOnReset throws.
#pragma once

#include "gaugegl/base/error.h"

namespace gaugegl::gl {

/// The driver has lost the context: what was on the device is gone, and a new context is needed.
class ContextLost : public DeviceError {
public:
    using DeviceError::DeviceError;
};

} // namespace gaugegl::gl

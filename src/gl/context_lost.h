// The exception of Context::throwOnReset.
#pragma once

#include "gaugegl/base/error.h"

namespace gaugegl::gl {

/// The driver has lost the context: the data on the device are lost, and a new context is needed.
class ContextLost : public DeviceError {
public:
    using DeviceError::DeviceError;
};

} // namespace gaugegl::gl

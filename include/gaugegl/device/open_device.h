// Devices as the program opens them: compiled programs are kept on disk, and so is what tuning finds.
#pragma once

#include "gaugegl/device/device.h"

namespace gaugegl {

/// A context that keeps compiled programs in the user's cache (gl::userCache), unless the options name another one.
std::shared_ptr<gl::Context> openContext(gl::ContextOptions options = {});

/// A device that keeps there, too, which variants of kernels were the fastest.  On software drivers, which gain nothing
/// by that and compile slowly, it takes the default variants.
Device openDevice(const std::shared_ptr<gl::Context>& context, DeviceOptions options = {});

} // namespace gaugegl

// Devices as the program opens them: compiled programs are kept on disk, and so is what tuning finds.
#pragma once

#include "gaugegl/device/device.h"

namespace gaugegl {

/// A context that keeps compiled programs in the user's cache (gl::userCache), unless the options name another one.
std::shared_ptr<gl::Context> openContext(gl::ContextOptions options = {});

/// Makes, on a device, some work by which paths are compared: the device outlives it.
using PathTrial = std::function<std::function<void()>(Device&)>;

/// From here on llvmpipe updates links at least as fast in fragment shaders, whose tiles share a cache; the bits are the same.
inline constexpr std::int64_t rasterisedSites = 16384;

/// A device that keeps there, too, which variants of kernels were the fastest.  Where no path is asked for, the card offers both and
/// there is a trial, it takes the path on which the trial takes less time, and remembers it.  On software drivers, which gain
/// nothing by that and compile slowly, and without DeviceOptions::tuning it takes the default variants and compute shaders where
/// there are any; but software drivers have fragment shaders for lattices of rasterisedSites or more (docs/performance.md, "Tuning").
Device openDevice(const std::shared_ptr<gl::Context>& context, DeviceOptions options = {}, const PathTrial& trial = {});

} // namespace gaugegl

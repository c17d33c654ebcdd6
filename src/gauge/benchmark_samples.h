// Repeats a measurement until it can be trusted.
#pragma once

#include "gaugegl/device/timer.h"
#include "gaugegl/gauge/benchmark.h"

#include <functional>

namespace gaugegl {

/// Has `timeRounds` time so many rounds, of `calls` calls each, that a sample takes sampling.batchSeconds, until there
/// are samples enough; the times of a call.
SampledTime sampled(const std::function<Timing(int rounds)>& timeRounds, int calls, const Sampling& sampling);

/// Rounds on the host's clock.
std::function<Timing(int rounds)> onHostClock(std::function<void()> round);
/// Rounds on the device's clock where it has one.
std::function<Timing(int rounds)> onDeviceClock(Device& device, std::function<void()> round);

} // namespace gaugegl

// Repeats a measurement until it can be trusted.
#pragma once

#include "gaugegl/device/timer.h"
#include "gaugegl/gauge/benchmark.h"

namespace gaugegl {

/// Has `timeRounds` time so many rounds, of `calls` calls each, that a sample takes sampling.batchSeconds, until there
/// are samples enough; fills in seconds, fastest, spread, samples and clock of the result.
void sampleInto(KernelTiming& result, const std::function<Timing(int rounds)>& timeRounds, int calls,
                const Sampling& sampling);

} // namespace gaugegl

// Measures how long the device takes for a batch of work.
#pragma once

#include "gaugegl/device/device.h"

#include <functional>

namespace gaugegl {

/// A measured time.
struct Timing {
    double seconds = 0;         ///< of the timed work
    const char* clock = "host"; ///< "host": around a finished batch; "query": a timer query of the device
};

/// Runs the batch and waits for it.  On a card a timer query is used, unless it gives 0 or less than half the time on
/// the host's clock.  Software drivers are timed by the host's clock, because their queries are unreliable.
Timing timeBatch(Device& device, const std::function<void()>& batch);

} // namespace gaugegl

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

/// Runs the batch and waits for it.  On a card a timer query is used; it is rejected when it is 0 or below half the
/// host's clock.  Software drivers are timed by the host's clock alone (their queries are unreliable).
Timing timeBatch(Device& device, const std::function<void()>& batch);

} // namespace gaugegl

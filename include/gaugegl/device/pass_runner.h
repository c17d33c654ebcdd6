// Submits passes in pieces short enough for the watchdog of a display card, and limits the work in flight.
#pragma once

#include "gaugegl/device/pass_planner.h"
#include "gaugegl/gl/fence.h"

#include <deque>

namespace gaugegl {

/// Submits passes to the device piece by piece (pass_planner.h).
class PassRunner {
public:
    /// The context must outlive the runner.
    PassRunner(gl::Context& context, const PassLimits& limits);

    /// Submits the rows first .. first+rows-1 to the device.
    using Submit = std::function<void(int first, int rows)>;
    /// Submits every row of a pass once, in order.  Does not wait while all work in flight, that of earlier passes
    /// included, fits the bound; beyond that, at most three bounds of work are in flight.  Throws DeviceError if the
    /// context is lost.
    void run(PassCost& cost, int width, int height, const Submit& submit);

private:
    void drain();
    void separate();

    gl::Context* context_;
    int rows_; ///< of every piece; 0: as planned
    std::optional<PassPlanner> planner_;
    double queued_ = 0; ///< estimated seconds of work since the last fence
    std::deque<gl::Fence> fences_;
};

} // namespace gaugegl

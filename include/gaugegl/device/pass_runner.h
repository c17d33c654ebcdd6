// Gives passes to the device in pieces that a watchdog lets live, and not more of them than it does soon.
#pragma once

#include "gaugegl/device/pass_planner.h"
#include "gaugegl/gl/fence.h"

#include <deque>

namespace gaugegl {

/// Gives passes to the device piece by piece, so that no piece keeps it busy for long.
class PassRunner {
public:
    /// The context must outlive the runner.
    PassRunner(gl::Context& context, const PassLimits& limits);

    /// Gives rows first .. first+rows-1 to the device.
    using Submit = std::function<void(int first, int rows)>;
    /// Submits every row of a pass once, in order.  Of what fits the bound, passes included that were submitted before,
    /// nothing is waited for; beyond it at most three bounds of work are under way.  Throws DeviceError when the
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

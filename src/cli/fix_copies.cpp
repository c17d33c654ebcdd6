#include "fix_copies.h"

#include "report.h"

#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

constexpr int wholeBar = 1000;
/// Of annealing, which takes most of the time.
constexpr double ladderPart = 0.9;

ProgressOptions barOf(const std::string& label, bool quiet)
{
    ProgressOptions options = progressOnStandardError(label, wholeBar, quiet);
    options.counts = false;
    return options;
}

} // namespace

ThetaProgress::ThetaProgress(const std::string& label, const GaugeFixing& fixing, bool quiet)
    : tolerance_(fixing.tolerance),
      ladder_(fixing.method == FixingMethod::Annealing ? annealingIterations(fixing.annealing) : 0),
      progress_(barOf(label, quiet))
{}

double ThetaProgress::part(const FixingState& state)
{
    if (state.iteration < ladder_) return ladderPart * state.iteration / ladder_;
    if (first_ == 0) first_ = state.theta;
    const double whole = std::log(first_ / tolerance_), done = std::log(first_ / state.theta);
    const double fallen = whole > 0 ? std::clamp(done / whole, 0.0, 1.0) : 1;
    return ladder_ > 0 ? ladderPart + (1 - ladderPart) * fallen : fallen;
}

FixingWatch ThetaProgress::watch()
{
    return [this](const FixingState& state) {
        progress_.update(std::llround(wholeBar * part(state)),
                         fmt::format("theta {:.1e}, goal {:g}, iteration {}, functional {:.8f}", state.theta,
                                     tolerance_, state.iteration, state.functional));
        return !interrupted();
    };
}

} // namespace gaugegl::cli

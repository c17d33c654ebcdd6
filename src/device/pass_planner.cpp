#include "gaugegl/device/pass_planner.h"

#include "gaugegl/base/clock.h"

#include <algorithm>
#include <cassert>

namespace gaugegl {
namespace {

constexpr std::int64_t cautiousTexels = 4096; // of a program that was never timed: milliseconds on the slowest card
constexpr std::int64_t growth = 4;
constexpr double secondsBetweenTimings = 2;

} // namespace

PassPlanner::PassPlanner(double bound, std::function<double()> clock)
    : bound_(bound), clock_(clock ? std::move(clock) : steadySeconds)
{
    assert(bound > 0);
}

PassPlanner::Piece PassPlanner::next(const PassCost& cost, int width, int left) const
{
    const auto rowsOf = [&](double texels) { return static_cast<int>(std::clamp(texels / width, 1.0, double(left))); };
    if (cost.largest == 0) return {rowsOf(double(cautiousTexels)), true};
    const double grown = double(growth) * double(cost.largest);
    const double fitting = cost.secondsPerTexel > 0 ? bound_ / cost.secondsPerTexel : grown;
    const int rows = rowsOf(std::min(fitting, grown));
    const bool larger = double(rows) * width > double(cost.largest) && rowsOf(grown) < rowsOf(fitting);
    return {rows, larger || clock_() - cost.timedAt > secondsBetweenTimings};
}

void PassPlanner::timed(PassCost& cost, std::int64_t texels, double seconds) const
{
    const double measured = std::max(seconds, 0.0) / double(texels);
    cost.secondsPerTexel =
        cost.largest == 0 || measured > cost.secondsPerTexel ? measured : 0.5 * (cost.secondsPerTexel + measured);
    cost.largest = std::max(cost.largest, texels);
    cost.timedAt = clock_();
}

} // namespace gaugegl

// What the data of an estimate do not vouch for.
#include "gaugegl/analysis/estimate.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

constexpr double fewIndependent = 50, largeDrift = 4, fewest = 4;

std::string dataText(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "datum" : "data"); }

} // namespace

Warnings doubts(const Estimate& estimate)
{
    Warnings all;
    if (estimate.count == 0 || !std::isfinite(estimate.mean)) return all;
    if (!known(estimate)) {
        all.push_back(fmt::format("the error is not known: {}{}", dataText(estimate.count),
                                  double(estimate.count) < fewest ? "" : ", too few for their autocorrelation"));
    } else if (estimate.error == 0) {
        if (estimate.mean != 0) // what vanishes exactly, such as Im L in SU(2), does so always
            all.push_back(fmt::format("all {} are equal, which gives no error", dataText(estimate.count)));
    } else if (estimate.effective < fewIndependent) {
        // The relative error of a standard deviation from n numbers is 1 / sqrt(2 n).
        const double percent = 100 / std::sqrt(2 * std::max(estimate.effective, 1.0));
        const double tau = double(estimate.count) / (2 * estimate.effective);
        all.push_back(
            tau > 0.6
                ? fmt::format("the error is itself known to {:.0f} % at best: {} with tau_int {:.1f} count as {:.0f}",
                              percent, dataText(estimate.count), tau, std::max(estimate.effective, 1.0))
                : fmt::format("the error is itself known to {:.0f} % at best: {}", percent, dataText(estimate.count)));
    }
    if (std::abs(estimate.drift) >= largeDrift)
        all.push_back(fmt::format(
            "the first third and the last differ by {:.3g} standard errors: not in equilibrium, or too short",
            std::abs(estimate.drift)));
    return all;
}

Warnings doubtsOfDistances(std::span<const std::int64_t> sweeps)
{
    if (double(sweeps.size()) < fewest) return {};
    std::int64_t least = sweeps[1] - sweeps[0], most = least;
    for (std::size_t k = 1; k < sweeps.size(); ++k) {
        const std::int64_t distance = sweeps[k] - sweeps[k - 1];
        if (distance <= 0)
            return {fmt::format("configuration {} follows {}: errors and tau_int are those of one chain in its order",
                                sweeps[k], sweeps[k - 1])};
        least = std::min(least, distance);
        most = std::max(most, distance);
    }
    if (least == most) return {};
    return {fmt::format(
        "the configurations are {} to {} sweeps from each other: errors and tau_int take them as equally distant",
        least, most)};
}

} // namespace gaugegl::analysis

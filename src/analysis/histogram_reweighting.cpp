#include "analysis/histogram_reweighting.h"

#include "analysis/chain_mixture.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace gaugegl::analysis {
namespace {

constexpr double leastSharpness = 4;    // errors of a position are those of first order
constexpr double leastIndependent = 50; // errors of fewer data are known to 10 % at best

double reweightedMean(const Moments& sums) { return sums[1] / sums[0]; }

double reweightedVariance(const Moments& sums)
{
    const double mean = reweightedMean(sums);
    return sums[2] / sums[0] - mean * mean;
}

double reweightedBinder(const Moments& sums) { return 1 - sums[3] * sums[0] / (3 * sums[2] * sums[2]); }

/// The vertex of a parabola through three equally distant points, in their distance from the middle one; NaN of a minimum.
double vertexOf(const std::array<double, 3>& y)
{
    const double curvature = y[0] - 2 * y[1] + y[2];
    return curvature < 0 ? 0.5 * (y[0] - y[2]) / curvature : std::nan("");
}

void requireFinite(const ChainAtCoupling& chain, const char* name, const std::vector<double>& series)
{
    for (std::size_t n = 0; n < series.size(); ++n)
        if (!std::isfinite(series[n]))
            throw InputError(fmt::format("the {} of measurement {} at beta = {} is {}: a finite number was expected",
                                         name, n + 1, chain.beta, series[n]));
}

void checkChains(const std::vector<ChainAtCoupling>& chains)
{
    if (chains.empty()) throw InputError("reweighting needs at least one chain");
    for (const ChainAtCoupling& chain : chains) {
        if (!std::isfinite(chain.beta))
            throw InputError(fmt::format("the coupling of a chain is {}: a finite number was expected", chain.beta));
        if (chain.action.size() != chain.observable.size())
            throw InputError(fmt::format("the chain at beta = {} has {} actions and {} values of the observable",
                                         chain.beta, chain.action.size(), chain.observable.size()));
        requireFinite(chain, "action", chain.action);
        requireFinite(chain, "observable", chain.observable);
    }
}

void checkCouplings(std::span<const double> couplings)
{
    if (couplings.empty()) throw InputError("reweighting needs at least one coupling");
    for (std::size_t i = 0; i < couplings.size(); ++i)
        if (!std::isfinite(couplings[i]) || (i > 0 && !(couplings[i - 1] < couplings[i])))
            throw InputError(
                fmt::format("the couplings of reweighting have to rise, but number {} is {}", i + 1, couplings[i]));
}

ReweightedPoint pointAt(const ChainMixture& mixture, double beta, double volume)
{
    const ReweightedSums sums = mixture.at(beta);
    const auto estimate = [&](const auto& number) {
        return mixture.jackknifed([&](std::size_t replica) { return number(sums.replicas[replica]); });
    };
    return {.beta = beta,
            .independent = sums.independent,
            .mean = estimate(reweightedMean),
            .susceptibility = estimate([volume](const Moments& m) { return volume * reweightedVariance(m); }),
            .binder = estimate(reweightedBinder)};
}

/// The curvature of a parabola in its errors; `heights` are those of a replica at three points.
template<class Heights>
double sharpnessOf(const ChainMixture& mixture, const Heights& heights)
{
    const Estimate curvature = mixture.jackknifed([&](std::size_t replica) {
        const std::array<double, 3> y = heights(replica);
        return 2 * y[1] - y[0] - y[2];
    });
    return curvature.mean / curvature.error;
}

/// By parabolas through three points that come closer, from this point on, which is neither the first nor the last.
std::optional<ReweightedPeak> peakNear(const ChainMixture& mixture, std::span<const ReweightedPoint> points,
                                       std::size_t top, double volume)
{
    constexpr int rounds = 3;
    double centre = points[top].beta;
    double distance = std::min(centre - points[top - 1].beta, points[top + 1].beta - centre);
    std::array<ReweightedSums, 3> sums;
    double middle = centre, spacing = distance; // of the sums
    const auto heightsOf = [volume](const std::array<ReweightedSums, 3>& of, std::size_t replica) {
        std::array<double, 3> y{};
        for (std::size_t i = 0; i < y.size(); ++i)
            y[i] = volume * reweightedVariance(of[i].replicas[replica]);
        return y;
    };
    for (int round = 0; round <= rounds; ++round) {
        std::array<ReweightedSums, 3> now;
        for (std::size_t i = 0; i < now.size(); ++i)
            now[i] = mixture.at(centre + (double(i) - 1) * distance);
        const double vertex = vertexOf(heightsOf(now, 0));
        if (!std::isfinite(vertex) && round == 0) return std::nullopt;
        const double sharpness = sharpnessOf(mixture, [&](std::size_t replica) { return heightsOf(now, replica); });
        if (round > 0 && !(sharpness >= leastSharpness)) break; // flat within the noise: the wider parabola stays
        sums = std::move(now);
        middle = centre;
        spacing = distance;
        centre += distance * std::clamp(vertex, -1.0, 1.0);
        distance /= 4;
    }
    const auto heights = [&](std::size_t replica) { return heightsOf(sums, replica); };
    const auto position = [&](std::size_t replica) { return middle + spacing * vertexOf(heights(replica)); };
    const auto height = [&](std::size_t replica) {
        const std::array<double, 3> y = heights(replica);
        return y[1] - 0.25 * (y[0] - y[2]) * vertexOf(y);
    };
    return ReweightedPeak{.position = mixture.jackknifed(position),
                          .height = mixture.jackknifed(height),
                          .sharpness = sharpnessOf(mixture, heights)};
}

/// Where the data are too few; empty where they suffice.
std::string sparseStretches(std::span<const ChainAtCoupling> chains, std::span<const ReweightedPoint> points)
{
    std::vector<std::string> stretches;
    const ReweightedPoint* worst = nullptr;
    for (std::size_t k = 0; k + 1 < chains.size(); ++k) {
        const ReweightedPoint* least = nullptr;
        for (const ReweightedPoint& point : points)
            if (point.beta >= chains[k].beta && point.beta <= chains[k + 1].beta &&
                (least == nullptr || point.independent < least->independent))
                least = &point;
        if (least == nullptr || least->independent >= leastIndependent) continue;
        stretches.push_back(fmt::format("{} and {}", chains[k].beta, chains[k + 1].beta));
        if (worst == nullptr || least->independent < worst->independent) worst = least;
    }
    if (worst == nullptr) return "";
    return fmt::format("between beta = {} all runs together count as less than {} independent data, as {:.0f} at "
                       "beta = {:.6g}: errors are doubtful there, for want of couplings or of measurements",
                       fmt::join(stretches, ", "), leastIndependent, worst->independent, worst->beta);
}

void findPeak(Reweighting& result, const ChainMixture& mixture, double volume)
{
    if (result.points.size() < 3) return;
    const auto highest = std::ranges::max_element(
        result.points, {}, [](const ReweightedPoint& point) { return point.susceptibility.mean; });
    const double first = result.points.front().beta, last = result.points.back().beta;
    if (highest->beta > first && highest->beta < last)
        result.peak = peakNear(mixture, result.points, std::size_t(highest - result.points.begin()), volume);
    if (!result.peak) {
        result.warnings.push_back(
            fmt::format("the susceptibility has no peak between beta = {} and {}: it is largest at {:.6g}", first, last,
                        highest->beta));
        return;
    }
    if (!(result.peak->sharpness >= leastSharpness))
        result.warnings.push_back(
            fmt::format("the peak is flat within the noise, its curvature {:.1f} errors: the error "
                        "of its position is doubtful",
                        result.peak->sharpness));
    const Estimate& position = result.peak->position;
    if (std::min(position.mean - first, last - position.mean) < position.error)
        result.warnings.push_back(fmt::format("the peak at beta = {} is within its error of the edge: {} to {}",
                                              formatEstimate(position), first, last));
}

} // namespace

Reweighting reweight(std::vector<ChainAtCoupling> chains, std::span<const double> couplings, double volume,
                     const std::function<bool()>& stops)
{
    checkChains(chains);
    checkCouplings(couplings);
    if (!(volume > 0) || !std::isfinite(volume))
        throw InputError(fmt::format("the volume of reweighting is {}: a positive number was expected", volume));
    std::ranges::stable_sort(chains, {}, &ChainAtCoupling::beta);
    ChainMixture mixture(chains, stops);
    Reweighting result;
    result.iterations = mixture.solve();
    result.points.reserve(couplings.size());
    for (const double beta : couplings)
        result.points.push_back(pointAt(mixture, beta, volume));
    if (const std::string sparse = sparseStretches(chains, result.points); !sparse.empty())
        result.warnings.push_back(sparse);
    findPeak(result, mixture, volume);
    return result;
}

} // namespace gaugegl::analysis

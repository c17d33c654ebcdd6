#include "analysis/histogram_reweighting.h"

#include "analysis/chain_mixture.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::analysis {
namespace {

constexpr double leastIndependent = 50; // errors of fewer data are known to 10 % at best

double reweightedMean(const Moments& sums) { return sums[1] / sums[0]; }

double reweightedVariance(const Moments& sums)
{
    const double mean = reweightedMean(sums);
    return sums[2] / sums[0] - mean * mean;
}

double reweightedBinder(const Moments& sums) { return 1 - sums[3] * sums[0] / (3 * sums[2] * sums[2]); }

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

/// A number of all replicas.
template<class Number>
std::vector<double> ofReplicas(const ReweightedSums& sums, const Number& number)
{
    std::vector<double> all;
    all.reserve(sums.replicas.size());
    for (const Moments& one : sums.replicas)
        all.push_back(number(one));
    return all;
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

/// Position and height of the largest of the values at the points; the point itself where it is the first or the last.
std::array<double, 2> maximumOf(std::span<const ReweightedPoint> points, const std::vector<std::vector<double>>& values,
                                std::size_t replica)
{
    std::size_t top = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
        if (values[i][replica] > values[top][replica]) top = i;
    const double beta = points[top].beta, height = values[top][replica];
    if (top == 0 || top + 1 == points.size()) return {beta, height};
    // The parabola height + slope x + bend x^2 through the three points.
    const double left = points[top - 1].beta - beta, right = points[top + 1].beta - beta;
    const double toLeft = (values[top - 1][replica] - height) / left;
    const double toRight = (values[top + 1][replica] - height) / right;
    const double bend = (toRight - toLeft) / (right - left), slope = toLeft - bend * left;
    if (!(bend < 0)) return {beta, height};
    return {beta - slope / (2 * bend), height - slope * slope / (4 * bend)};
}

/// Of susceptibilities, [coupling][replica].
void findPeak(Reweighting& result, const ChainMixture& mixture, const std::vector<std::vector<double>>& values)
{
    constexpr double mostAtEdge = 0.05;
    if (result.points.size() < 3) return;
    const double first = result.points.front().beta, last = result.points.back().beta;
    std::vector<double> positions, heights;
    for (std::size_t replica = 0; replica < values.front().size(); ++replica) {
        const std::array<double, 2> maximum = maximumOf(result.points, values, replica);
        positions.push_back(maximum[0]);
        heights.push_back(maximum[1]);
    }
    const auto atEdge = [&](double position) { return position == first || position == last; };
    if (atEdge(positions.front())) {
        result.warnings.push_back(fmt::format("the susceptibility has no peak between beta = {} and {}: it is largest "
                                              "at {:.6g}",
                                              first, last, positions.front()));
        return;
    }
    result.peak = {.position = mixture.estimateOf(positions), .height = mixture.estimateOf(heights)};
    const auto lost = std::ranges::count_if(positions, atEdge);
    if (double(lost) > mostAtEdge * double(resamples))
        result.warnings.push_back(fmt::format(
            "the peak at beta = {} is close to the edge of the couplings, {} to {}, where {} of {} resamples have it",
            formatEstimate(result.peak->position), first, last, lost, resamples));
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
    std::vector<std::vector<double>> susceptibilities;
    susceptibilities.reserve(couplings.size());
    for (const double beta : couplings) {
        const ReweightedSums sums = mixture.at(beta);
        susceptibilities.push_back(
            ofReplicas(sums, [volume](const Moments& one) { return volume * reweightedVariance(one); }));
        result.points.push_back({.beta = beta,
                                 .independent = sums.independent,
                                 .mean = mixture.estimateOf(ofReplicas(sums, reweightedMean)),
                                 .susceptibility = mixture.estimateOf(susceptibilities.back()),
                                 .binder = mixture.estimateOf(ofReplicas(sums, reweightedBinder))});
    }
    if (const std::string sparse = sparseStretches(chains, result.points); !sparse.empty())
        result.warnings.push_back(sparse);
    findPeak(result, mixture, susceptibilities);
    return result;
}

} // namespace gaugegl::analysis

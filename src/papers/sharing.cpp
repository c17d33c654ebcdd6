// How a time is shared among experiments, and what one of them does with its share.
#include "papers/experiment.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace gaugegl::papers {
namespace {

/// The seconds of the first pieces, whatever the fraction, and those of their work as published.
Cost costOf(const std::vector<Piece>& pieces, std::size_t count, double bandwidth)
{
    Cost sum;
    for (std::size_t k = 0; k < std::min(count, pieces.size()); ++k) {
        const Cost& cost = pieces[k].cost;
        sum.fixed += cost.fixed + cost.preparation * referenceBandwidth / bandwidth;
        sum.scaled += cost.scaled * referenceBandwidth / bandwidth;
    }
    return sum;
}

} // namespace

double secondsOf(const std::vector<Piece>& pieces, const Effort& effort, double bandwidth)
{
    const Cost cost = costOf(pieces, effort.pieces, bandwidth);
    return cost.fixed + effort.fraction * cost.scaled;
}

Effort effortWithin(const std::vector<Piece>& pieces, double leastFraction, double seconds, double bandwidth)
{
    Effort effort{.pieces = pieces.size(), .fraction = leastFraction};
    while (effort.pieces > 1 && secondsOf(pieces, effort, bandwidth) > seconds)
        --effort.pieces;
    const Cost cost = costOf(pieces, effort.pieces, bandwidth);
    effort.fraction = cost.scaled > 0 ? std::clamp((seconds - cost.fixed) / cost.scaled, leastFraction, 1.0) : 1;
    return effort;
}

std::vector<double> shareTime(double time, const std::vector<double>& least, const std::vector<double>& most)
{
    assert(least.size() == most.size());
    const auto shares = [&](double level) {
        std::vector<double> all(least.size());
        for (std::size_t k = 0; k < all.size(); ++k)
            all[k] = std::clamp(level, least[k], std::max(least[k], most[k]));
        return all;
    };
    const auto sum = [&](double level) {
        const std::vector<double> all = shares(level);
        return std::accumulate(all.begin(), all.end(), 0.0);
    };
    // The sum rises with the level, from that of all least to that of all most.
    double low = 0, high = 0;
    for (const double one : most)
        high = std::max(high, one);
    if (sum(high) <= time) return shares(high);
    constexpr int halvings = 60;
    for (int k = 0; k < halvings; ++k) {
        const double middle = (low + high) / 2;
        (sum(middle) > time ? high : low) = middle;
    }
    return shares(low);
}

} // namespace gaugegl::papers

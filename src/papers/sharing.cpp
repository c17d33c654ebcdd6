// How a time is shared among experiments, and what one of them does with its share.
#include "papers/experiment.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <span>

namespace gaugegl::papers {
namespace {

/// The seconds of pieces, whatever the fraction, and those of their work as published.
Cost costOf(std::span<const Piece> pieces, double bandwidth)
{
    Cost sum;
    for (const Piece& piece : pieces) {
        sum.fixed += piece.cost.fixed + piece.cost.preparation * referenceBandwidth / bandwidth;
        sum.scaled += piece.cost.scaled * referenceBandwidth / bandwidth;
    }
    return sum;
}

std::span<const Piece> first(const std::vector<Piece>& pieces, std::size_t count)
{
    return {pieces.data(), std::min(count, pieces.size())};
}

double secondsOf(const Cost& cost, double fraction) { return cost.fixed + fraction * cost.scaled; }

} // namespace

double secondsOf(const std::vector<Piece>& pieces, const Effort& effort, double bandwidth)
{
    return secondsOf(costOf(first(pieces, effort.pieces), bandwidth), effort.fraction);
}

Effort effortWithin(const std::vector<Piece>& pieces, double leastFraction, double seconds, double bandwidth)
{
    Effort effort{.pieces = pieces.size(), .fraction = leastFraction};
    while (effort.pieces > 1 && secondsOf(pieces, effort, bandwidth) > seconds)
        --effort.pieces;
    const Cost cost = costOf(first(pieces, effort.pieces), bandwidth);
    effort.fraction = cost.scaled > 0 ? std::clamp((seconds - cost.fixed) / cost.scaled, leastFraction, 1.0) : 1;
    return effort;
}

std::optional<double> fractionWithin(std::span<const Piece> pieces, const Effort& effort, double leastFraction,
                                     double seconds, double bandwidth)
{
    const Cost next = costOf(pieces.first(1), bandwidth), later = costOf(pieces.subspan(1), bandwidth);
    const double least = std::min(leastFraction, effort.fraction);
    if (secondsOf(next, least) > seconds) return std::nullopt;
    if (next.scaled <= 0) return effort.fraction;
    return std::clamp((seconds - secondsOf(later, least) - next.fixed) / next.scaled, least, effort.fraction);
}

void Pace::add(const Piece& piece, double fraction, double seconds)
{
    const Cost cost = costOf({&piece, 1}, bandwidth_);
    estimated_ += secondsOf(cost, piece.fractionOf(fraction)) - piece.cost.fixed;
    spent_ += std::max(seconds - piece.cost.fixed, 0.0);
}

double Pace::bandwidth() const
{
    constexpr double enough = 5, most = 8; // seconds; and how far an estimate is trusted
    if (spent_ < enough || estimated_ <= 0) return bandwidth_;
    return bandwidth_ * std::clamp(estimated_ / spent_, 1 / most, most);
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

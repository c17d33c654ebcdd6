#include "analysis/histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gaugegl::analysis {
namespace {

constexpr double mostBins = 100;

std::size_t binNumber(const std::vector<double>& sorted, double range)
{
    const std::size_t n = sorted.size();
    const double quartiles = sorted[(3 * (n - 1)) / 4] - sorted[(n - 1) / 4];
    const double width = 2 * quartiles / std::cbrt(static_cast<double>(n));
    const double bins = width > 0 ? range / width : 1 + std::log2(static_cast<double>(n));
    return static_cast<std::size_t>(std::clamp(std::ceil(bins), 1.0, mostBins));
}

/// Ascending.
std::vector<double> finiteOnes(std::span<const double> values)
{
    std::vector<double> sorted;
    std::copy_if(values.begin(), values.end(), std::back_inserter(sorted), [](double v) { return std::isfinite(v); });
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

} // namespace

std::size_t Histogram::total() const { return std::accumulate(counts.begin(), counts.end(), std::size_t{0}); }

Histogram histogram(std::span<const double> values)
{
    const std::vector<double> sorted = finiteOnes(values);
    Histogram result;
    if (sorted.empty()) return result;

    const double range = sorted.back() - sorted.front();
    const double resolution = std::max(std::abs(sorted.front()), std::abs(sorted.back())) * 1e-12;
    if (!(range > resolution)) { // equal up to rounding
        result.width = sorted.front() == 0 ? 1e-6 : std::abs(sorted.front()) * 1e-6;
        result.lower = sorted.front() - result.width / 2;
        result.counts = {sorted.size()};
        return result;
    }
    result.counts.assign(binNumber(sorted, range), 0);
    result.lower = sorted.front();
    result.width = range / static_cast<double>(result.counts.size());
    for (const double value : sorted) {
        const auto bin = static_cast<std::size_t>((value - result.lower) / result.width);
        ++result.counts[std::min(bin, result.counts.size() - 1)];
    }
    return result;
}

Histogram histogramAroundIntegers(std::span<const double> values)
{
    const std::vector<double> sorted = finiteOnes(values);
    if (sorted.empty()) return {};
    const double range = sorted.back() - sorted.front(), most = std::max(-sorted.front(), sorted.back());
    const double width = most < 2 ? 0.2 : std::max(1.0, std::ceil(range / (mostBins - 1)));
    const auto numberOf = [&](double value) { return std::floor(value / width + 0.5); };
    const double first = numberOf(sorted.front());
    Histogram result{.lower = (first - 0.5) * width, .width = width, .counts = {}};
    result.counts.assign(std::size_t(numberOf(sorted.back()) - first) + 1, 0);
    for (const double value : sorted)
        ++result.counts[std::size_t(numberOf(value) - first)];
    return result;
}

} // namespace gaugegl::analysis

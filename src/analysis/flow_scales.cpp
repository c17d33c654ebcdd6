#include "gaugegl/analysis/flow_scales.h"

#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

constexpr std::size_t nodes = 4;

/// The cubic through four points (Lagrange), with its derivative.
class Cubic {
public:
    /// Around the interval from x[at] to x[at + 1].
    Cubic(std::span<const double> x, std::span<const double> y, std::size_t at)
    {
        const std::size_t first = std::min(at > 0 ? at - 1 : 0, x.size() - nodes);
        x_ = x.subspan(first, nodes);
        y_ = y.subspan(first, nodes);
    }

    double value(double x) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < nodes; ++i) {
            double term = y_[i];
            for (std::size_t j = 0; j < nodes; ++j)
                if (j != i) term *= (x - x_[j]) / (x_[i] - x_[j]);
            sum += term;
        }
        return sum;
    }

    double slope(double x) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < nodes; ++i)
            for (std::size_t left = 0; left < nodes; ++left) {
                if (left == i) continue;
                double term = y_[i] / (x_[i] - x_[left]);
                for (std::size_t j = 0; j < nodes; ++j)
                    if (j != i && j != left) term *= (x - x_[j]) / (x_[i] - x_[j]);
                sum += term;
            }
        return sum;
    }

private:
    std::span<const double> x_, y_;
};

void check(const FlowSeries& series)
{
    if (series.times.size() < nodes)
        throw InputError(fmt::format("scales need {} flow times at least, there are {}", nodes, series.times.size()));
    for (const auto& one : series.t2E)
        if (one.size() != series.times.size())
            throw InputError(fmt::format("a configuration has {} values of t^2 E for {} flow times", one.size(),
                                         series.times.size()));
}

} // namespace

double crossing(std::span<const double> x, std::span<const double> y, double level)
{
    for (std::size_t k = 0; k + 1 < x.size(); ++k) {
        if (!(y[k] < level && y[k + 1] >= level)) continue;
        const Cubic cubic(x, y, k);
        double low = x[k], high = x[k + 1];
        for (int step = 0; step < 100 && high - low > 1e-15 * std::abs(high); ++step) {
            const double middle = 0.5 * (low + high);
            (cubic.value(middle) < level ? low : high) = middle;
        }
        return 0.5 * (low + high);
    }
    return std::nan("");
}

std::vector<double> logarithmicSlope(std::span<const double> x, std::span<const double> y)
{
    std::vector<double> result;
    result.reserve(x.size());
    for (std::size_t k = 0; k < x.size(); ++k)
        result.push_back(x[k] * Cubic(x, y, k).slope(x[k]));
    return result;
}

FlowScales flowScales(const FlowSeries& series, double reference)
{
    check(series);
    const std::size_t count = series.times.size();
    std::vector<std::vector<double>> histories(count);
    for (std::size_t k = 0; k < count; ++k)
        for (const auto& one : series.t2E)
            histories[k].push_back(one[k]);
    const ObservableSeries all(histories.begin(), histories.end());

    const auto numbers = [&](std::span<const double> mean) {
        std::vector<double> values(mean.begin(), mean.end());
        const std::vector<double> slope = logarithmicSlope(series.times, mean);
        values.insert(values.end(), slope.begin(), slope.end());
        values.push_back(crossing(series.times, mean, reference));
        values.push_back(std::sqrt(crossing(series.times, slope, reference)));
        return values;
    };
    const Binning binning = jackknifeBinning(all);
    const Replicas replicas = replicate(all, numbers, binning);
    FlowScales result;
    result.reference = reference;
    if (replicas.bins() == 0) result.noErrors = errorsNeedMore(replicas.count, binning);
    if (replicas.count == 0) return result;
    for (std::size_t k = 0; k < count; ++k) {
        result.t2E.push_back(estimateOf(replicas, k));
        result.slope.push_back(estimateOf(replicas, count + k));
    }
    result.t0 = estimateOf(replicas, 2 * count);
    result.w0 = estimateOf(replicas, 2 * count + 1);
    return result;
}

} // namespace gaugegl::analysis

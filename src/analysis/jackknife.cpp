#include "gaugegl/analysis/jackknife.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/core/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

constexpr std::size_t fewestBins = 4;

std::size_t commonLength(const ObservableSeries& series)
{
    if (series.empty()) throw InputError("the jackknife needs at least one series");
    for (const auto& one : series)
        if (one.size() != series.front().size())
            throw InputError(
                fmt::format("the jackknife got series of {} and {} measurements; all must have the same number",
                            series.front().size(), one.size()));
    return series.front().size();
}

/// The series and their sums.  Every sum is that of the values less the first one: exact zeros for a constant series.
class Sums {
public:
    explicit Sums(const ObservableSeries& series) : series_(series)
    {
        for (const auto& one : series_)
            totals_.push_back(sumAboveFirst(one, 0, one.size()));
    }

    /// The means with the measurements [first, first + size) left out.
    std::vector<double> meansWithout(std::size_t first, std::size_t size) const
    {
        std::vector<double> means;
        means.reserve(series_.size());
        for (std::size_t k = 0; k < series_.size(); ++k) {
            const double sum = totals_[k] - sumAboveFirst(series_[k], first, size);
            means.push_back(series_[k].front() + sum / static_cast<double>(series_[k].size() - size));
        }
        return means;
    }

    std::size_t length() const { return series_.front().size(); }

private:
    static double sumAboveFirst(std::span<const double> values, std::size_t first, std::size_t size)
    {
        double sum = 0;
        for (const double value : values.subspan(first, size))
            sum += value - values.front();
        return sum;
    }

    const ObservableSeries& series_;
    std::vector<double> totals_;
};

/// The squared error from `bins` nearly equal bins.
double squaredError(const Sums& sums, const FunctionOfMeans& f, std::size_t bins)
{
    const std::size_t length = sums.length();
    const double whole = f(sums.meansWithout(0, 0));
    std::vector<double> pseudo; // pseudo-values less theta
    std::vector<double> ratio;
    double centre = 0;
    for (std::size_t j = 0; j < bins; ++j) {
        const std::size_t first = j * length / bins;
        const std::size_t size = (j + 1) * length / bins - first;
        ratio.push_back(static_cast<double>(length) / static_cast<double>(size));
        pseudo.push_back((ratio.back() - 1) * (whole - f(sums.meansWithout(first, size))));
        centre += pseudo.back() / static_cast<double>(bins);
    }

    double sum = 0;
    for (std::size_t j = 0; j < bins; ++j)
        sum += (pseudo[j] - centre) * (pseudo[j] - centre) / (ratio[j] - 1);
    return sum / static_cast<double>(bins);
}

} // namespace

std::size_t jackknifeBinSize(const ObservableSeries& series)
{
    const std::size_t length = commonLength(series);
    double tau = 0;
    for (const auto& one : series) {
        const double own = gammaMethod(one).tauInt;
        if (own > tau) tau = own; // false for NaN
    }
    const double size = std::ceil(std::cbrt(tau * tau * static_cast<double>(length)));
    return std::max<std::size_t>(1, static_cast<std::size_t>(size));
}

Estimate jackknife(const ObservableSeries& series, const FunctionOfMeans& f, std::size_t binSize)
{
    Estimate result;
    result.count = commonLength(series);
    if (result.count == 0) return result;
    const Sums sums(series);
    result.mean = f(sums.meansWithout(0, 0));

    const std::size_t bins = result.count / std::max<std::size_t>(1, binSize);
    if (bins < fewestBins) return result;
    const double squared = squaredError(sums, f, bins);
    const double unbinned = squaredError(sums, f, result.count);
    result.error = std::sqrt(squared);
    if (unbinned > 0) {
        result.tauInt = 0.5 * squared / unbinned;
        result.tauError = result.tauInt * std::sqrt(2.0 / static_cast<double>(bins));
    } else if (squared == 0) {
        result.tauInt = 0.5;
        result.tauError = 0;
    }
    return result;
}

Estimate jackknife(const ObservableSeries& series, const FunctionOfMeans& f)
{
    return jackknife(series, f, jackknifeBinSize(series));
}

} // namespace gaugegl::analysis

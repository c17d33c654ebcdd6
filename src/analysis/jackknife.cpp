#include "gaugegl/analysis/jackknife.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace gaugegl::analysis {
namespace {

constexpr std::size_t fewestBins = 4;

/// NaN of nothing.
double median(std::vector<double> values)
{
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

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
class SeriesSums {
public:
    explicit SeriesSums(const ObservableSeries& series) : series_(series)
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

/// Pseudo-values less theta and their mean, [bin][number].
std::vector<std::vector<double>> centredPseudoValues(const Replicas& replicas)
{
    const std::size_t bins = replicas.bins(), numbers = replicas.centre.size();
    std::vector<std::vector<double>> pseudo(bins, std::vector<double>(numbers));
    for (std::size_t k = 0; k < numbers; ++k) {
        double mean = 0;
        for (std::size_t j = 0; j < bins; ++j) {
            pseudo[j][k] = (replicas.ratio[j] - 1) * (replicas.centre[k] - replicas.without[j][k]);
            mean += pseudo[j][k] / static_cast<double>(bins);
        }
        for (std::size_t j = 0; j < bins; ++j)
            pseudo[j][k] -= mean;
    }
    return pseudo;
}

/// The sum of the formula for the numbers k and l.
double sumOverBins(const Replicas& replicas, const std::vector<std::vector<double>>& pseudo, std::size_t k,
                   std::size_t l)
{
    double sum = 0;
    for (std::size_t j = 0; j < replicas.bins(); ++j)
        sum += pseudo[j][k] * pseudo[j][l] / (replicas.ratio[j] - 1);
    return replicas.binning.inflation * sum / static_cast<double>(replicas.bins());
}

double squaredError(const Replicas& replicas, std::size_t k)
{
    Replicas one{{replicas.centre[k]}, {}, replicas.ratio, replicas.binning, replicas.count};
    one.without.reserve(replicas.bins());
    for (const std::vector<double>& values : replicas.without)
        one.without.push_back({values[k]});
    return sumOverBins(one, centredPseudoValues(one), 0, 0);
}

} // namespace

Binning jackknifeBinning(const ObservableSeries& series)
{
    const std::size_t length = commonLength(series);
    std::vector<double> taus, drifts;
    for (const auto& one : series) {
        const Estimate own = gammaMethod(one);
        if (std::isfinite(own.tauInt)) taus.push_back(own.tauInt);
        if (!std::isnan(own.drift)) drifts.push_back(std::abs(own.drift));
    }
    const double tau = taus.empty() ? 0 : std::ranges::max(taus);
    Binning result;
    result.tau = median(std::move(taus));
    result.drift = median(std::move(drifts));
    const double size = std::ceil(std::cbrt(tau * tau * static_cast<double>(length)));
    result.size = std::max<std::size_t>(1, static_cast<std::size_t>(size));
    if (tau > 0.5) result.inflation = 1 / (1 - (tau - 0.25 / tau) / static_cast<double>(result.size));
    return result;
}

Estimate jackknife(const ObservableSeries& series, const FunctionOfMeans& f, const Binning& binning)
{
    const FunctionsOfMeans one = [&f](std::span<const double> means) { return std::vector<double>{f(means)}; };
    const Replicas binned = replicate(series, one, binning);
    Estimate result;
    result = estimateOf(binned, 0);
    if (binned.bins() == 0) return result;
    const double squared = squaredError(binned, 0);
    const double unbinned = binned.bins() == binned.count && binning.inflation == 1
                                ? squared
                                : squaredError(replicate(series, one, Binning{}), 0);
    if (unbinned > 0) {
        result.tauInt = 0.5 * squared / unbinned;
        result.tauError = result.tauInt * std::sqrt(2.0 / static_cast<double>(binned.bins()));
    } else if (squared == 0) {
        result.tauInt = 0.5;
        result.tauError = 0;
    }
    return result;
}

Estimate jackknife(const ObservableSeries& series, const FunctionOfMeans& f)
{
    return jackknife(series, f, jackknifeBinning(series));
}

std::string errorsNeedMore(std::size_t configurations, const Binning& binning)
{
    const auto counted = [](std::size_t n) { return fmt::format("{} configuration{}", n, n == 1 ? "" : "s"); };
    return fmt::format("errors need at least {} bins, here of {}: {}; there {} {}", fewestBins, counted(binning.size),
                       counted(fewestBins * binning.size), configurations == 1 ? "is" : "are", configurations);
}

Replicas replicate(const ObservableSeries& series, const FunctionsOfMeans& f, const Binning& binning)
{
    Replicas result;
    result.binning = binning;
    result.count = commonLength(series);
    if (result.count == 0) return result;
    const SeriesSums sums(series);
    result.centre = f(sums.meansWithout(0, 0));
    const std::size_t bins = result.count / std::max<std::size_t>(1, binning.size);
    if (bins < fewestBins) return result;
    result.without.reserve(bins);
    result.ratio.reserve(bins);
    for (std::size_t j = 0; j < bins; ++j) {
        const std::size_t first = j * result.count / bins;
        const std::size_t size = (j + 1) * result.count / bins - first;
        result.ratio.push_back(static_cast<double>(result.count) / static_cast<double>(size));
        result.without.push_back(f(sums.meansWithout(first, size)));
    }
    return result;
}

Replicas transformed(const Replicas& from, const FunctionsOfMeans& f)
{
    Replicas result{f(from.centre), {}, from.ratio, from.binning, from.count};
    result.without.reserve(from.bins());
    for (const std::vector<double>& values : from.without)
        result.without.push_back(f(values));
    return result;
}

Estimate estimateOf(const Replicas& replicas, std::size_t number)
{
    Estimate result;
    result.count = replicas.count;
    if (replicas.count == 0) return result;
    result.mean = replicas.centre[number];
    result.effective = double(replicas.count) / (2 * replicas.binning.tau);
    result.drift = replicas.binning.drift;
    if (replicas.bins() > 0) result.error = std::sqrt(squaredError(replicas, number));
    return result;
}

Matrix covarianceOf(const Replicas& replicas)
{
    const auto pseudo = centredPseudoValues(replicas);
    Matrix result(replicas.centre.size());
    for (std::size_t k = 0; k < result.size; ++k)
        for (std::size_t l = 0; l <= k; ++l)
            result(k, l) = result(l, k) = sumOverBins(replicas, pseudo, k, l);
    return result;
}

} // namespace gaugegl::analysis

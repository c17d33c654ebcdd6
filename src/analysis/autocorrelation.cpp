#include "gaugegl/analysis/autocorrelation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace gaugegl::analysis {
namespace {

constexpr double windowFactor = 1.5; // S: the assumed ratio of the exponential to the integrated autocorrelation time

/// Deviations from the mean.  The first sample is subtracted before averaging, so that a constant series gives zeros.
std::vector<double> deviations(std::span<const double> series, double& mean)
{
    double sum = 0;
    for (const double value : series)
        sum += value - series.front();
    mean = series.front() + sum / static_cast<double>(series.size());
    std::vector<double> result;
    result.reserve(series.size());
    for (const double value : series)
        result.push_back(value - mean);
    return result;
}

double gammaAt(std::size_t t, const std::vector<double>& deviation)
{
    double sum = 0;
    for (std::size_t i = 0; i + t < deviation.size(); ++i)
        sum += deviation[i] * deviation[i + t];
    return sum / static_cast<double>(deviation.size() - t);
}

/// Negative once the window is wide enough.  `excess` is sum_{t=1}^{W} Gamma(t)/Gamma(0).
double windowCriterion(std::size_t window, double excess, std::size_t count)
{
    const auto w = static_cast<double>(window);
    // tau is small and positive where the data look uncorrelated or anticorrelated: the window closes at once.
    const double tau =
        excess <= 0 ? std::numeric_limits<double>::epsilon() : windowFactor / std::log((excess + 1) / excess);
    return std::exp(-w / tau) - tau / std::sqrt(w * static_cast<double>(count));
}

} // namespace

namespace {

/// gammaMethod() but for the drift.
Estimate withoutDrift(std::span<const double> series)
{
    Estimate result;
    result.count = series.size();
    if (series.empty()) return result;
    const std::vector<double> deviation = deviations(series, result.mean);
    constexpr std::size_t fewest = 4;
    if (series.size() < fewest) return result;

    const double variance = gammaAt(0, deviation);
    if (variance == 0) {
        result.effective = double(series.size());
        result.error = 0;
        result.tauInt = 0.5;
        result.tauError = 0;
        return result;
    }

    double excess = 0;
    std::size_t window = 0;
    bool closed = false;
    while (!closed && window < series.size() / 2) {
        ++window;
        excess += gammaAt(window, deviation) / variance;
        closed = windowCriterion(window, excess, series.size()) < 0;
    }

    const auto count = static_cast<double>(series.size());
    const auto width = static_cast<double>(window);
    const double sum = variance * (1 + 2 * excess);
    if (!closed || !(sum > 0)) return result;

    // The bias of Gamma(t) is -C/N for every t: it adds to the sum 2 W + 1 times, to Gamma(0) once.
    const double unbiased = sum * (1 + (2 * width + 1) / count);
    result.error = std::sqrt(unbiased / count);
    result.tauInt = unbiased / (2 * (variance + sum / count));
    result.tauError = result.tauInt * 2 * std::sqrt(std::max(width - result.tauInt + 0.5, 0.0) / count);
    result.effective = count / (2 * result.tauInt);
    return result;
}

/// Of the first third from the last.
double driftOf(std::span<const double> series)
{
    constexpr std::size_t fewest = 30; // of fewer than ten data in a third the error may be anything
    if (series.size() < fewest) return std::numeric_limits<double>::quiet_NaN();
    const std::size_t third = series.size() / 3;
    const std::array<std::span<const double>, 3> parts = {series.first(third), series.subspan(third, third),
                                                          series.last(third)};
    std::array<double, 3> means{}, squares{};
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const double tau = std::fmax(0.5, withoutDrift(parts[k]).tauInt); // 0.5 for NaN
        squares[k] = 2 * tau * gammaAt(0, deviations(parts[k], means[k])) / double(third - 1);
    }
    std::nth_element(squares.begin(), squares.begin() + 1, squares.end()); // a third that drifts itself has a large one
    const double difference = means.front() - means.back();
    if (difference == 0) return 0;
    return difference / std::sqrt(2 * squares[1]); // infinite where thirds are constant
}

} // namespace

Estimate gammaMethod(std::span<const double> series)
{
    Estimate result = withoutDrift(series);
    result.drift = driftOf(series);
    return result;
}

Autocorrelation autocorrelation(std::span<const double> series)
{
    constexpr double timesTau = 5;
    constexpr std::size_t fewest = 10;
    Autocorrelation result;
    const Estimate estimate = gammaMethod(series);
    if (!std::isfinite(estimate.tauInt)) return result;
    double mean = 0;
    const std::vector<double> deviation = deviations(series, mean);
    const double variance = gammaAt(0, deviation);
    if (variance == 0) return result;
    const auto wanted = std::size_t(std::ceil(timesTau * estimate.tauInt));
    const std::size_t last = std::min(std::max(wanted, fewest), series.size() / 4);
    // rho(k + t) is taken as 0 from here on, where it is noise.
    const std::size_t cut = std::min(2 * last, series.size() / 2);
    std::vector<double> rho;
    for (std::size_t t = 0; t <= cut; ++t)
        rho.push_back(gammaAt(t, deviation) / variance);
    const auto at = [&](std::size_t t) { return t < rho.size() ? rho[t] : 0; };
    for (std::size_t t = 0; t <= last; ++t) {
        double sum = 0;
        for (std::size_t k = 1; k <= t + last; ++k) {
            const double term = at(k + t) + at(k > t ? k - t : t - k) - 2 * rho[t] * at(k);
            sum += term * term;
        }
        result.rho.push_back(rho[t]);
        result.error.push_back(std::sqrt(sum / double(series.size())));
    }
    return result;
}

} // namespace gaugegl::analysis

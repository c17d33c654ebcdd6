#include "gaugegl/analysis/susceptibility.h"

#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

constexpr double nearTheTop = 0.6;
constexpr std::size_t fewestPoints = 4;

std::vector<double> squares(std::span<const double> values)
{
    std::vector<double> result;
    result.reserve(values.size());
    for (const double value : values)
        result.push_back(value * value);
    return result;
}

/// The points of a fit: [first, last].
struct Window {
    std::size_t first, last;
    std::size_t size() const { return last - first + 1; }
};

Window windowAround(const PeakData& data, std::size_t top)
{
    const auto mean = [&](std::size_t k) { return data.value[k].mean; };
    Window window{top > 0 ? top - 1 : top, std::min(top + 1, data.beta.size() - 1)};
    while (window.first > 0 && mean(window.first - 1) > nearTheTop * mean(top))
        --window.first;
    while (window.last + 1 < data.beta.size() && mean(window.last + 1) > nearTheTop * mean(top))
        ++window.last;
    while (window.size() < fewestPoints) {
        const bool left = window.first > 0, right = window.last + 1 < data.beta.size();
        if (left && (!right || mean(window.first - 1) > mean(window.last + 1)))
            --window.first;
        else
            ++window.last;
    }
    return window;
}

LinearFit fitOf(const PeakData& data, const Window& window, double centre)
{
    FitData fit;
    fit.covariance = Matrix(window.size());
    fit.basis.resize(3);
    for (std::size_t k = window.first; k <= window.last; ++k) {
        const double x = data.beta[k] - centre, relative = data.value[k].error / data.value[k].mean;
        fit.covariance(fit.y.size(), fit.y.size()) = relative * relative;
        fit.y.push_back(std::log(data.value[k].mean));
        fit.basis[0].push_back(1);
        fit.basis[1].push_back(x);
        fit.basis[2].push_back(x * x);
    }
    return fitLinear(fit);
}

/// Position and height by linear propagation of the errors of the parameters.
void setMaximum(Peak& peak, const LinearFit& fit, double centre)
{
    const double c1 = fit.parameters[1], c2 = fit.parameters[2], x = -c1 / (2 * c2);
    const Matrix& c = fit.covariance;
    const double by1 = -1 / (2 * c2), by2 = c1 / (2 * c2 * c2);
    peak.position.mean = centre + x;
    peak.position.error = std::sqrt(by1 * by1 * c(1, 1) + 2 * by1 * by2 * c(1, 2) + by2 * by2 * c(2, 2));
    const double height = std::exp(fit.parameters[0] + c1 * x + c2 * x * x);
    const double powers[] = {1, x, x * x}; // the maximum does not move in first order
    double squared = 0;
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l)
            squared += powers[k] * powers[l] * c(k, l);
    peak.height.mean = height;
    peak.height.error = height * std::sqrt(squared);
}

} // namespace

Estimate susceptibility(std::span<const double> values, double volume)
{
    const std::vector<double> squared = squares(values);
    return jackknife({values, squared},
                     [volume](std::span<const double> mean) { return volume * (mean[1] - mean[0] * mean[0]); });
}

Estimate binderCumulant(std::span<const double> values)
{
    const std::vector<double> squared = squares(values), fourth = squares(squared);
    return jackknife({squared, fourth},
                     [](std::span<const double> mean) { return 1 - mean[1] / (3 * mean[0] * mean[0]); });
}

Estimate secondMoment(std::span<const double> values, double volume)
{
    const std::vector<double> squared = squares(values);
    return jackknife({squared}, [volume](std::span<const double> mean) { return mean[0] / volume; });
}

Estimate freeEnergy(const Estimate& polyakovLoop, int timeExtent)
{
    Estimate result = polyakovLoop;
    result.mean = -std::log(polyakovLoop.mean) / timeExtent;
    result.error = polyakovLoop.error / (polyakovLoop.mean * timeExtent);
    return result;
}

Estimate power(const Estimate& estimate, double exponent)
{
    Estimate result = estimate;
    result.mean = std::pow(estimate.mean, exponent);
    result.error = std::abs(exponent * result.mean / estimate.mean) * estimate.error;
    return result;
}

double Peak::at(double beta) const
{
    const double x = beta - position.mean;
    return height.mean * std::exp(curvature * x * x);
}

Peak fitPeak(const PeakData& data)
{
    Peak peak;
    if (data.beta.size() < fewestPoints) {
        peak.failure = fmt::format("a peak needs {} couplings at least, there are {}", fewestPoints, data.beta.size());
        return peak;
    }
    for (std::size_t k = 0; k < data.beta.size(); ++k)
        if (!known(data.value[k]) || !(data.value[k].mean > 0) || !(data.value[k].error > 0)) {
            peak.failure =
                fmt::format("the susceptibility at beta = {} has no error: too few measurements", data.beta[k]);
            return peak;
        }
    const auto highest = std::ranges::max_element(data.value, {}, &Estimate::mean);
    const auto top = std::size_t(highest - data.value.begin());
    const double centre = data.beta[top];
    Window window = windowAround(data, top);
    LinearFit fit = fitOf(data, window, centre);
    while (!fit.good() && window.size() > fewestPoints) {
        const bool leftIsFarther = centre - data.beta[window.first] > data.beta[window.last] - centre;
        if (window.last == top + 1 || (leftIsFarther && window.first + 1 < top))
            ++window.first;
        else
            --window.last;
        fit = fitOf(data, window, centre);
    }
    peak.chiSquared = fit.chiSquared;
    peak.degrees = fit.degrees;
    peak.probability = fit.probability;
    peak.first = data.beta[window.first];
    peak.last = data.beta[window.last];
    peak.curvature = fit.parameters[2];
    if (!(peak.curvature < 0)) {
        peak.failure = fmt::format("the susceptibility has no maximum between beta = {} and {}", peak.first, peak.last);
        return peak;
    }
    setMaximum(peak, fit, centre);
    peak.good = fit.good() && peak.position.mean >= peak.first && peak.position.mean <= peak.last;
    return peak;
}

} // namespace gaugegl::analysis

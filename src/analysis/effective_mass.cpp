#include "gaugegl/analysis/effective_mass.h"

#include "gaugegl/analysis/jackknife.h"

#include <cassert>
#include <cmath>

namespace gaugegl::analysis {
namespace {

/// cosh(m (n + 1)) / cosh(m n) for n + 1 = T/2 - t, without overflow.
double ratioOfCosh(double m, double n)
{
    return std::exp(m) * (1 + std::exp(-2 * m * (n + 1))) / (1 + std::exp(-2 * m * n));
}

/// The history of one t.
std::vector<double> seriesAt(const CorrelatorSeries& series, std::size_t t, bool fold)
{
    std::vector<double> values;
    values.reserve(series.size());
    for (const std::vector<double>& correlator : series)
        values.push_back(fold ? folded(correlator)[t] : correlator[t]);
    return values;
}

} // namespace

std::vector<double> folded(const std::vector<double>& correlator)
{
    const std::size_t extent = correlator.size();
    assert(extent % 2 == 0);
    std::vector<double> result;
    result.reserve(extent / 2 + 1);
    for (std::size_t t = 0; t <= extent / 2; ++t)
        result.push_back(0.5 * (correlator[t] + correlator[(extent - t) % extent]));
    return result;
}

double coshMass(double correlator, double next, int t, int extent)
{
    assert(t >= 0 && 2 * t < extent);
    const double ratio = correlator / next, n = 0.5 * extent - t - 1;
    if (!(ratio >= 1) || std::isinf(ratio)) return std::nan("");
    double low = 0, high = std::log(2 * ratio) + 1; // e^m / 2 <= the ratio of the cosh
    for (int step = 0; step < 200 && high - low > 1e-15 * high; ++step) {
        const double middle = 0.5 * (low + high);
        (ratioOfCosh(middle, n) < ratio ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

std::vector<Estimate> averageCorrelator(const CorrelatorSeries& series)
{
    std::vector<Estimate> result;
    const std::size_t extent = series.empty() ? 0 : series.front().size();
    result.reserve(extent);
    for (std::size_t t = 0; t < extent; ++t) {
        const std::vector<double> values = seriesAt(series, t, false);
        result.push_back(jackknife({values}, [](std::span<const double> mean) { return mean[0]; }));
    }
    return result;
}

std::vector<Estimate> effectiveMasses(const CorrelatorSeries& series)
{
    std::vector<Estimate> result;
    const std::size_t extent = series.empty() ? 0 : series.front().size();
    result.reserve(extent / 2);
    for (std::size_t t = 0; 2 * t < extent; ++t) {
        const std::vector<double> here = seriesAt(series, t, true), next = seriesAt(series, t + 1, true);
        result.push_back(jackknife({here, next}, [&](std::span<const double> mean) {
            return coshMass(mean[0], mean[1], int(t), int(extent));
        }));
    }
    return result;
}

std::vector<Estimate> exponentialMasses(const CorrelatorSeries& series)
{
    std::vector<Estimate> result;
    const std::size_t extent = series.empty() ? 0 : series.front().size();
    result.reserve(extent / 2);
    for (std::size_t t = 0; 2 * t < extent; ++t)
        result.push_back(jackknife({seriesAt(series, t, false), seriesAt(series, t + 1, false)},
                                   [](std::span<const double> mean) { return std::log(mean[0] / mean[1]); }));
    return result;
}

PlateauWindow plateauWindow(std::size_t extent) { return {3 * extent / 8, extent / 2, extent}; }

std::vector<double> foldedHistory(const CorrelatorSeries& series, std::size_t t) { return seriesAt(series, t, true); }

double plateauMass(std::span<const double> correlator, const PlateauWindow& window)
{
    double sum = 0;
    for (std::size_t i = 0; i + 1 < correlator.size(); ++i)
        sum += coshMass(correlator[i], correlator[i + 1], int(window.first + i), int(window.extent));
    return sum / double(window.last - window.first);
}

Estimate plateauMass(const CorrelatorSeries& series, bool symmetric)
{
    if (series.empty()) return {};
    const PlateauWindow window = plateauWindow(series.front().size());
    if (!symmetric) // the mean of the logarithms of all ratios
        return jackknife({seriesAt(series, window.first, false), seriesAt(series, window.last, false)},
                         [&](std::span<const double> mean) {
                             return std::log(mean[0] / mean[1]) / double(window.last - window.first);
                         });
    std::vector<std::vector<double>> histories;
    histories.reserve(window.last - window.first + 1);
    for (std::size_t t = window.first; t <= window.last; ++t)
        histories.push_back(foldedHistory(series, t));
    return jackknife({histories.begin(), histories.end()},
                     [&](std::span<const double> mean) { return plateauMass(mean, window); });
}

} // namespace gaugegl::analysis

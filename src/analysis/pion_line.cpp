#include "analysis/pion_line.h"

#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <cmath>

namespace gaugegl::analysis {
namespace {

/// Slope and zero of the straight line through weighted points.
std::vector<double> lineOf(const std::vector<double>& x, std::span<const double> y, const std::vector<double>& weights)
{
    double sum = 0, meanX = 0, meanY = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        sum += weights[k];
        meanX += weights[k] * x[k];
        meanY += weights[k] * y[k];
    }
    meanX /= sum;
    meanY /= sum;
    double xx = 0, xy = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        xx += weights[k] * (x[k] - meanX) * (x[k] - meanX);
        xy += weights[k] * (x[k] - meanX) * (y[k] - meanY);
    }
    const double slope = xy / xx;
    return {slope, meanX - meanY / slope};
}

} // namespace

PionLine pionLine(const std::vector<double>& quarkMasses, const std::vector<CorrelatorSeries>& pions,
                  const std::function<double(double)>& ofZero)
{
    if (quarkMasses.size() != pions.size()) throw InputError("every quark mass must have its pions");
    PionLine result;
    if (quarkMasses.empty() || pions.front().empty()) return result;

    const PlateauWindow window = plateauWindow(pions.front().front().size());
    std::vector<std::vector<double>> histories; // of each kappa in turn the distances of the plateau
    for (const CorrelatorSeries& series : pions)
        for (std::size_t t = window.first; t <= window.last; ++t)
            histories.push_back(foldedHistory(series, t));
    const ObservableSeries observables(histories.begin(), histories.end());
    const std::size_t distances = window.last - window.first + 1;
    const Replicas squares = replicate(
        observables,
        [&](std::span<const double> mean) {
            std::vector<double> values;
            values.reserve(quarkMasses.size());
            for (std::size_t k = 0; k < quarkMasses.size(); ++k) {
                const double mass = plateauMass(mean.subspan(k * distances, distances), window);
                values.push_back(mass * mass);
            }
            return values;
        },
        jackknifeBinning(observables));

    std::vector<double> weights;
    for (std::size_t k = 0; k < quarkMasses.size(); ++k) {
        result.squaredMasses.push_back(estimateOf(squares, k));
        const double error = result.squaredMasses.back().error;
        weights.push_back(1 / (error * error));
        if (!std::isfinite(result.squaredMasses.back().mean) || !std::isfinite(weights.back())) return result;
    }
    if (quarkMasses.size() < 2) return result;
    const Replicas line = transformed(squares, [&](std::span<const double> values) {
        std::vector<double> fit = lineOf(quarkMasses, values, weights);
        if (ofZero) fit[1] = ofZero(fit[1]);
        return fit;
    });
    result.slope = estimateOf(line, 0);
    result.zero = estimateOf(line, 1);
    return result;
}

} // namespace gaugegl::analysis

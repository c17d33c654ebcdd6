// Masses from the decay of a correlator that is periodic in t with the extent T and symmetric, C(t) = C(T - t):
//   C(t) / C(t+1) = cosh(m (T/2 - t)) / cosh(m (T/2 - t - 1)).
#pragma once

#include "gaugegl/analysis/estimate.h"

#include <span>
#include <vector>

namespace gaugegl::analysis {

/// (C(t) + C(T - t)) / 2 for t = 0 .. T/2, by the symmetry of the correlator.  T is even.
std::vector<double> folded(const std::vector<double>& correlator);

/// The mass that solves the equation above for 0 <= t < T/2; NaN if the ratio of the correlators is below 1 or NaN.
/// Accurate to a few units of rounding.
double coshMass(double correlator, double next, int t, int extent);

/// The correlators of all configurations, [configuration][t], t = 0 .. T - 1.
using CorrelatorSeries = std::vector<std::vector<double>>;

/// Mean and jackknife error at every t = 0 .. T - 1.
std::vector<Estimate> averageCorrelator(const CorrelatorSeries& series);

/// coshMass of the folded mean and its jackknife error for t = 0 .. T/2 - 1.
std::vector<Estimate> effectiveMasses(const CorrelatorSeries& series);

/// log C(t) / C(t+1) of the mean for t = 0 .. T/2 - 1, of correlators that are not symmetric; NaN where the ratio is below 0 or NaN.
std::vector<Estimate> exponentialMasses(const CorrelatorSeries& series);

/// Where a correlator of the extent T is taken as that of the lightest state: 3 T/8 <= t <= T/2, where excited states
/// contribute least.
struct PlateauWindow {
    std::size_t first = 0;  ///< the least t
    std::size_t last = 0;   ///< the largest t
    std::size_t extent = 0; ///< T
};
/// That of an extent.
PlateauWindow plateauWindow(std::size_t extent);

/// (C(t) + C(T - t)) / 2 of every configuration at one t.
std::vector<double> foldedHistory(const CorrelatorSeries& series, std::size_t t);

/// The mean of the effective masses of a folded correlator at t = window.first .. window.last; NaN if one of them is.
double plateauMass(std::span<const double> correlator, const PlateauWindow& window);

/// The mean of the effective masses for 3 T/8 <= t < T/2, where excited states contribute least, with its jackknife
/// error.  T is at least 4; for T = 4 only t = 1 enters.  Of correlators that are not symmetric those of exponentialMasses().
Estimate plateauMass(const CorrelatorSeries& series, bool symmetric = true);

} // namespace gaugegl::analysis

// Masses from the decay of a correlator that is periodic in t with the extent T and symmetric, C(t) = C(T - t):
//   C(t) / C(t+1) = cosh(m (T/2 - t)) / cosh(m (T/2 - t - 1)).
#pragma once

#include "gaugegl/analysis/estimate.h"

#include <vector>

namespace gaugegl::analysis {

/// (C(t) + C(T - t)) / 2 for t = 0 .. T/2: both ends of the lattice tell the same.  T is even.
std::vector<double> folded(const std::vector<double>& correlator);

/// The mass that solves the equation above for 0 <= t < T/2; NaN where the ratio of the correlators is below 1 or no
/// number.  Its error is a few roundings.
double coshMass(double correlator, double next, int t, int extent);

/// The correlators of all configurations, [configuration][t], t = 0 .. T - 1.
using CorrelatorSeries = std::vector<std::vector<double>>;

/// Mean and jackknife error at every t = 0 .. T - 1.
std::vector<Estimate> averageCorrelator(const CorrelatorSeries& series);

/// coshMass of the folded mean and its jackknife error for t = 0 .. T/2 - 1.
std::vector<Estimate> effectiveMasses(const CorrelatorSeries& series);

/// The mean of the effective masses for 3 T/8 <= t < T/2, where the lightest state is least covered by others, with its
/// jackknife error.  T is at least 4; at T = 4 it is that of t = 1.
Estimate plateauMass(const CorrelatorSeries& series);

} // namespace gaugegl::analysis

// Scales of the gradient flow from E(t), the action density at flow time t (M. Luescher, JHEP 08 (2010) 071,
// arXiv:1006.4518):
//   t^2 <E> = c         at t = t0,
//   t d/dt t^2 <E> = c  at t = w0^2  (S. Borsanyi et al., JHEP 09 (2012) 010, arXiv:1203.4469),
// with c = 0.3 in SU(3), and generally 0.1125 (N^2 - 1)/N (M. Ce et al., Phys. Lett. B762 (2016) 232,
// arXiv:1607.05939).
//
// Between the flow times at which E was measured, t^2 E and its derivative are those of the cubic through the four
// nearest points.
#pragma once

#include "gaugegl/analysis/estimate.h"

#include <span>
#include <string>
#include <vector>

namespace gaugegl::analysis {

/// t^2 E of an ensemble.
struct FlowSeries {
    std::vector<double> times;            ///< rising, the same for all configurations; at least 4
    std::vector<std::vector<double>> t2E; ///< [configuration][time]
};

/// The scales in lattice units.
struct FlowScales {
    double reference = 0;        ///< c
    std::vector<Estimate> t2E;   ///< at each time
    std::vector<Estimate> slope; ///< t d/dt t^2 E at each time
    Estimate t0;                 ///< t0/a^2; NaN if t^2 E does not reach c
    Estimate w0;                 ///< w0/a; NaN if the slope does not reach c
    std::string noErrors;        ///< why errors are not known; empty if they are
};

/// The reference value c of SU(N).
constexpr double flowReference(int colours) { return 0.1125 * (colours * colours - 1) / colours; }

/// Where the curve through (x, y) first reaches `level` from below, x rising; NaN where it does not.
double crossing(std::span<const double> x, std::span<const double> y, double level);

/// x dy/dx at every x.
std::vector<double> logarithmicSlope(std::span<const double> x, std::span<const double> y);

/// Means and binned jackknife errors.  Throws InputError for fewer than 4 times, or where the number of values differs.
FlowScales flowScales(const FlowSeries& series, double reference);

} // namespace gaugegl::analysis

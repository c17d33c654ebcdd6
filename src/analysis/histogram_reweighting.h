// Multi-histogram reweighting: averages at couplings between those of several chains (A. Ferrenberg and R. Swendsen, Phys. Rev. Lett. 63 (1989) 1195).
//
// Chain k has N_k measurements n, at beta_k, of the action E, without its beta, and of an observable x.  Each counts as w_n = 1/g_k data, where
// g_k = 2 tau_int, the longer one of E and x, at least 1.  The normalisations f_k = -ln Z_k solve
//   sum_n w_n exp(f_k - beta_k E_n) / D_n = 1,   D_n = sum_j (N_j / g_j) exp(f_j - beta_j E_n),
// with sums over all measurements of all chains, not over bins of E (M. Shirts and J. Chodera, J. Chem. Phys. 129 (2008) 124105,
// arXiv:0801.1426), and the average of a function of x at any beta is
//   <O>(beta) = sum_n p_n O_n / sum_n p_n,   p_n = w_n exp(-beta E_n) / D_n.
//
// Newton's method finds the minimum of sum_n w_n ln D_n - sum_k (N_k / g_k) f_k, which is convex; it ends when the equations hold to 1e-8.
//
// Errors are those of a bootstrap of 400 resamples (std::mt19937_64, seed 1) over the bins of each chain, of the size of jackknife.h; p_n follows
// f_k, and f_k the resample, in first order.  Each resample has the highest of its own maxima as its peak: an error from the curvature at the
// peak of the mean is too small, as noise makes several maxima, and the highest one sharper.
#pragma once

#include "gaugegl/analysis/estimate.h"
#include "gaugegl/base/interrupt.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace gaugegl::analysis {

/// What a chain has measured.
struct ChainAtCoupling {
    double beta = 0;                     ///< its coupling
    std::vector<double> action = {};     ///< E, of the whole lattice
    std::vector<double> observable = {}; ///< x, of the same configurations
};

/// Averages at a coupling.
struct ReweightedPoint {
    double beta = 0;         ///< the coupling
    double independent = 0;  ///< the number of independent data that they rest on, (sum p_n)^2 / sum g_n p_n^2
    Estimate mean;           ///< <x>
    Estimate susceptibility; ///< volume (<x^2> - <x>^2)
    Estimate binder;         ///< 1 - <x^4> / (3 <x^2>^2)
};

/// The largest susceptibility.
struct ReweightedPeak {
    Estimate position; ///< its coupling
    Estimate height;   ///< its value
};

/// What follows from all chains together.
struct Reweighting {
    std::vector<ReweightedPoint> points; ///< one for each coupling that was asked for
    std::optional<ReweightedPeak> peak;  ///< nothing where the first or the last of these points is the highest
    int iterations = 0;                  ///< of Newton's method
    Warnings warnings;                   ///< what the numbers are not vouched for
};

/// Averages at these couplings, which rise; the peak is that of a parabola through the highest susceptibility and its neighbours.  Throws
/// InputError, which names the value: no chain, series of unequal length, numbers that are not finite, a volume that is not positive, a chain
/// that is too short for its autocorrelation or for 4 bins, neighbours whose actions do not overlap, and equations that are not solved in 100
/// iterations.  Throws UnsolvedError as soon as `stops` is true, which it asks for every coupling.
Reweighting reweight(std::vector<ChainAtCoupling> chains, std::span<const double> couplings, double volume,
                     const std::function<bool()>& stops = interrupted);

} // namespace gaugegl::analysis

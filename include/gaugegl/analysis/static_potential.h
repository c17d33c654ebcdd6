// The static potential from Wilson loops W(R, T):
//   V(R, T) = ln W(R, T) / W(R, T + 1)  ->  V(R) for large T,   V(R) = V0 - a/R + sigma R  (E. Eichten et al., Phys.
//   Rev.
// D 17 (1978) 3090), and from the fit the scale r0 with r0^2 dV/dR(r0) = 1.65 (R. Sommer, Nucl. Phys. B411 (1994) 839).
//
// The rules, which follow from the data alone unless an option says otherwise:
// - Bins: those of the jackknife (jackknife.h) for the loops with T <= 2.
// - A loop counts while W(R, T + 1) is more than 5 of its errors above zero.
// - Distances: those from 2 to below half the spatial extent, where a string around the lattice is as short.
// - Plateau: it begins at the same T0 for all distances.  V(R) is the mean of V(R, T) from T0 to the last T that
// counts,
//   with weights 1/error^2.
// - Fit: by the covariance of the V(R), of the distances from some R on.
// - T0 = 1, 2, .. and at each of them the smallest R = 2, .. are gone through, and all results are averaged: a choice
//   gets the fraction s(p) = p^4 / (p^4 + 0.01^4) of the weight that the choices before have left, the last one all
//   that is left.  p is, of a smallest R, the probability of the fit; of a T0, that V0, a and sigma with plateaus from
//   T0 and from the next T on differ by as much (Hotelling's test).
// - Errors are those of the jackknife of the average, weights included, so that the choice is in the error; those of
// the
//   parameters are widened as those of a fit (linear_fit.h).
// - The choice with the most weight is named.  If its probability is below 0.01, or its T0 is the last
// one,
//   which nothing confirms, the result is called bad.
#pragma once

#include "gaugegl/analysis/jackknife.h"

#include <array>
#include <optional>
#include <string>

namespace gaugegl::analysis {

/// The loops of an ensemble.
struct LoopSeries {
    std::vector<std::array<int, 3>> r;       ///< the spatial vectors
    int tMost = 0;                           ///< T = 1 .. tMost
    std::vector<std::vector<double>> values; ///< [configuration][vector * tMost + T - 1]

    /// The history of one loop.
    std::vector<double> history(std::size_t vector, int t) const;
};

/// What may be chosen instead of by the rules.
struct PotentialChoice {
    double rBound = 0;                                   ///< half the spatial extent: distances below it are fitted
    std::optional<std::pair<double, double>> fitRange{}; ///< the smallest and the largest R, both fitted
    std::optional<int> plateau{};                        ///< T0
};

/// One distance.
struct PotentialPoint {
    std::array<int, 3> r{};       ///< the spatial vector
    double distance = 0;          ///< its length
    std::vector<Estimate> masses; ///< V(R, T) for T = 1 .. tMost - 1; NaN where W has no logarithm
    int last = 0;                 ///< the last T that counts; 0: none
    Estimate potential;           ///< V(R), averaged over T0; NaN where no T counts
    bool fitted = false;          ///< whether the choice with the most weight fits it
};

/// The probability at which a choice gets half of the weight that is left.
constexpr double halfAccepted = 0.01;

/// A choice of the rule.
struct PotentialFit {
    int plateau = 0;    ///< T0
    double nearest = 0; ///< the smallest R
    double weight = 0;  ///< in the average; those of all choices add up to 1
    LinearFit fit;      ///< V0, a, sigma
};

/// The potential of an ensemble.
struct StaticPotential {
    std::vector<PotentialPoint> points; ///< by distance
    std::size_t configurations = 0;     ///< all
    std::size_t bins = 0;               ///< of the jackknife; 0: too few configurations for errors
    int plateau = 0;                    ///< T0 with the most weight
    bool plateauFound = false;          ///< whether a later T confirms it, or it was told
    std::vector<PotentialFit> fits;     ///< all choices
    /// V0, a, sigma, averaged; chi^2, degrees and probability of the choice with the most weight.  None where
    /// fitFailure says why.
    LinearFit fit;
    std::string fitFailure; ///< empty if there is a fit
    Estimate rootSigma;     ///< sqrt(sigma), of lattice spacings; NaN if sigma is not positive
    Estimate r0;            ///< of lattice spacings; NaN where the fit has none

    /// Whether there is a fit that can be believed, on a plateau that was found.
    bool good() const { return fitAccepted() && plateauFound; }
    /// Whether the fit with the most weight has a chi^2 that can be believed.
    bool fitAccepted() const { return fitFailure.empty() && fit.probability >= halfAccepted; }
    /// V0 - a/R + sigma R of the fit.
    double fitted(double distance) const;
};

/// Throws InputError when there is no configuration, when the loops have fewer than two T, or when a choice lies
/// outside the loops.  Too few configurations for errors (4 bins) leave the means of V(R, T), and fitFailure says so.
StaticPotential staticPotential(const LoopSeries& loops, const PotentialChoice& choice);

/// hbar c in MeV fm (CODATA 2018).
constexpr double hbarC = 197.3269804;

/// The lattice spacing in fm that makes sqrt(sigma) so many MeV.
Estimate latticeSpacing(const StaticPotential& potential, double rootSigmaMeV);

} // namespace gaugegl::analysis

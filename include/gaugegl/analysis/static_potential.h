// The static potential from Wilson loops W(R, T):
//   V(R, T) = ln W(R, T) / W(R, T + 1)  ->  V(R) for large T
//   V(R) = V0 - a/R + sigma R  (E. Eichten et al., Phys. Rev. D 17 (1978) 3090)
// and from the fit the scale r0 with r0^2 dV/dR(r0) = 1.65 (R. Sommer, Nucl. Phys. B411 (1994) 839).
//
// The analysis follows these rules, unless an option overrides them:
// - Bins: those of the jackknife (jackknife.h) for the loops with T <= 2.
// - T is used while W(R, T + 1) is more than 5 of its errors above zero.
// - Distances: from 2 to below half the spatial extent; beyond that, a string around the lattice is as short.
// - Plateau: it begins at the same T0 for all distances.  V(R) is the mean of V(R, T) from T0 to the last T in use,
//   with weights 1/error^2.
// - Fit: correlated, with the covariance of the V(R), to all distances from a smallest R on.
// - Average over choices: for T0 = 1, 2, .. and, at each T0, for the smallest R = 2, .., every choice gets the fraction
//   s(p) = p^4 / (p^4 + 0.01^4) of the weight that the choices before it have left, and the last one the rest.  For a
//   smallest R, p is the probability of the fit.  For a T0, it is the probability that V0, a and sigma from T0 and from
//   the next T differ by at least as much as they do (Hotelling's test).
// - Errors are those of the jackknife of the weighted average, with the weights recomputed, so that they include the
//   choice.  Errors of the parameters are widened like those of a fit (linear_fit.h).
// - The choice with the largest weight is reported.  If its probability is below 0.01, or if its T0 is the last one,
//   so that no later plateau confirms it, the result is called bad.
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

/// Choices that override the rules.
struct PotentialChoice {
    double rBound = 0;                                   ///< half the spatial extent: distances below it are fitted
    std::optional<std::pair<double, double>> fitRange{}; ///< the smallest and the largest R, both fitted
    std::optional<int> plateau{};                        ///< T0
};

/// One distance.
struct PotentialPoint {
    std::array<int, 3> r{};       ///< the spatial vector
    double distance = 0;          ///< its length
    std::vector<Estimate> masses; ///< V(R, T) for T = 1 .. tMost - 1; NaN where the ratio has no logarithm
    int last = 0;                 ///< the last T in use; 0: none
    Estimate potential;           ///< V(R), averaged over T0; NaN if no T is in use
    bool fitted = false;          ///< whether the fit with the largest weight includes it
};

/// The probability p at which a choice gets half of the remaining weight, s(p) = 1/2.
constexpr double halfAccepted = 0.01;

/// The fit of one choice of T0 and smallest R.
struct PotentialFit {
    int plateau = 0;    ///< T0
    double nearest = 0; ///< the smallest R
    double weight = 0;  ///< in the average; the weights add up to 1
    LinearFit fit;      ///< V0, a, sigma
};

/// The potential of an ensemble.
struct StaticPotential {
    std::vector<PotentialPoint> points; ///< by distance
    std::size_t configurations = 0;     ///< all
    std::size_t bins = 0;               ///< of the jackknife; 0: too few configurations for errors
    int plateau = 0;                    ///< T0 with the largest weight
    bool plateauFound = false;          ///< whether a later T0 confirms it, or it was given
    std::vector<PotentialFit> fits;     ///< all choices
    /// V0, a and sigma are averages; chi^2, degrees and probability are those of the choice with the largest weight.
    /// Empty if fitFailure is not.
    LinearFit fit;
    std::string fitFailure; ///< the reason why there is no fit; empty if there is one
    Estimate rootSigma;     ///< a sqrt(sigma); NaN if sigma is not positive
    Estimate r0;            ///< r0/a; NaN where the fit has none

    /// Whether there is an acceptable fit on a confirmed plateau.
    bool good() const { return fitAccepted() && plateauFound; }
    /// Whether the fit with the largest weight has an acceptable chi^2.
    bool fitAccepted() const { return fitFailure.empty() && fit.probability >= halfAccepted; }
    /// V0 - a/R + sigma R of the fit.
    double fitted(double distance) const;
};

/// The potential of an ensemble by the rules above.  Throws InputError if there is no configuration, if the loops have
/// fewer than two T, or if a choice lies outside the measured loops.  With too few configurations for errors (4 bins),
/// only the means of V(R, T) are set, and fitFailure gives the reason.
StaticPotential staticPotential(const LoopSeries& loops, const PotentialChoice& choice);

/// hbar c in MeV fm (CODATA 2018).
constexpr double hbarC = 197.3269804;

/// The lattice spacing in fm from sqrt(sigma) = rootSigmaMeV.
Estimate latticeSpacing(const StaticPotential& potential, double rootSigmaMeV);

} // namespace gaugegl::analysis

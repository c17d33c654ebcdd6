// The static potential from Wilson loops W(R, T):
//   V(R, T) = ln W(R, T) / W(R, T + 1)  ->  V(R) for large T,   V(R) = V0 - a/R + sigma R  (E. Eichten et al., Phys.
//   Rev.
// D 17 (1978) 3090), and from the fit the scale r0 with r0^2 dV/dR(r0) = 1.65 (R. Sommer, Nucl. Phys. B411 (1994) 839).
//
// The rules, which follow from the data alone unless an option says otherwise:
// - Bins: those of the jackknife (jackknife.h) for the loops with T <= 2.
// - A loop counts while W(R, T + 1) is more than 5 of its errors above zero.
// - Distances: those from 2 to below half the spatial extent, where a string around the lattice is as short.
// - Plateau: it begins at the same T0 for all distances, the smallest at which V(R, T0) - V(R, T0 + 1) is less than 2
// of its
//   errors for each of them and less than 1 in the mean over them.  V(R) is the mean of V(R, T) from T0 to the last T
//   that counts, with weights 1/error^2.
// - Fit: by the covariance of the V(R), from the smallest R at which its probability is at least `leastProbability`;
// where
//   there is none the fit with the largest probability is given, and called bad.
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
    Estimate potential;           ///< V(R); NaN where no T from T0 on counts
    bool fitted = false;          ///< whether the fit has it
};

/// The potential of an ensemble.
struct StaticPotential {
    std::vector<PotentialPoint> points; ///< by distance
    std::size_t configurations = 0;     ///< all
    std::size_t bins = 0;               ///< of the jackknife
    int plateau = 0;                    ///< T0
    bool plateauFound = false; ///< whether the rule found T0; else it is the last T at which there was a choice
    LinearFit fit;             ///< V0, a, sigma; none where fitFailure says why
    std::string fitFailure;    ///< empty if there is a fit
    Estimate rootSigma;        ///< sqrt(sigma), of lattice spacings; NaN if sigma is not positive
    Estimate r0;               ///< of lattice spacings; NaN where the fit has none

    /// Whether there is a fit that can be believed, on a plateau that was found.
    bool good() const { return fitFailure.empty() && fit.good() && plateauFound; }
    /// V0 - a/R + sigma R of the fit.
    double fitted(double distance) const;
};

/// Throws InputError when there are too few configurations for errors (4 bins), when the loops have fewer than two T,
/// or when a choice lies outside the loops.
StaticPotential staticPotential(const LoopSeries& loops, const PotentialChoice& choice);

/// hbar c in MeV fm (CODATA 2018).
constexpr double hbarC = 197.3269804;

/// The lattice spacing in fm that makes sqrt(sigma) so many MeV.
Estimate latticeSpacing(const StaticPotential& potential, double rootSigmaMeV);

} // namespace gaugegl::analysis

// What searches for the lowest eigenpairs of a Hermitian operator take, report and find.
#pragma once

#include "algebra/concepts.h"
#include "gaugegl/solvers/result.h"
#include "solvers/damped_interval.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace gaugegl {

/// What a restart tells.
struct EigenPoint {
    int round = 0;        ///< 0: the first search; later ones look for what it has missed; -1: pairs become better
    int restart = 0;      ///< counted from 1 in each round
    int converged = 0;    ///< eigenpairs, over all rounds
    double residual = 0;  ///< |A v - lambda v| of the worst one wanted
    int applications = 0; ///< of A, in all
};

/// Which eigenpairs, how well, and how.
struct EigenParameters {
    std::size_t count = 1;     ///< wanted
    std::size_t dimension = 0; ///< of the space, in complex numbers
    double tolerance = 1e-10;  ///< for |A v - lambda v| / |A|
    double norm = 0;           ///< at least |A|, if it is known to be larger than what is found
    std::size_t block = 4;     ///< vectors that are multiplied together in the first search
    double growth = 20;        ///< of the polynomial at the low end
    int maxRestarts = 200;     ///< in each round
    int maxRounds = 100;       ///< after the first
    /// The degenerate ones of the last level are found beyond `count`, at most so many; 0: they are not looked for.
    std::size_t maxCopies = 256;
    std::function<void(const EigenPoint&)> watch = {}; ///< called at every restart; may be empty
    /// Called in each step of a restart with the applications of A in all; may be empty.
    std::function<void(int)> step = {};
};

/// What is known of eigenpairs in rising order.
struct EigenReport {
    SolverStatus status = SolverStatus::TooManyIterations; ///< of the first `count`
    std::vector<double> values = {};                       ///< Rayleigh quotients of A
    std::vector<double> residuals = {};                    ///< |A v - lambda v|
    SpectrumKnown spectrum = {};                           ///< of A
    bool lastLevelComplete = false;                        ///< all that are degenerate with number `count` were found
    int restarts = 0;                                      ///< over all rounds
    int applications = 0;                                  ///< of A
    int checkApplications = 0;                             ///< those of them that looked for what was missed
};

/// They and their vectors.
template<VectorField V>
struct EigenPairs : EigenReport {
    std::vector<V> vectors = {}; ///< orthonormal
};

/// Makes the k-th random vector.
template<VectorField V>
using RandomVectors = std::function<V(int k)>;

/// The residual that is asked for, that is the resolution of eigenvalues.
inline double smallResidual(const SpectrumKnown& spectrum, const EigenParameters& parameters)
{
    return parameters.tolerance * std::max(spectrum.upper, parameters.norm);
}

/// How many of the first `count` have converged.
inline int convergedOf(const EigenReport& report, const EigenParameters& parameters)
{
    const double small = smallResidual(report.spectrum, parameters);
    const auto wanted = std::span(report.residuals).first(std::min(parameters.count, report.residuals.size()));
    return int(std::ranges::count_if(wanted, [&](double residual) { return residual <= small; }));
}

/// The number of pairs up to the last of the level of number `count`.
inline std::size_t endOfLevel(const EigenReport& report, const EigenParameters& parameters)
{
    const std::size_t count = std::min(parameters.count, report.values.size());
    const double end = report.values[count - 1] + 2 * smallResidual(report.spectrum, parameters);
    return std::size_t(std::ranges::upper_bound(report.values, end) - report.values.begin());
}

/// How often eigenvalue number k of `other` occurs in the report: those are taken for degenerate that differ by no more than their
/// residuals.
inline int occurrences(const EigenReport& report, const EigenReport& other, std::size_t k)
{
    constexpr double rounding = 1e-13;
    const double least = other.residuals[k] + rounding * report.spectrum.upper;
    int count = 0;
    for (std::size_t i = 0; i < report.values.size(); ++i)
        count += std::abs(report.values[i] - other.values[k]) <= report.residuals[i] + least ? 1 : 0;
    return count;
}

/// That of every eigenvalue of the report in itself.
inline std::vector<int> multiplicitiesOf(const EigenReport& report)
{
    std::vector<int> all(report.values.size());
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = occurrences(report, report, k);
    return all;
}

/// Leaves out all for which keep(k) is false.
template<VectorField V, class F>
void keepIf(EigenPairs<V>& pairs, F keep)
{
    std::size_t kept = 0;
    for (std::size_t k = 0; k < pairs.values.size(); ++k) {
        if (!keep(k)) continue;
        if (kept != k) {
            pairs.values[kept] = pairs.values[k];
            pairs.residuals[kept] = pairs.residuals[k];
            pairs.vectors[kept] = std::move(pairs.vectors[k]);
        }
        ++kept;
    }
    pairs.values.resize(kept);
    pairs.residuals.resize(kept);
    pairs.vectors.erase(pairs.vectors.begin() + std::ptrdiff_t(kept), pairs.vectors.end());
}

} // namespace gaugegl

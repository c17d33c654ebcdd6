// The lowest eigenpairs of a Hermitian positive operator, with a check that none was missed: Krylov spaces of a few vectors hold
// degenerate eigenvalues no more often than there are vectors, and a residual does not say whether there is a smaller
// eigenvalue.  So the method starts again from random vectors in the space orthogonal to what was found, until a start finds
// nothing up to the largest wanted, its own level included: all that are degenerate are found, however many there are.
#pragma once

#include "solvers/lanczos.h"
#include "solvers/subspace_iteration.h"
#include "solvers/thick_restart.h"

namespace gaugegl {

/// The first search.  Behind the first `count` there are others, which may not have converged.
template<LinearOperator A>
EigenPairs<typename A::Field> firstEigenpairs(const A& a, const RandomVectors<typename A::Field>& random,
                                              const EigenParameters& parameters)
{
    constexpr double margin = 1.1, firstCut = 0.05, narrow = 0.1;
    const ExtremalEigenvalues found =
        extremalEigenvalues(a, random(-1), {.tolerance = 1e-2, .window = 5, .maxSteps = 60});
    SpectrumKnown known;
    if (found.lower > narrow * found.upper) known.lower = found.lower;
    double width = std::max(found.upper - known.lower, 1e-6 * std::max(found.upper, parameters.norm));
    if (!(width > 0)) width = 1; // of the operator 0
    known.upper = known.lower + margin * width;
    known.cut = known.lower + std::max(firstCut * (known.upper - known.lower), 0.1 * (found.lower - known.lower));
    return ThickRestartLanczos<A>(a, random, parameters).run({.spectrum = known, .before = found.steps});
}

/// Adds to pairs of which the first `count` have converged what is missing below them, and what is degenerate with the last;
/// others that have not converged are left out.  The status says whether nothing is missing.
template<LinearOperator A>
void completeEigenpairs(const A& a, const RandomVectors<typename A::Field>& random,
                        EigenPairs<typename A::Field>& found, EigenParameters parameters)
{
    using Field = typename A::Field;
    constexpr int apart = 1000; // random vectors of a round
    constexpr std::size_t largestBatch = 16;
    const double small = smallResidual(found.spectrum, parameters);
    const std::size_t count = std::min(parameters.count, found.values.size());
    keepIf(found, [&](std::size_t k) { return k < count || found.residuals[k] <= small; });
    parameters.block = 1;
    for (int round = 1; found.values.size() < parameters.dimension; ++round) {
        const bool wholeLevel = endOfLevel(found, parameters) - count < parameters.maxCopies;
        found.lastLevelComplete = wholeLevel;
        found.status = SolverStatus::TooManyIterations;
        if (round > parameters.maxRounds) return;
        const double upTo = found.values[count - 1] + (wholeLevel ? 2 : -2) * small;
        SpectrumKnown spectrum = found.spectrum;
        spectrum.cut = std::max(spectrum.cut, spectrum.lower + 1.05 * (upTo - spectrum.lower));
        const RandomVectors<Field> others = [&](int k) { return random(apart * round + k); };
        EigenPairs<Field> missing = ThickRestartLanczos<A>(a, others, parameters)
                                        .run({.spectrum = spectrum,
                                              .locked = found.vectors,
                                              .round = round,
                                              .before = found.applications,
                                              .upTo = upTo});
        found.checkApplications += missing.applications - found.applications;
        found.applications = missing.applications;
        found.restarts += missing.restarts;
        found.spectrum.upper = missing.spectrum.upper;
        found.spectrum.leastCut = missing.spectrum.leastCut;
        found.status = missing.status;
        if (missing.status != SolverStatus::Converged || missing.values.empty()) return;
        if (missing.values.size() == parameters.block) parameters.block = std::min(2 * parameters.block, largestBatch);
        for (std::size_t k = 0; k < missing.values.size(); ++k) {
            const auto at = std::ranges::upper_bound(found.values, missing.values[k]) - found.values.begin();
            found.values.insert(found.values.begin() + at, missing.values[k]);
            found.residuals.insert(found.residuals.begin() + at, missing.residuals[k]);
            found.vectors.insert(found.vectors.begin() + at, std::move(missing.vectors[k]));
        }
    }
    found.status = SolverStatus::Converged;
    found.lastLevelComplete = true;
}

/// The lowest eigenpairs of a Hermitian positive A, as many as there are of degenerate ones.  Waits for the numbers of T.
template<LinearOperator A>
EigenPairs<typename A::Field> lowestEigenpairs(const A& a, const RandomVectors<typename A::Field>& random,
                                               const EigenParameters& parameters)
{
    EigenPairs<typename A::Field> found = firstEigenpairs(a, random, parameters);
    if (found.status == SolverStatus::Converged) completeEigenpairs(a, random, found, parameters);
    return found;
}

/// Of pairs of a first search in lower precision, which may have reached its rounding errors, those in the precision of A.
template<LinearOperator A>
void improveAndComplete(const A& a, const RandomVectors<typename A::Field>& random,
                        EigenPairs<typename A::Field>& pairs, const EigenParameters& parameters)
{
    const bool rough = pairs.status == SolverStatus::Converged || pairs.status == SolverStatus::Stagnation;
    if (!rough || pairs.vectors.size() < std::min(parameters.count, parameters.dimension)) return;
    pairs.spectrum.leastCut = 0; // that of the lower precision
    improveEigenpairs(a, pairs, parameters);
    if (pairs.status == SolverStatus::Converged) completeEigenpairs(a, random, pairs, parameters);
}

} // namespace gaugegl

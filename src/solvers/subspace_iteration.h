// Eigenpairs that are known roughly, in better precision: subspace iteration with Chebyshev polynomials (Rutishauser,
// Numer. Math. 13 (1969) 4).  Each step multiplies what has not converged by p(A) and diagonalises A in the space.
#pragma once

#include "gaugegl/base/interrupt.h"
#include "solvers/basis.h"
#include "solvers/chebyshev.h"
#include "solvers/eigen_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace gaugegl {

/// Makes the vectors orthonormal and diagonalises A among them; the values and residuals of the result are those of A.
/// False if it was interrupted.
template<LinearOperator A>
bool rayleighRitz(const A& a, EigenPairs<typename A::Field>& pairs)
{
    using Field = typename A::Field;
    std::vector<Field> basis;
    for (Field& v : pairs.vectors) {
        for (int pass = 0; pass < 2; ++pass)
            removeParts<Field>(v, basis);
        const double norm = std::sqrt(value(norm2(v)));
        if (norm > 0) basis.push_back(normalised(v, norm));
    }
    const std::size_t n = basis.size();
    SmallMatrix t(n);
    std::vector<Field> images;
    images.reserve(n);
    for (std::size_t j = 0; j < n; ++j) {
        if (interrupted()) return false;
        images.push_back(zeroLike(basis[j]));
        a.apply(images[j], basis[j]);
        ++pairs.applications;
        for (std::size_t i = j; i < n; ++i)
            t(i, j) = 0;
        for (std::size_t i = 0; i <= j; ++i) {
            t(i, j) = value(dot(basis[i], images[j]));
            t(j, i) = std::conj(t(i, j));
        }
    }
    const DenseEigen ritz = eigenOf(t);
    std::vector<std::size_t> columns(n);
    std::iota(columns.begin(), columns.end(), std::size_t(0));
    pairs.values = ritz.values;
    pairs.vectors = rotated(basis, ritz.vectors, columns);
    images = rotated(images, ritz.vectors, columns);
    pairs.residuals.assign(n, 0);
    for (std::size_t k = 0; k < n; ++k) {
        axpy(-pairs.values[k], pairs.vectors[k], images[k]);
        pairs.residuals[k] = std::sqrt(value(norm2(images[k])));
    }
    return true;
}

/// The polynomial that improves pairs of which so many are wanted.
inline ChebyshevFilter improvingFilter(const EigenReport& pairs, std::size_t count)
{
    constexpr double growth = 300, half = 0.5, most = 0.95;
    const auto& [lower, upper] = std::tie(pairs.spectrum.lower, pairs.spectrum.upper);
    const double width = upper - lower, last = pairs.values.back(), least = leastChebyshevCut(growth) * width;
    // Above the wanted ones even where all that are kept are degenerate with them.
    double cut = std::max(last, lower + 1.25 * (pairs.values[count - 1] - lower));
    if (cut < lower + least)
        cut = std::max(pairs.spectrum.cut, lower + least); // of one level where the spectrum begins
    cut = std::min(cut, lower + (last < lower + half * width ? half : most) * width);
    return {cut, upper, chebyshevDegree(cut, upper, growth, lower), lower};
}

/// Improves the pairs until the residuals of the first parameters.count are within the tolerance.
template<LinearOperator A>
void improveEigenpairs(const A& a, EigenPairs<typename A::Field>& pairs, const EigenParameters& parameters)
{
    constexpr int patience = 20;
    ChebyshevPower<A> power(a);
    const std::size_t count = std::min(parameters.count, pairs.vectors.size());
    const auto total = [&] { return pairs.applications + power.applications(); };
    double least = 0;
    int since = 0;
    for (int restart = 1; restart <= parameters.maxRestarts; ++restart) {
        pairs.status = SolverStatus::Interrupted;
        if (!rayleighRitz(a, pairs)) break;
        const double small = smallResidual(pairs.spectrum, parameters);
        EigenPoint point{-1, restart, convergedOf(pairs, parameters), 0, total()};
        for (std::size_t k = 0; k < count; ++k)
            point.residual = std::max(point.residual, pairs.residuals[k]);
        if (parameters.watch) parameters.watch(point);
        pairs.status = SolverStatus::Converged;
        if (point.converged == int(count)) break;
        if (restart == 1 || point.residual < 0.9 * least) {
            least = point.residual;
            since = restart;
        }
        pairs.status = SolverStatus::Stagnation;
        if (restart - since == patience) break;
        pairs.status = SolverStatus::TooManyIterations;
        const ChebyshevFilter filter = improvingFilter(pairs, count);
        for (std::size_t k = 0; k < pairs.vectors.size(); ++k) {
            if (pairs.residuals[k] <= small) continue;
            auto image = zeroLike(pairs.vectors[k]);
            if (!power.apply(image, pairs.vectors[k], filter)) {
                pairs.status = SolverStatus::Interrupted;
                pairs.applications = total();
                return;
            }
            if (parameters.step) parameters.step(total());
            pairs.vectors[k] = std::move(image);
        }
    }
    pairs.applications = total();
}

} // namespace gaugegl

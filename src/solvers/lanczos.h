// The extremal eigenvalues of a Hermitian operator by the method of Lanczos (J. Res. NBS 45 (1950) 255): those of the
// tridiagonal matrix
//   beta_(k+1) v_(k+1) = A v_k - alpha_k v_k - beta_k v_(k-1),   alpha_k = (v_k, A v_k),
// lie between the extremal eigenvalues of A and converge to them.  Without reorthogonalisation eigenvalues appear more
// than once; the extremal ones stay right.
#pragma once

#include "algebra/concepts.h"
#include "gaugegl/base/interrupt.h"

#include <cmath>
#include <vector>

namespace gaugegl {

/// A symmetric tridiagonal matrix.
struct Tridiagonal {
    std::vector<double> diagonal; ///< n numbers
    std::vector<double> beside;   ///< n - 1 numbers
};

/// The number of its eigenvalues below x (Sturm's sequence).
int eigenvaluesBelow(const Tridiagonal& matrix, double x);
/// The k-th of its eigenvalues, k from 0, in rising order, by bisection to rounding.
double eigenvalue(const Tridiagonal& matrix, int k);

/// When to stop.
struct LanczosParameters {
    double tolerance = 1e-3; ///< both ends must have changed by less than this relative amount in the last ...
    int window = 10;         ///< ... `window` steps
    int maxSteps = 1000;     ///< the most steps
};

/// Estimates of the extremal eigenvalues: lower >= the least eigenvalue of A, upper <= the largest.
struct ExtremalEigenvalues {
    double lower = 0;       ///< of the tridiagonal matrix
    double upper = 0;       ///< of the tridiagonal matrix
    int steps = 0;          ///< applications of A
    bool converged = false; ///< to the tolerance; else maxSteps were used up, or it was interrupted
};

/// The extremal eigenvalues of a Hermitian A.  `start` must not be 0; eigenvectors orthogonal to it are not found.
/// Waits for two numbers in each step.
template<LinearOperator A>
ExtremalEigenvalues extremalEigenvalues(const A& a, const typename A::Field& start,
                                        const LanczosParameters& parameters = {})
{
    using Field = typename A::Field;
    ExtremalEigenvalues found;
    Tridiagonal matrix;
    Field v = zeroLike(start), before = zeroLike(start), next = zeroLike(start);
    axpy(1 / std::sqrt(value(norm2(start))), start, v);
    double beta = 0;
    while (found.steps < parameters.maxSteps && !found.converged && !interrupted()) {
        a.apply(next, v);
        if (beta != 0) axpy(-beta, before, next);
        const double alpha = value(realPart(dot(v, next)));
        axpy(-alpha, v, next);
        matrix.diagonal.push_back(alpha);
        ++found.steps;
        beta = std::sqrt(value(norm2(next)));
        const bool exhausted = !(beta > 1e-12 * std::abs(matrix.diagonal.front()));
        if (exhausted || found.steps % parameters.window == 0 || found.steps == parameters.maxSteps) {
            const double lower = eigenvalue(matrix, 0), upper = eigenvalue(matrix, found.steps - 1);
            const auto settled = [&](double now, double then) {
                return std::abs(now - then) <= parameters.tolerance * std::abs(now);
            };
            found.converged = exhausted || (found.steps > parameters.window && settled(lower, found.lower) &&
                                            settled(upper, found.upper));
            found.lower = lower;
            found.upper = upper;
        }
        matrix.beside.push_back(beta);
        std::swap(before, v);
        setZero(v);
        if (!exhausted) axpy(1 / beta, next, v);
    }
    return found;
}

} // namespace gaugegl

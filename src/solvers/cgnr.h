// Conjugate gradients on the normal equations A^dagger A x = A^dagger b, which minimise |b - A x| (CGNR; Saad,
// Iterative Methods for Sparse Linear Systems, 8.3), carrying along r = b - A x itself:
//   s = A^dagger r,  q = A p,  alpha = |s|^2 / |q|^2,  x += alpha p,  r -= alpha q
//   beta = |s|^2 / |s_old|^2,  p = s + beta p
// Its residual is r itself and never rises, whereas CG on Normal<A> sees A^dagger r.  Memory traffic per iteration with
// WilsonSchur besides the links, in fields of one parity read + written: q = A p 1 + 1 and 2 + 1, r 2 + 1,
// s = A^dagger r 1 + 1 and 2 + 1, x and p 3 + 2: 11 + 7.  With twelve complex numbers of single precision per site, 96
// bytes, that is 1728 bytes per site.
#pragma once

#include "solvers/passes.h"
#include "solvers/search_direction.h"

namespace gaugegl {

/// Passes of CGNR; keeps the search direction between passes.
template<AdjointOperator A>
class NormalConjugateGradient {
public:
    using Field = typename A::Field; ///< what A acts on
    using Real = RealOf<Field>;      ///< its numbers

    /// The operator must outlive the object.
    explicit NormalConjugateGradient(const A& a) : a_(&a) {}

    /// Iterates from r = b - A x until a limit is met; the relation holds for the new x and r up to rounding.
    PassReports advance(Field& x, Field& r, const Limits& limits)
    {
        if (!q_) {
            q_.emplace(zeroLike(x));
            s_.emplace(zeroLike(x));
        }
        Real ss = applyAdjointNorm2(*a_, *s_, r);
        p_.begin(*s_, ss, limits.front().keepSearchDirection);
        Iterations iterations(x, limits, SolverStatus::Breakdown);
        while (iterations.begin()) {
            const Real curvature = applyNorm2(*a_, *q_, *p_);
            const Real alpha = quotient(ss, curvature);
            const Real residual2 = axpyNorm2(-alpha, *q_, r);
            const Real next = applyAdjointNorm2(*a_, *s_, r);
            updateSolutionAndDirection(x, *p_, *s_, alpha, quotient(next, ss));
            renew(ss, next, x);
            iterations.end(residual2, curvature);
        }
        PassReports reports = iterations.finish(2, 1);
        p_.end(*s_, ss, endedWith(SolverStatus::Converged, reports, inUse(x)));
        return reports;
    }
    /// Changes the units of right-hand sides and solutions: the old r is factor * r in the new units.
    void rescale(const Factors& factors) { p_.rescale(factors); }

private:
    const A* a_;
    std::optional<Field> q_, s_;
    SearchDirection<Field> p_;
};

/// Solves A x = b for any A with its adjoint; x holds the first guess.
template<AdjointOperator A>
SolverResult normalConjugateGradient(const A& a, typename A::Field& x, const typename A::Field& b,
                                     const SolverParameters& parameters = {})
{
    NormalConjugateGradient pass(a);
    return solveByPasses(Passes(a, pass), x, b, parameters);
}

} // namespace gaugegl

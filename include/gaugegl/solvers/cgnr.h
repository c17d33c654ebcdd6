// Conjugate gradients on the normal equations A^dagger A x = A^dagger b, which minimise |b - A x| (CGNR; Saad,
// Iterative Methods for Sparse Linear Systems, 8.3), carrying along r = b - A x itself:
//   s = A^dagger r,  q = A p,  alpha = |s|^2 / |q|^2,  x += alpha p,  r -= alpha q,  beta = |s|^2 / |s_old|^2,  p = s +
//   beta p.
// Its residual is the one asked for, where CG on Normal<A> sees A^dagger r, and never rises.  An iteration reads and
// writes, in fields of one parity beside the links, with WilsonSchur: q = A p 1 + 1 and 2 + 1, r 2 + 1, s = A^dagger r
// 1 + 1 and 2 + 1, x and p 3 + 2: 11 + 7; with twelve complex numbers of single precision per site, 96 bytes, 1728
// bytes per site.
#pragma once

#include "gaugegl/solvers/passes.h"
#include "gaugegl/solvers/search_direction.h"

namespace gaugegl {

/// Passes of CGNR; holds the search direction from one to the next.
template<AdjointOperator A>
class NormalConjugateGradient {
public:
    using Field = typename A::Field; ///< what A acts on
    using Real = RealOf<Field>;      ///< its numbers

    /// The operator must outlive the object.
    explicit NormalConjugateGradient(const A& a) : a_(&a) {}

    /// Continues from r = b - A x: x and r change so that this stays true (but for rounding), until limits are met.
    PassReport advance(Field& x, Field& r, const SolverLimits& limits)
    {
        if (!q_) {
            q_.emplace(zeroLike(x));
            s_.emplace(zeroLike(x));
        }
        Real ss = applyAdjointNorm2(*a_, *s_, r);
        p_.begin(*s_, ss, limits.keepSearchDirection);
        auto poll = pollOf(x, limits.pollInterval);
        Monitor monitor(limits, SolverStatus::Breakdown);
        std::optional<SolverStatus> verdict;
        int k = 0;
        while (!verdict && k < limits.maxIterations) {
            ++k;
            const Real curvature = applyNorm2(*a_, *q_, *p_);
            const Real alpha = quotient(ss, curvature);
            const Real residual2 = axpyNorm2(-alpha, *q_, r);
            const Real next = applyAdjointNorm2(*a_, *s_, r);
            updateSolutionAndDirection(x, *p_, *s_, alpha, quotient(next, ss));
            ss = next;
            poll.post(k, residual2, curvature);
            verdict = monitor.look(poll, k);
        }
        const SolverStatus status = verdict.value_or(SolverStatus::TooManyIterations);
        if (status == SolverStatus::Converged) p_.end(*s_, ss);
        return {status, k, 2 * k + 1};
    }
    /// The units of right-hand side and solution change: what was r will be factor * r.
    void rescale(double factor) { p_.rescale(factor); }

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

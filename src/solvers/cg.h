// Conjugate gradients for a Hermitian positive A (Hestenes and Stiefel, J. Res. NBS 49 (1952) 409):
//   alpha = |r|^2 / (p, A p),  x += alpha p,  r -= alpha A p,  beta = |r|^2 / |r_old|^2,  p = r + beta p.
// Memory traffic per iteration besides the links, in fields read + written (of one parity with even-odd operators):
//   any A                A p 1 + 1 and what A needs, (p, A p) 2, r 2 + 1, x and p 3 + 2: 8 + 4
//   StaggeredSchur       first hop with |p|^2 and |D p|^2 1 + 1, second with r 3 + 1, x and p 3 + 2: 7 + 4
//   Normal<WilsonSchur>  hops 1 + 1, 2 + 1 (with |A p|^2), 1 + 1, 3 + 1 (with |r|^2), x and p 3 + 2: 10 + 6
// With twelve complex numbers of single precision per site, 96 bytes, the last one moves 1536 bytes per site.
#pragma once

#include "solvers/passes.h"
#include "solvers/search_direction.h"

namespace gaugegl {

/// Passes of conjugate gradients; keeps the search direction between passes.
template<LinearOperator A>
class ConjugateGradient {
public:
    using Field = typename A::Field; ///< what A acts on
    using Real = RealOf<Field>;      ///< its numbers

    /// The operator must outlive the object.
    explicit ConjugateGradient(const A& a) : a_(&a) {}

    /// Iterates from r = b - A x until a limit is met; the relation holds for the new x and r up to rounding.
    PassReports advance(Field& x, Field& r, const Limits& limits)
    {
        if (!descent_) descent_.emplace(*a_, x);
        Real rr = norm2(r);
        p_.begin(r, rr, limits.front().keepSearchDirection);
        Iterations iterations(x, limits, SolverStatus::NotPositive);
        while (iterations.begin()) {
            const Real curvature = descent_->curvature(*p_);
            const Real alpha = quotient(rr, curvature);
            const Real next = descent_->descend(r, alpha, *p_);
            updateSolutionAndDirection(x, *p_, r, alpha, quotient(next, rr));
            renew(rr, next, x);
            iterations.end(rr, curvature);
        }
        PassReports reports = iterations.finish(1);
        p_.end(r, rr, endedWith(SolverStatus::Converged, reports, inUse(x)));
        return reports;
    }
    /// Changes the units of right-hand sides and solutions: the old r is factor * r in the new units.
    void rescale(const Factors& factors) { p_.rescale(factors); }

private:
    const A* a_;
    std::optional<Descent<A>> descent_;
    SearchDirection<Field> p_;
};

/// Solves A x = b for Hermitian positive A; x holds the first guess.
template<LinearOperator A>
SolverResult conjugateGradient(const A& a, typename A::Field& x, const typename A::Field& b,
                               const SolverParameters& parameters = {})
{
    ConjugateGradient pass(a);
    return solveByPasses(Passes(a, pass), x, b, parameters);
}

} // namespace gaugegl

// Conjugate directions with a preconditioner K that is close to A^-1 and may be anything: not linear, not Hermitian, not
// positive, another one at every call.  Each direction is made orthogonal to the last ones, oldest first:
//   z = K r,  q = A z,  then for each kept (p_i, q_i = A p_i):  c = (w_i, q) / (w_i, q_i),  z -= c p_i,  q -= c q_i
//   p = z,  alpha = (w, r) / (w, q),  x += alpha p,  r -= alpha q
//   Hermitian positive A   w = p: flexible conjugate gradients, which minimise the A-norm of the error (Notay, SIAM J.
//                          Sci. Comput. 22 (2000) 1444)
//   any other A            w = q: generalised conjugate residuals, which minimise |r| (Eisenstat, Elman, Schultz, SIAM J.
//                          Numer. Anal. 20 (1983) 345)
// Directions for which there is no room make the first kind drop the oldest one, which rounding alone needs, and the
// second start anew: with Wilson quarks near the critical kappa that took a third of the iterations of dropping.
// Memory traffic per iteration with m directions besides that of A and K, in fields read + written: (w_i, q) 2 m, z and
// q (4 + 2) m, (w, q) and (w, r) 4, x and r 4 + 2, |r|^2 1.
#pragma once

#include "solvers/passes.h"

#include <vector>

namespace gaugegl {

/// K = 1.
template<VectorField V>
struct NoPreconditioner {
    using Field = V; ///< what K acts on

    /// out = in.
    void apply(Field& out, const Field& in) const { out = in; }
};

/// The directions that are kept by default.
template<LinearOperator A>
constexpr int keptDirections = 16;
/// The directions that are kept for operators that say that they are positive: if K is Hermitian too, the last one is enough.
template<LinearOperator A>
requires(A::positive) constexpr int keptDirections<A> = 1;

/// Passes of conjugate directions; keeps the directions between passes, since they do not depend on the residual.  Of one
/// vector: those of a bundle would have to drop their directions together.
template<LinearOperator A, LinearOperator K>
requires(std::same_as<typename A::Field, typename K::Field> && !Bundled<typename A::Field>) class FlexibleSolver {
public:
    using Field = typename A::Field; ///< what A acts on
    using Number = ComplexOf<Field>; ///< its numbers

    /// Operator and preconditioner must outlive the object.  `directions` is at least 1.
    FlexibleSolver(const A& a, const K& k, int directions = keptDirections<A>)
        : a_(&a), k_(&k), capacity_(std::size_t(directions))
    {}

    /// Iterates from r = b - A x until a limit is met; the relation holds for the new x and r up to rounding.
    PassReports advance(Field& x, Field& r, const Limits& limits)
    {
        if (!limits.front().keepSearchDirection) kept_.clear();
        Iterations iterations(x, limits, positive ? SolverStatus::NotPositive : SolverStatus::Breakdown);
        while (iterations.begin()) {
            const Direction& d = next(r);
            const Number alpha = quotient(dot(weight(d), r), d.curvature);
            axpy(alpha, d.p, x);
            axpy(-alpha, d.q, r);
            iterations.end(norm2(r), realPart(d.curvature));
        }
        PassReports reports = iterations.finish(1);
        if (reports.front().status == SolverStatus::NotANumber) kept_.clear();
        return reports;
    }
    /// Does nothing: directions have no units of the right-hand side.
    void rescale(const Factors& /*factors*/) {}

private:
    static constexpr bool positive = requires { requires A::positive; };

    struct Direction {
        Field p, q;       // q = A p
        Number curvature; // (w, q)
    };

    static const Field& weight(const Direction& d) { return positive ? d.p : d.q; }
    void makeRoom()
    {
        if (kept_.size() < capacity_) return;
        if constexpr (positive)
            kept_.erase(kept_.begin());
        else
            kept_.clear();
    }
    // The direction that K gives for r.
    const Direction& next(const Field& r)
    {
        Field z = zeroLike(r), q = zeroLike(r);
        k_->apply(z, r);
        a_->apply(q, z);
        for (const Direction& old : kept_) {
            const Number along = quotient(dot(weight(old), q), old.curvature);
            axpy(-along, old.p, z);
            axpy(-along, old.q, q);
        }
        const Number curvature = dot(positive ? z : q, q);
        makeRoom();
        kept_.push_back({std::move(z), std::move(q), curvature});
        return kept_.back();
    }

    const A* a_;
    const K* k_;
    std::size_t capacity_;
    std::vector<Direction> kept_; // the oldest one first
};

/// Solves A x = b with the preconditioner k; x holds the first guess.
template<LinearOperator A, LinearOperator K>
SolverResult flexibleSolve(const A& a, const K& k, typename A::Field& x, const typename A::Field& b,
                           const SolverParameters& parameters = {})
{
    FlexibleSolver pass(a, k);
    return solveByPasses(Passes(a, pass), x, b, parameters);
}

} // namespace gaugegl

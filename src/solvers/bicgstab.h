// BiCGStab for any A, without its adjoint (van der Vorst, SIAM J. Sci. Stat. Comput. 13 (1992) 631):
//   v = A p,  alpha = rho / (r0, v),  s = r - alpha v
//   t = A s,  omega = (t, s) / (t, t),  x += alpha p + omega s,  r = s - omega t
//   rho = (r0, r),  beta = (rho / rho_old) (alpha / omega),  p = r + beta (p - omega v)
// Memory traffic per iteration besides that of A, in fields read + written: (r0, v) 2, s 2 + 1, (t, s) and (t, t) 3,
// x 4 + 2, r 2 + 1, |r|^2 1, (r0, r) 2, p 5 + 3: 21 + 7.
#pragma once

#include "solvers/passes.h"

namespace gaugegl {

/// Fields with complex numbers that the solver can compare with 0.
template<class V>
concept HasSquaredModulus = requires(const ComplexOf<V>& c)
{
    {
        squaredModulus(c)
        } -> std::convertible_to<RealOf<V>>;
};

/// Passes of BiCGStab; each restarts with the residual as its r0.
template<LinearOperator A>
requires HasSquaredModulus<typename A::Field>
class Bicgstab {
public:
    using Field = typename A::Field; ///< what A acts on
    using Number = ComplexOf<Field>; ///< its numbers

    /// The operator must outlive the object.
    explicit Bicgstab(const A& a) : a_(&a) {}

    /// Iterates from r = b - A x until a limit is met; the relation holds for the new x and r up to rounding.
    PassReports advance(Field& x, Field& r, const Limits& limits)
    {
        if (!v_) {
            v_.emplace(zeroLike(x));
            t_.emplace(zeroLike(x));
        }
        shadow_ = r;
        p_ = r;
        Number rho = dot(*shadow_, r);
        Iterations iterations(x, limits, SolverStatus::Breakdown);
        while (iterations.begin()) {
            const auto [alpha, omega] = step(x, r, rho);
            const Number next = dot(*shadow_, r);
            const Number beta = quotient(next, rho) * quotient(alpha, omega);
            axpy(-omega, *v_, *p_);
            assign(*t_, r); // p = r + beta p
            axpy(beta, *p_, *t_);
            std::swap(*p_, *t_);
            rho = next;
            // alpha and omega are 0 if their denominators are, and the iteration then makes no progress.
            iterations.end(norm2(r), squaredModulus(alpha * omega));
        }
        return iterations.finish(2);
    }
    /// Does nothing: no state with units is kept between passes.
    void rescale(const Factors& /*factors*/) {}

private:
    struct Step {
        Number alpha, omega;
    };
    // The two steps of an iteration, along p and along the residual.
    Step step(Field& x, Field& r, const Number& rho)
    {
        a_->apply(*v_, *p_);
        const Number alpha = quotient(rho, dot(*shadow_, *v_));
        axpy(-alpha, *v_, r);
        a_->apply(*t_, r);
        const Number omega = quotient(dot(*t_, r), dot(*t_, *t_));
        axpy(alpha, *p_, x);
        axpy(omega, r, x);
        axpy(-omega, *t_, r);
        return {alpha, omega};
    }

    const A* a_;
    std::optional<Field> shadow_, p_, v_, t_;
};

/// Solves A x = b for any A; x holds the first guess.
template<LinearOperator A>
requires HasSquaredModulus<typename A::Field> SolverResult bicgstab(const A& a, typename A::Field& x,
                                                                    const typename A::Field& b,
                                                                    const SolverParameters& parameters = {})
{
    Bicgstab pass(a);
    return solveByPasses(Passes(a, pass), x, b, parameters);
}

} // namespace gaugegl

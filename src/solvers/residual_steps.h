// A fixed number of steps towards A^-1 r without a sum over the lattice: a polynomial in A, whose coefficients were learnt
// beforehand from another right-hand side.  The steps are those of conjugate residuals with one direction kept
// (ORTHOMIN(1); Vinsome, SPE 5729 (1976)):
//   alpha = Re (A p, r) / |A p|^2,  x += alpha p,  r -= alpha A p,  beta = -Re (A p, A r) / |A p|^2,  p = r + beta p
// With all alpha and beta given, x is linear in r.  From Gaussian noise, which holds all eigenvectors alike, the polynomial
// is close to the one that has the smallest mean |1 - lambda x(lambda)|^2 over the spectrum.  It works with the residual,
// not with powers of A, so that it tolerates 16 bits.
// Memory traffic of a step besides that of A, in fields read + written: r, p and x each 2 + 1.
#pragma once

#include "algebra/concepts.h"

#include <vector>

namespace gaugegl {

/// The coefficients.
struct ResidualSteps {
    std::vector<double> alphas; ///< one more than applications of A
    std::vector<double> betas;  ///< as many as these

    /// How often A is applied.
    int applications() const { return int(betas.size()); }
};

/// The coefficients of so many applications of A for the right-hand side r, which is not 0; waits for sums of fields.
template<LinearOperator A>
ResidualSteps learnResidualSteps(const A& a, typename A::Field r, int applications)
{
    ResidualSteps steps;
    typename A::Field p = r, ap = zeroLike(r), ar = zeroLike(r);
    a.apply(ap, p);
    for (int k = 0;; ++k) {
        const double ap2 = value(norm2(ap));
        steps.alphas.push_back(quotient(value(realPart(dot(ap, r))), ap2));
        if (k == applications) return steps;
        axpy(-steps.alphas.back(), ap, r);
        a.apply(ar, r);
        steps.betas.push_back(-quotient(value(realPart(dot(ap, ar))), ap2));
        xpay(r, steps.betas.back(), p);
        xpay(ar, steps.betas.back(), ap);
    }
}

/// Takes the steps.
template<LinearOperator A>
class ResidualPolynomial {
public:
    using Field = typename A::Field; ///< what A acts on

    /// The operator must outlive the object.
    ResidualPolynomial(const A& a, ResidualSteps steps) : a_(&a), steps_(std::move(steps)) {}

    /// The coefficients.
    const ResidualSteps& steps() const { return steps_; }
    /// x ~ A^-1 r; x is not r.
    void apply(Field& x, const Field& r) const
    {
        r_ = r;
        p_ = r;
        if (!ap_) ap_.emplace(zeroLike(r));
        setZero(x);
        axpy(steps_.alphas[0], r, x);
        for (std::size_t k = 0; k < steps_.betas.size(); ++k) {
            a_->apply(*ap_, *p_);
            axpy(-steps_.alphas[k], *ap_, *r_);
            xpay(*r_, steps_.betas[k], *p_);
            axpy(steps_.alphas[k + 1], *p_, x);
        }
    }

private:
    const A* a_;
    ResidualSteps steps_;
    mutable std::optional<Field> r_, p_, ap_;
};

} // namespace gaugegl

// The solution of a system of the reference for tests.
#pragma once

namespace gaugegl::reference {

/// Op x = b by conjugate gradients on the normal equations, to rounding.
template<class Operator>
typename Operator::Field solved(const Operator& op, const typename Operator::Field& b)
{
    auto x = zeroLike(b), r = zeroLike(b), ap = zeroLike(b), mp = zeroLike(b);
    op.applyAdjoint(r, b);
    auto p = r;
    double rr = norm2(r);
    const double target = 1e-26 * rr;
    for (int k = 0; k < 500 && rr > target; ++k) {
        op.apply(mp, p);
        op.applyAdjoint(ap, mp);
        const double alpha = rr / norm2(mp);
        const double next = axpyNorm2(-alpha, ap, r);
        updateSolutionAndDirection(x, p, r, alpha, next / rr);
        rr = next;
    }
    return x;
}

} // namespace gaugegl::reference

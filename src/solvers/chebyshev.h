// Chebyshev polynomials of a Hermitian operator, which damp an interval of its spectrum and let what lies below it grow
// (Saad, Math. Comp. 42 (1984) 567):
//   p(A) = T_n((A - c) / e),   c = (upper + lower) / 2,   e = (upper - lower) / 2.
// On [lower, upper] |p| <= 1; below it p rises as cosh(n arcosh((c - x) / e)), for even n with positive sign.  For n = 1
// it is taken with the other sign and falls everywhere, so that it orders all of a spectrum.
#pragma once

#include "algebra/concepts.h"
#include "gaugegl/base/interrupt.h"

#include <cmath>
#include <optional>

namespace gaugegl {

/// What a polynomial damps, and its degree.
struct ChebyshevFilter {
    double lower = 0; ///< of the damped interval; wanted eigenvalues lie below
    double upper = 1; ///< of the damped interval, not below the largest eigenvalue
    int degree = 2;   ///< n, even or 1
    double from = 0;  ///< about where the spectrum begins: below `lower`

    /// p(x) for x below the interval; for n = 1 everywhere.
    double at(double x) const
    {
        const double y = (upper + lower - 2 * x) / (upper - lower);
        return degree == 1 ? y : std::cosh(degree * std::acosh(y));
    }
    /// p(from).
    double growth() const { return at(from); }
};

/// The highest degree that is used.
constexpr int mostChebyshevDegree = 1000;

/// The least even degree, at most the highest, for which p at `from` is at least `growth`.
inline int chebyshevDegree(double lower, double upper, double growth, double from = 0)
{
    constexpr int most = mostChebyshevDegree;
    const double x = std::acosh((upper + lower - 2 * from) / (upper - lower));
    const double needed = std::acosh(growth) / x;
    if (!(needed < most)) return most;
    return std::max(2, 2 * int(std::ceil(needed / 2)));
}

/// Where an interval may begin at the least, as a fraction of the width of the spectrum, for p to grow so much.
inline double leastChebyshevCut(double growth)
{
    const double half = std::acosh(growth) / (2 * mostChebyshevDegree);
    return half * half;
}

/// Applies such polynomials; holds temporary fields.
template<LinearOperator A>
class ChebyshevPower {
public:
    using Field = typename A::Field; ///< what A acts on

    /// The operator must outlive the object.
    explicit ChebyshevPower(const A& a) : a_(&a) {}

    /// out = p(A) in up to the sign of a field; out is not in.  False if it was interrupted.
    bool apply(Field& out, const Field& in, const ChebyshevFilter& filter)
    {
        if (!before_) {
            before_.emplace(in);
            image_.emplace(zeroLike(in));
        } else
            *before_ = in;
        const double c = 0.5 * (filter.upper + filter.lower), e = 0.5 * (filter.upper - filter.lower);
        // With u_n = s_n T_n and the signs s = +, +, -, -, +, .. one field is added to in each step,
        //   u_(n+1) = u_(n-1) - (-1)^n s_1 (2 / e) (A - c) u_n,
        // and none has to be multiplied.
        setZero(out);
        add(out, in, {1 / e, c});
        for (int n = 1; n < filter.degree; ++n) {
            if (interrupted()) return false;
            add(*before_, out, {(n % 2 == 1 ? -2 : 2) / e, c});
            std::swap(*before_, out);
        }
        return !interrupted();
    }
    /// Applications of A until now.
    int applications() const { return applications_; }

private:
    struct Step {
        double factor, centre;
    };
    /// y += factor (A - centre) x.
    void add(Field& y, const Field& x, const Step& step)
    {
        a_->apply(*image_, x);
        ++applications_;
        axpy(step.factor, *image_, y);
        axpy(-step.factor * step.centre, x, y);
    }

    const A* a_;
    std::optional<Field> before_, image_;
    int applications_ = 0;
};

/// top - A, whose lowest eigenvalues are the highest of A.
template<LinearOperator A>
class Reflected {
public:
    using Field = typename A::Field; ///< what A acts on

    /// The operator must outlive the object.
    Reflected(const A& a, double top) : a_(&a), top_(top) {}

    /// out = top in - A in; out is not in.
    void apply(Field& out, const Field& in) const
    {
        a_->apply(out, in);
        if (!zero_) zero_.emplace(zeroLike(in));
        xpay(*zero_, -1.0, out);
        axpy(top_, in, out);
    }

private:
    const A* a_;
    double top_;
    mutable std::optional<Field> zero_;
};

} // namespace gaugegl

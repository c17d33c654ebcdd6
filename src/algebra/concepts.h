// The concepts that solvers are written against: fields, their numbers and operators.  The operations are free
// functions, found by argument-dependent lookup.  The same solver runs on fields of the host, whose numbers are double
// and std::complex<double>, and on fields of a device, whose numbers stay on the device.
#pragma once

#include "algebra/bundle.h"

#include <complex>
#include <concepts>
#include <optional>
#include <utility>

namespace gaugegl {

/// The number itself.  For a number on a device, value() waits for it.
inline double value(double a) { return a; }
/// The number itself.  For a number on a device, value() waits for it.
inline std::complex<double> value(const std::complex<double>& a) { return a; }
/// Re a.
inline double realPart(const std::complex<double>& a) { return a.real(); }
/// |a|^2.
inline double squaredModulus(const std::complex<double>& a) { return std::norm(a); }

/// a / b, or 0 where b is 0.  A solver that reads its residuals late runs a few iterations too many; if the residual
/// has become exactly 0, they must leave the solution alone instead of turning it into NaN.
inline double quotient(double a, double b) { return b == 0 ? 0 : a / b; }
/// a / b, or 0 where b is 0.
inline std::complex<double> quotient(const std::complex<double>& a, const std::complex<double>& b)
{
    return b == 0.0 ? 0 : a / b;
}
/// a / b of each vector, or 0 where b is 0.
template<class S>
Each<S> quotient(const Each<S>& a, const Each<S>& b)
{
    return forEachVector([](const S& x, const S& y) { return quotient(x, y); }, a, b);
}
/// a / b by the operator/ of numbers on a device.
template<class S>
S quotient(const S& a, const S& b)
{
    return a / b;
}

/// The real number of each vector on the host: of fields with one vector one number.  Waits for those on a device.
template<class S>
Factors values(const S& a)
{
    return {value(a)};
}
/// The number of each vector.
inline Factors values(const Each<double>& a)
{
    Factors all;
    for (int v = 0; v < a.vectors(); ++v)
        all.push_back(a[v]);
    return all;
}

/// What a solver monitors in each iteration.
struct Observation {
    int iteration = 0;    ///< counted from 1
    double residual2 = 0; ///< |r|^2 of the recursion
    double curvature = 0; ///< the denominator of alpha: (p, A p), |A p|^2, or as the solver documents
};

/// What a solver monitors in each iteration of each vector of a bundle; numbers of those not in use mean nothing.
struct ObservationOfEach {
    int iteration;          ///< counted from 1
    Each<double> residual2; ///< as above
    Each<double> curvature; ///< as above
};
/// Of the only vector.
inline const Observation& ofVector(const Observation& seen, int /*vector*/) { return seen; }
/// Of one of the vectors.
inline Observation ofVector(const ObservationOfEach& seen, int vector)
{
    return {seen.iteration, seen.residual2[vector], seen.curvature[vector]};
}

/// Polls fields on the host: returns each observation at once.  Fields on a device have their own poll, found by
/// makePoll(field, interval).  It copies the numbers of every interval-th iteration to a pixel buffer and returns them
/// `interval` iterations later, without a stall: the number of iterations depends on the interval alone and never on
/// timing.
template<class Seen>
class PromptPoll {
public:
    /// Records the observation of an iteration, in ascending order.
    template<class Real>
    void post(int iteration, const Real& residual2, const Real& curvature)
    {
        seen_ = Seen{iteration, residual2, curvature};
    }
    /// The oldest observation that is available by the end of this iteration and has not been returned yet, if any.
    /// Call it until it returns nothing.
    std::optional<Seen> next(int /*iteration*/) { return std::exchange(seen_, std::nullopt); }

private:
    std::optional<Seen> seen_;
};
/// Of fields with one vector.
using HostPoll = PromptPoll<Observation>;
/// Of bundles.
using HostPollOfEach = PromptPoll<ObservationOfEach>;

/// The real numbers of a field: what norm2() returns.
template<class V>
using RealOf = decltype(norm2(std::declval<const V&>()));
/// The complex numbers of a field: what dot() returns.
template<class V>
using ComplexOf = decltype(dot(std::declval<const V&>(), std::declval<const V&>()));

/// Real or complex numbers that can stay where the fields are, one for each vector; value() waits for that of one.  Solvers divide by quotient(),
/// which gives 0 for a denominator of 0 on the host.  Numbers of a device use operator/, or overload quotient().
template<class S>
concept Number = requires(const S& a, const S& b, double c)
{
    {
        a + b
        } -> std::convertible_to<S>;
    {
        a - b
        } -> std::convertible_to<S>;
    {
        a* b
        } -> std::convertible_to<S>;
    {
        a / b
        } -> std::convertible_to<S>;
    {
        -a
        } -> std::convertible_to<S>;
    {
        c* a
        } -> std::convertible_to<S>;
};

/// A field with the operations of a vector space.  A copy is a deep copy.
template<class V>
concept VectorField = std::copyable<V> && Number<RealOf<V>> && Number<ComplexOf<V>> &&
    requires(V& y, V& p, const V& x, const V& r, const RealOf<V>& a, const ComplexOf<V>& c, double known)
{
    {
        zeroLike(x)
        } -> std::same_as<V>;
    setZero(y);
    axpy(a, x, y);     // y += a x
    axpy(c, x, y);     // y += c x
    xpay(x, a, y);     // y = x + a y
    axpy(known, x, y); // with a number of the host
    xpay(x, known, y);
    {
        axpyNorm2(a, x, y)
        } -> std::same_as<RealOf<V>>;          // y += a x, |y|^2
    updateSolutionAndDirection(y, p, r, a, a); // y += alpha p; p = r + beta p
    {
        values(a)
        } -> std::same_as<Factors>; // of each vector; waits for the numbers
    {
        realPart(c)
        } -> std::convertible_to<RealOf<V>>;
};

/// A linear operator on fields.
template<class A>
concept LinearOperator = VectorField<typename A::Field> &&
    requires(const A& a, typename A::Field& out, const typename A::Field& in)
{
    a.apply(out, in);
};

/// A linear operator that can also apply its adjoint.
template<class A>
concept AdjointOperator = LinearOperator<A> && requires(const A& a, typename A::Field& out, const typename A::Field& in)
{
    a.applyAdjoint(out, in);
};

/// out = A in; returns |out|^2, computed in the same pass if the operator supports it.
template<LinearOperator A>
RealOf<typename A::Field> applyNorm2(const A& a, typename A::Field& out, const typename A::Field& in)
{
    if constexpr (requires { a.applyNorm2(out, in); })
        return a.applyNorm2(out, in);
    else {
        a.apply(out, in);
        return norm2(out);
    }
}

/// out = A^dagger in; returns |out|^2, computed in the same pass if the operator supports it.
template<AdjointOperator A>
RealOf<typename A::Field> applyAdjointNorm2(const A& a, typename A::Field& out, const typename A::Field& in)
{
    if constexpr (requires { a.applyAdjointNorm2(out, in); })
        return a.applyAdjointNorm2(out, in);
    else {
        a.applyAdjoint(out, in);
        return norm2(out);
    }
}

/// The two steps of conjugate gradients with a Hermitian positive A.  An operator may have them as members, so that
/// A p need not be stored:
///   S curvature(const V& p)                                  (p, A p)
///   S descend(V& r, const S& alpha, const V& p)              r -= alpha A p, for the p of the last curvature(); |r|^2
template<LinearOperator A>
class Descent {
public:
    using Field = typename A::Field; ///< what A acts on
    using Real = RealOf<Field>;      ///< its numbers

    /// The operator must outlive the object.  `like` is a field of the shape that A acts on.
    Descent(const A& a, const Field& like) : a_(&a)
    {
        if constexpr (!fused) ap_.emplace(zeroLike(like));
    }

    /// (p, A p), real because A is Hermitian.
    Real curvature(const Field& p)
    {
        if constexpr (fused)
            return a_->curvature(p);
        else {
            a_->apply(*ap_, p);
            return realPart(dot(p, *ap_));
        }
    }
    /// r -= alpha A p for the p of the last curvature(); returns |r|^2.
    Real descend(Field& r, const Real& alpha, const Field& p)
    {
        if constexpr (fused)
            return a_->descend(r, alpha, p);
        else
            return axpyNorm2(-alpha, *ap_, r);
    }

private:
    static constexpr bool fused = requires(const A& a, Field& r, const Field& p, const Real& alpha)
    {
        a.curvature(p);
        a.descend(r, alpha, p);
    };

    const A* a_;
    std::optional<Field> ap_;
};

} // namespace gaugegl

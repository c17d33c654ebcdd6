// Fields whose numbers are known late, as those of a device: a type of their own that only value() turns into a double,
// and a poll that hands observations over an interval after they were made.
#pragma once

#include "support/test_field.h"

namespace gaugegl::testing_support {

/// A number that cannot be looked at but by value().
template<class T>
struct Late {
    T number{};

    friend Late operator+(const Late& a, const Late& b) { return {a.number + b.number}; }
    friend Late operator-(const Late& a, const Late& b) { return {a.number - b.number}; }
    friend Late operator*(const Late& a, const Late& b) { return {a.number * b.number}; }
    friend Late operator/(const Late& a, const Late& b) { return {gaugegl::quotient(a.number, b.number)}; }
    friend Late operator-(const Late& a) { return {-a.number}; }
    friend Late operator*(double c, const Late& a) { return {c * a.number}; }
};
using LateReal = Late<double>;
using LateComplex = Late<std::complex<double>>;

/// How often somebody waited for a number.
inline int& waits()
{
    static int count = 0;
    return count;
}
inline double value(const LateReal& a)
{
    ++waits();
    return a.number;
}
inline std::complex<double> value(const LateComplex& a)
{
    ++waits();
    return a.number;
}
inline LateReal realPart(const LateComplex& a) { return {a.number.real()}; }
inline LateReal squaredModulus(const LateComplex& a) { return {std::norm(a.number)}; }

/// Takes every interval-th observation and hands it over an interval later.
class LatePoll {
public:
    explicit LatePoll(int interval) : interval_(interval) {}
    void post(int iteration, const LateReal& residual2, const LateReal& curvature)
    {
        if (iteration % interval_ == 0) queue_.push_back({iteration, residual2.number, curvature.number});
    }
    std::optional<Observation> next(int iteration)
    {
        if (queue_.empty() || queue_.front().iteration + interval_ > iteration) return std::nullopt;
        const Observation seen = queue_.front();
        queue_.pop_front();
        return seen;
    }

private:
    int interval_;
    std::deque<Observation> queue_;
};

/// A field with such numbers.
struct LateField {
    using Scalar = DoubleField::Scalar;
    DoubleField f;
};
inline LateField zeroLike(const LateField& x) { return {zeroLike(x.f)}; }
inline void setZero(LateField& y) { setZero(y.f); }
inline LateReal norm2(const LateField& x) { return {norm2(x.f)}; }
inline LateComplex dot(const LateField& x, const LateField& y) { return {dot(x.f, y.f)}; }
inline void axpy(const LateReal& a, const LateField& x, LateField& y) { axpy(a.number, x.f, y.f); }
inline void axpy(const LateComplex& a, const LateField& x, LateField& y) { axpy(a.number, x.f, y.f); }
inline void axpy(double a, const LateField& x, LateField& y) { axpy(a, x.f, y.f); }
inline void xpay(const LateField& x, const LateReal& a, LateField& y) { xpay(x.f, a.number, y.f); }
inline void xpay(const LateField& x, double a, LateField& y) { xpay(x.f, a, y.f); }
inline LateReal axpyNorm2(const LateReal& a, const LateField& x, LateField& y)
{
    return {axpyNorm2(a.number, x.f, y.f)};
}
inline void updateSolutionAndDirection(LateField& y, LateField& p, const LateField& r, const LateReal& alpha,
                                       const LateReal& beta)
{
    updateSolutionAndDirection(y.f, p.f, r.f, alpha.number, beta.number);
}
inline LatePoll makePoll(const LateField& /*like*/, int interval) { return LatePoll(interval); }

/// An operator on the fields inside.
template<class A>
struct LateOperator {
    using Field = LateField;
    A a;
    void apply(LateField& out, const LateField& in) const { a.apply(out.f, in.f); }
    void applyAdjoint(LateField& out, const LateField& in) const { a.applyAdjoint(out.f, in.f); }
};

} // namespace gaugegl::testing_support

// Fields for tests of solvers: a plain vector of complex numbers with the operations of algebra/concepts.h, stored in
// double or single precision, or in single precision rounded to 16 bits after every operation, or with numbers that are
// known late, as those of a device.
#pragma once

#include "algebra/concepts.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <deque>
#include <random>
#include <span>
#include <vector>

namespace gaugegl::testing_support {

/// Numbers as they are.
template<class T>
struct Stored {
    using Real = T;
    static void round(std::vector<std::complex<T>>& /*v*/) {}
};

/// Each block of twelve complex numbers has a norm, its largest part, and 16-bit parts relative to it.
struct Stored16 {
    using Real = float;
    static void round(std::vector<std::complex<float>>& v)
    {
        constexpr std::size_t block = 12;
        for (std::size_t begin = 0; begin < v.size(); begin += block) {
            const std::size_t end = std::min(begin + block, v.size());
            float norm = 0;
            for (std::size_t i = begin; i < end; ++i)
                norm = std::max({norm, std::abs(v[i].real()), std::abs(v[i].imag())});
            if (!(norm > 0)) continue;
            const auto part = [norm](float x) { return std::round(x / norm * 32767) / 32767 * norm; };
            for (std::size_t i = begin; i < end; ++i)
                v[i] = {part(v[i].real()), part(v[i].imag())};
        }
    }
};

/// A vector stored so.
template<class Storage>
struct TestField {
    using Scalar = std::complex<typename Storage::Real>;
    std::vector<Scalar> v;

    TestField() = default;
    explicit TestField(std::size_t n) : v(n) {}
    /// out = f(i), rounded as storage does.
    template<class F>
    void assign(F&& f)
    {
        for (std::size_t i = 0; i < v.size(); ++i)
            v[i] = f(i);
        Storage::round(v);
    }
};

using DoubleField = TestField<Stored<double>>;
using SingleField = TestField<Stored<float>>;
using Field16 = TestField<Stored16>;

template<class S>
TestField<S> zeroLike(const TestField<S>& x)
{
    return TestField<S>(x.v.size());
}
template<class S>
void setZero(TestField<S>& y)
{
    std::fill(y.v.begin(), y.v.end(), 0);
}
template<class S>
std::complex<double> dot(const TestField<S>& x, const TestField<S>& y)
{
    std::complex<double> sum = 0;
    for (std::size_t i = 0; i < x.v.size(); ++i)
        sum += std::conj(std::complex<double>(x.v[i])) * std::complex<double>(y.v[i]);
    return sum;
}
template<class S>
double norm2(const TestField<S>& x)
{
    double sum = 0;
    for (const auto& z : x.v)
        sum += std::norm(std::complex<double>(z));
    return sum;
}
template<class S>
void axpy(std::complex<double> a, const TestField<S>& x, TestField<S>& y)
{
    const typename TestField<S>::Scalar factor(a);
    y.assign([&](std::size_t i) { return y.v[i] + factor * x.v[i]; });
}
template<class S>
void axpy(double a, const TestField<S>& x, TestField<S>& y)
{
    const auto factor = typename S::Real(a);
    y.assign([&](std::size_t i) { return y.v[i] + factor * x.v[i]; });
}
template<class S>
void xpay(const TestField<S>& x, double a, TestField<S>& y)
{
    const auto factor = typename S::Real(a);
    y.assign([&](std::size_t i) { return x.v[i] + factor * y.v[i]; });
}
template<class S>
double axpyNorm2(double a, const TestField<S>& x, TestField<S>& y)
{
    axpy(a, x, y);
    return norm2(y);
}
template<class S>
void updateSolutionAndDirection(TestField<S>& y, TestField<S>& p, const TestField<S>& r, double alpha, double beta)
{
    axpy(alpha, p, y);
    xpay(r, beta, p);
}

/// Normal random numbers.
template<class Field = DoubleField>
Field randomField(std::size_t n, unsigned seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    Field x(n);
    x.assign([&](std::size_t) { return typename Field::Scalar(std::complex<double>(normal(random), normal(random))); });
    return x;
}
/// out = factor * in between precisions.
template<class S, class T>
void convert(TestField<S>& out, double factor, const TestField<T>& in)
{
    out.v.resize(in.v.size());
    out.assign([&](std::size_t i) { return typename TestField<S>::Scalar(factor * std::complex<double>(in.v[i])); });
}
/// |x - y| / |y|.
template<class S>
double deviation(const TestField<S>& x, const TestField<S>& y)
{
    auto difference = x;
    axpy(-1.0, y, difference);
    return std::sqrt(norm2(difference) / norm2(y));
}

/// The way between fields of tests, of n complex numbers (solvers/refine.h).
template<class Inner>
struct TestConversion {
    std::size_t n = 0;

    Inner makeField() const { return Inner(n); }
    template<class Outer>
    void send(Inner& inner, double factor, const Outer& outer) const
    {
        convert(inner, factor, outer);
    }
    template<class Outer>
    void add(Outer& outer, double factor, const Inner& inner) const
    {
        Outer there(n);
        convert(there, factor, inner);
        axpy(1.0, there, outer);
    }
};

} // namespace gaugegl::testing_support

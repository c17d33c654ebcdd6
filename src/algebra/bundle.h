// Bundles: fields that hold the vectors of several right-hand sides side by side on each site, so that an operator reads
// links once for all of them.  The numbers of a bundle are one for each vector: sums are over a vector alone, and its
// coefficients are its own.  So the text of a solver is that of one vector, and each vector takes the steps that it would
// take alone.  Vectors end at different iterations.  One that has ended is no longer in use: all operations leave it as
// it is, in all bundles that share the state, until it is in use again.
//
// A field without vectors() holds one vector.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

namespace gaugegl {

/// The most vectors of a bundle: the components of a Wilson propagator of SU(3).
constexpr int largestBundle = 12;

/// Some of the vectors of a bundle.
class VectorSet {
public:
    /// None.
    constexpr VectorSet() = default;
    /// The first so many.
    static constexpr VectorSet first(int count)
    {
        VectorSet set;
        set.bits_ = (1U << unsigned(count)) - 1U;
        return set;
    }

    /// Whether it has that one.
    constexpr bool has(int vector) const { return (bits_ >> unsigned(vector) & 1U) != 0; }
    /// Adds one.
    constexpr void add(int vector) { bits_ |= 1U << unsigned(vector); }
    /// Removes one.
    constexpr void remove(int vector) { bits_ &= ~(1U << unsigned(vector)); }
    /// Whether it has none.
    constexpr bool empty() const { return bits_ == 0; }
    /// How many it has.
    constexpr int size() const { return std::popcount(bits_); }
    /// Bit v is that of vector v.
    constexpr std::uint32_t bits() const { return bits_; }
    /// f(vector) for each of them, in ascending order; f may change the set.
    template<class F>
    constexpr void forEach(const F& f) const
    {
        for (std::uint32_t left = bits_; left != 0; left &= left - 1)
            f(std::countr_zero(left));
    }
    /// The same vectors.
    constexpr bool operator==(const VectorSet&) const = default;

private:
    std::uint32_t bits_ = 0;
};

/// One number of the host for each vector, such as a factor.
using Factors = std::vector<double>;

/// One number for each vector of a bundle of the host, of S = double or std::complex<double>.
template<class S>
class Each {
public:
    /// The same number for so many vectors.
    explicit Each(int vectors, const S& number = {}) : vectors_(vectors) { numbers_.fill(number); }

    /// How many.
    int vectors() const { return vectors_; }
    /// That of a vector.
    S& operator[](int vector) { return numbers_[std::size_t(vector)]; }
    /// That of a vector.
    const S& operator[](int vector) const { return numbers_[std::size_t(vector)]; }

private:
    int vectors_;
    std::array<S, largestBundle> numbers_;
};

/// f of the numbers of each vector.
template<class F, class S, class... Others>
auto forEachVector(const F& f, const Each<S>& a, const Each<Others>&... others)
{
    Each<decltype(f(a[0], others[0]...))> result(a.vectors());
    for (int v = 0; v < a.vectors(); ++v)
        result[v] = f(a[v], others[v]...);
    return result;
}
/// a + b.
template<class S>
Each<S> operator+(const Each<S>& a, const Each<S>& b)
{
    return forEachVector([](const S& x, const S& y) { return x + y; }, a, b);
}
/// a - b.
template<class S>
Each<S> operator-(const Each<S>& a, const Each<S>& b)
{
    return forEachVector([](const S& x, const S& y) { return x - y; }, a, b);
}
/// a b.
template<class S>
Each<S> operator*(const Each<S>& a, const Each<S>& b)
{
    return forEachVector([](const S& x, const S& y) { return x * y; }, a, b);
}
/// a / b.
template<class S>
Each<S> operator/(const Each<S>& a, const Each<S>& b)
{
    return forEachVector([](const S& x, const S& y) { return x / y; }, a, b);
}
/// -a.
template<class S>
Each<S> operator-(const Each<S>& a)
{
    return forEachVector([](const S& x) { return -x; }, a);
}
/// c a.
template<class S>
Each<S> operator*(double c, const Each<S>& a)
{
    return forEachVector([c](const S& x) { return c * x; }, a);
}
/// c a, with a factor for each vector.
template<class S>
Each<S> operator*(const Factors& c, const Each<S>& a)
{
    Each<S> result = a;
    for (int v = 0; v < a.vectors(); ++v)
        result[v] = c[std::size_t(v)] * a[v];
    return result;
}
/// Re a.
inline Each<double> realPart(const Each<std::complex<double>>& a)
{
    return forEachVector([](const std::complex<double>& x) { return x.real(); }, a);
}
/// |a|^2.
inline Each<double> squaredModulus(const Each<std::complex<double>>& a)
{
    return forEachVector([](const std::complex<double>& x) { return std::norm(x); }, a);
}

/// A field of several vectors.
template<class V>
concept Bundled = requires(const V& x, const VectorSet& set)
{
    x.vectors();
    x.inUse();
    x.use(set);
};

/// The vectors of a field: 1, or those of a bundle.
template<class V>
int vectorsOf(const V& x)
{
    if constexpr (Bundled<V>)
        return x.vectors();
    else
        return 1;
}
/// Those that are in use.
template<class V>
VectorSet inUse(const V& x)
{
    if constexpr (Bundled<V>)
        return x.inUse();
    else
        return VectorSet::first(1);
}
/// From now on these are in use, in all bundles that share their state with the field.
template<class V>
void use(const V& x, const VectorSet& set)
{
    if constexpr (Bundled<V>) x.use(set);
}
/// y = x for the vectors in use.
template<class V>
void assign(V& y, const V& x)
{
    if constexpr (Bundled<V>)
        copyVectors(y, x);
    else
        y = x;
}
/// The factors as operations of the field take them: one number, or one for each vector.
template<class V>
decltype(auto) factorsFor(const V& /*like*/, const Factors& factors)
{
    if constexpr (Bundled<V>)
        return (factors);
    else
        return double(factors.front());
}
/// a = b for the vectors in use of the field that they are numbers of.
template<class V, class S>
void renew(S& a, const S& b, const V& x)
{
    if constexpr (Bundled<V>)
        renewNumbers(a, b, x.inUse());
    else
        a = b;
}
/// a = b for these vectors.
template<class S>
void renewNumbers(Each<S>& a, const Each<S>& b, const VectorSet& which)
{
    which.forEach([&](int v) { a[v] = b[v]; });
}

/// Only these vectors are in use until the object ends.
template<class V>
class Using {
public:
    /// The field must outlive the object.
    Using(const V& x, const VectorSet& set) : x_(&x), before_(gaugegl::inUse(x)) { gaugegl::use(x, set); }
    ~Using() { gaugegl::use(*x_, before_); }
    Using(const Using&) = delete;
    Using& operator=(const Using&) = delete;

private:
    const V* x_;
    VectorSet before_;
};

} // namespace gaugegl

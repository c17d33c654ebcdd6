// What the standard library of Emscripten 3.1.6 (libc++ 13) lacks of C++20, for the sources that name it: the build for
// browsers includes this header before each source.  Only what is used, with the meaning of the standard.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <compare>
#include <concepts>
#include <fast_float/fast_float.h>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

namespace std {

/// Reads a number without regard to the locale.
template<class T>
requires is_floating_point_v<T> from_chars_result from_chars(const char* first, const char* last, T& value)
{
    const auto result = fast_float::from_chars(first, last, value);
    return {result.ptr, result.ec};
}

/// Modified Bessel function I_nu(x), nu >= 0, x >= 0: the sum of its series, whose terms are all positive.
inline double cyl_bessel_i(double nu, double x)
{
    double term = pow(x / 2, nu) / tgamma(nu + 1), sum = term;
    for (int k = 1; term > 1e-17 * sum; ++k)
        sum += term *= x * x / 4 / (k * (k + nu));
    return sum;
}

/// The same bytes as another type.
template<class To, class From>
constexpr To bit_cast(const From& from)
{
    return __builtin_bit_cast(To, from);
}

template<class Char, class Traits, class Allocator>
strong_ordering operator<=>(const basic_string<Char, Traits, Allocator>& a,
                            const basic_string<Char, Traits, Allocator>& b)
{
    return a.compare(b) <=> 0;
}

namespace ranges {

/// f of the projections of one or two elements.
template<class F, class P>
constexpr auto projected(F& f, P& p)
{
    return [&f, &p](auto&&... x) -> decltype(auto) { return std::invoke(f, std::invoke(p, x)...); };
}

#define GAUGEGL_WITH_PREDICATE(name)                                                                                   \
    template<class R, class F, class P = identity>                                                                     \
    constexpr auto name(R&& r, F f, P p = {})                                                                          \
    {                                                                                                                  \
        return std::name(std::begin(r), std::end(r), projected(f, p));                                                 \
    }
GAUGEGL_WITH_PREDICATE(all_of)
GAUGEGL_WITH_PREDICATE(any_of)
GAUGEGL_WITH_PREDICATE(none_of)
GAUGEGL_WITH_PREDICATE(find_if)
GAUGEGL_WITH_PREDICATE(find_if_not)
GAUGEGL_WITH_PREDICATE(count_if)
#undef GAUGEGL_WITH_PREDICATE

#define GAUGEGL_WITH_ORDER(name)                                                                                       \
    template<class R, class C = std::less<>, class P = identity>                                                       \
    constexpr auto name(R&& r, C c = {}, P p = {})                                                                     \
    {                                                                                                                  \
        return std::name(std::begin(r), std::end(r), projected(c, p));                                                 \
    }
GAUGEGL_WITH_ORDER(sort)
GAUGEGL_WITH_ORDER(stable_sort)
GAUGEGL_WITH_ORDER(max_element)
GAUGEGL_WITH_ORDER(min_element)
#undef GAUGEGL_WITH_ORDER

template<class R, class T, class P = identity>
constexpr auto find(R&& r, const T& value, P p = {})
{
    return ranges::find_if(
        r, [&value](const auto& x) { return x == value; }, p);
}
template<class I, class T>
constexpr I find(I first, I last, const T& value)
{
    return std::find(first, last, value);
}
template<class R, class T, class P = identity>
constexpr auto count(R&& r, const T& value, P p = {})
{
    return ranges::count_if(
        r, [&value](const auto& x) { return x == value; }, p);
}
template<class R, class T>
constexpr void fill(R&& r, const T& value)
{
    std::fill(std::begin(r), std::end(r), value);
}
template<class R>
constexpr void reverse(R&& r)
{
    std::reverse(std::begin(r), std::end(r));
}
template<class R>
constexpr auto max(R&& r)
{
    return *std::max_element(std::begin(r), std::end(r));
}
template<class R>
constexpr auto min(R&& r)
{
    return *std::min_element(std::begin(r), std::end(r));
}
template<class R, class T>
constexpr auto upper_bound(R&& r, const T& value)
{
    return std::upper_bound(std::begin(r), std::end(r), value);
}

template<class I, class O>
struct in_out_result {
    I in;
    O out;
};
template<class R, class O>
constexpr auto copy(R&& r, O out)
{
    using I = decltype(std::begin(r));
    return in_out_result<I, O>{std::end(r), std::copy(std::begin(r), std::end(r), out)};
}

template<class I, class J>
struct in_in_result {
    I in1;
    J in2;
};
template<class R, class S>
constexpr auto mismatch(R&& r, S&& s)
{
    const auto [in1, in2] = std::mismatch(std::begin(r), std::end(r), std::begin(s), std::end(s));
    return in_in_result<decltype(std::begin(r)), decltype(std::begin(s))>{in1, in2};
}

struct found_result {
    bool found;
};
template<class R>
constexpr found_result next_permutation(R&& r)
{
    return {std::next_permutation(std::begin(r), std::end(r))};
}

} // namespace ranges
} // namespace std

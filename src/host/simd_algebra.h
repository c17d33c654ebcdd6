// Elements i h of the Lie algebra, h Hermitian and traceless, one in each lane of vectors V of double precision
// (CONVENTIONS.md, "Molecular dynamics").  Private to the source that includes it.
#pragma once

#include "link_kernels.h"
#include "simd_element.h"

namespace gaugegl::host {
namespace {

/// SU(2): h = sum_k h_k sigma_k; SU(3): h00, h11, then (re, im) of h01, h02, h12.
template<class V, int N>
struct Algebra {
    V h[algebraNumbers(N)];
};

/// a + c b
template<class V, int N>
GAUGEGL_INLINE Algebra<V, N> sum(const Algebra<V, N>& a, const Algebra<V, N>& b, double c)
{
    Algebra<V, N> s;
    for (int k = 0; k < algebraNumbers(N); ++k)
        s.h[k] = a.h[k] + c * b.h[k];
    return s;
}

template<class V, int N>
GAUGEGL_INLINE Algebra<V, N> scaled(const Algebra<V, N>& a, const V& c)
{
    Algebra<V, N> s;
    for (int k = 0; k < algebraNumbers(N); ++k)
        s.h[k] = c * a.h[k];
    return s;
}

/// The h of (m - m^dagger)/2 minus its trace / N.
template<class V, int N>
GAUGEGL_INLINE Algebra<V, N> algebraPart(const Element<V, N>& m)
{
    if constexpr (N == 2) {
        return {{m.x[1], m.x[2], m.x[3]}};
    } else {
        const V third = (m.im(0, 0) + m.im(1, 1) + m.im(2, 2)) / 3.0;
        return {{m.im(0, 0) - third, m.im(1, 1) - third, 0.5 * (m.im(0, 1) + m.im(1, 0)),
                 0.5 * (m.re(1, 0) - m.re(0, 1)), 0.5 * (m.im(0, 2) + m.im(2, 0)), 0.5 * (m.re(2, 0) - m.re(0, 2)),
                 0.5 * (m.im(1, 2) + m.im(2, 1)), 0.5 * (m.re(2, 1) - m.re(1, 2))}};
    }
}

/// i h as a matrix.
template<class V, int N>
GAUGEGL_INLINE Element<V, N> antihermitian(const Algebra<V, N>& a)
{
    Element<V, N> m = {};
    if constexpr (N == 2) {
        for (int k = 0; k < 3; ++k)
            m.x[k + 1] = a.h[k];
    } else {
        m.im(0, 0) = a.h[0];
        m.im(1, 1) = a.h[1];
        m.im(2, 2) = -a.h[0] - a.h[1];
        constexpr int rows[3] = {0, 0, 1}, columns[3] = {1, 2, 2};
        for (int k = 0; k < 3; ++k) {
            const V re = a.h[2 + 2 * k], im = a.h[3 + 2 * k];
            m.re(rows[k], columns[k]) = -im;
            m.im(rows[k], columns[k]) = re;
            m.re(columns[k], rows[k]) = im;
            m.im(columns[k], rows[k]) = re;
        }
    }
    return m;
}

/// tr h k.
template<class V, int N>
GAUGEGL_INLINE V traceProduct(const Algebra<V, N>& a, const Algebra<V, N>& b)
{
    if constexpr (N == 2) {
        return 2.0 * (a.h[0] * b.h[0] + a.h[1] * b.h[1] + a.h[2] * b.h[2]);
    } else {
        const V lastOfA = a.h[0] + a.h[1], lastOfB = b.h[0] + b.h[1];
        V products = a.h[2] * b.h[2];
        for (int k = 3; k < 8; ++k)
            products += a.h[k] * b.h[k];
        return a.h[0] * b.h[0] + a.h[1] * b.h[1] + lastOfA * lastOfB + 2.0 * products;
    }
}

/// tr h^2.
template<class V, int N>
GAUGEGL_INLINE V traceSquare(const Algebra<V, N>& a)
{
    return traceProduct(a, a);
}

/// Terms of the Taylor series of the exponential for |h| <= 1: the next is below 1/20!.
constexpr int exponentialTerms = 19;
/// Of that of the chain rule, whose |ad_A| <= 2.
constexpr int gradientTerms = 27;

/// exp(i h) = p0 + p1 h + p2 h^2 by Horner's rule for the Taylor series with h^3 = c0 + c1 h, c0 = det h, c1 = tr h^2/2; after halvings
/// of h that bring |h| <= sqrt(4 c1/3) to 1, in each lane as many as it needs, and as many squarings.
template<class V>
struct ExponentialPolynomial {
    V re[3], im[3];

    GAUGEGL_INLINE ExponentialPolynomial(V c0, V c1)
    {
        V halvings = {}, scale = V{} + 1.0;
        const V one = scale;
        for (int k = 0; k < 60; ++k) {
            const auto large = c1 > 0.75;
            if (!any(large)) break;
            halvings = large ? halvings + 1.0 : halvings;
            scale = large ? 0.5 * scale : scale;
            c0 = large ? 0.125 * c0 : c0;
            c1 = large ? 0.25 * c1 : c1;
        }
        re[0] = one;
        re[1] = re[2] = im[0] = im[1] = im[2] = V{};
        for (int n = exponentialTerms; n > 0; --n) {
            const double f = 1.0 / n;
            const V re0 = 1.0 - f * c0 * im[2], im0 = f * c0 * re[2], re1 = -f * (im[0] + c1 * im[2]),
                    im1 = f * (re[0] + c1 * re[2]), re2 = -f * im[1], im2 = f * re[1];
            re[0] = re0, im[0] = im0, re[1] = re1, im[1] = im1, re[2] = re2, im[2] = im2;
        }
        for (int k = 0; k < 60; ++k) {
            const auto open = halvings > double(k);
            if (!any(open)) break;
            const ExponentialPolynomial before = *this;
            square(c0, c1);
            for (int i = 0; i < 3; ++i) {
                re[i] = open ? re[i] : before.re[i];
                im[i] = open ? im[i] : before.im[i];
            }
        }
        for (int i = 0; i < 2; ++i) {
            re[1 + i] *= scale;
            im[1 + i] *= scale;
            scale *= scale;
        }
    }

private:
    GAUGEGL_INLINE void square(const V& c0, const V& c1)
    {
        const auto product = [this](int i, int j, V& r, V& s) GAUGEGL_LAMBDA {
            r = re[i] * re[j] - im[i] * im[j];
            s = re[i] * im[j] + im[i] * re[j];
        };
        V mixed[2], last[2], p00[2], p01[2], p11[2], p02[2];
        product(1, 2, mixed[0], mixed[1]);
        product(2, 2, last[0], last[1]);
        product(0, 0, p00[0], p00[1]);
        product(0, 1, p01[0], p01[1]);
        product(1, 1, p11[0], p11[1]);
        product(0, 2, p02[0], p02[1]);
        for (int part = 0; part < 2; ++part) {
            V(&to)[3] = part == 0 ? re : im;
            to[0] = p00[part] + c0 * (2.0 * mixed[part]);
            to[1] = 2.0 * p01[part] + c0 * last[part] + c1 * (2.0 * mixed[part]);
            to[2] = p11[part] + 2.0 * p02[part] + c1 * last[part];
        }
    }
};

/// exp(i h).
template<class V>
GAUGEGL_INLINE Element<V, 3> exponential(const Algebra<V, 3>& a)
{
    const V h22 = -a.h[0] - a.h[1], n01 = a.h[2] * a.h[2] + a.h[3] * a.h[3], n02 = a.h[4] * a.h[4] + a.h[5] * a.h[5],
            n12 = a.h[6] * a.h[6] + a.h[7] * a.h[7];
    const V c1 = 0.5 * (a.h[0] * a.h[0] + a.h[1] * a.h[1] + h22 * h22) + n01 + n02 + n12;
    const V loop = (a.h[2] * a.h[6] - a.h[3] * a.h[7]) * a.h[4] + (a.h[2] * a.h[7] + a.h[3] * a.h[6]) * a.h[5];
    const V c0 = a.h[0] * a.h[1] * h22 + 2.0 * loop - a.h[0] * n12 - a.h[1] * n02 - h22 * n01;
    const ExponentialPolynomial<V> p(c0, c1);
    const Element<V, 3> m = antihermitian(a), square = product(m, m); // i h and -h^2
    Element<V, 3> e;
    forElements<3>([&](int i, int j) GAUGEGL_LAMBDA {
        e.re(i, j) =
            p.re[1] * m.im(i, j) + p.im[1] * m.re(i, j) - p.re[2] * square.re(i, j) + p.im[2] * square.im(i, j);
        e.im(i, j) =
            p.im[1] * m.im(i, j) - p.re[1] * m.re(i, j) - p.re[2] * square.im(i, j) - p.im[2] * square.re(i, j);
        if (i == j) {
            e.re(i, j) += p.re[0];
            e.im(i, j) += p.im[0];
        }
    });
    return e;
}
/// cos |h| + i h sin |h| / |h|: both are series in y = |h|^2, summed for h halved until y <= 1 and then doubled as often.
template<class V>
GAUGEGL_INLINE Element<V, 2> exponential(const Algebra<V, 2>& a)
{
    V y = a.h[0] * a.h[0] + a.h[1] * a.h[1] + a.h[2] * a.h[2], halvings = {};
    for (int k = 0; k < 60; ++k) {
        const auto large = y > 1.0;
        if (!any(large)) break;
        halvings = large ? halvings + 1.0 : halvings;
        y = large ? 0.25 * y : y;
    }
    V cosine = V{} + 1.0, sine = cosine;
    for (int n = exponentialTerms; n > 1; n -= 2) {
        sine = 1.0 - y * sine / double(n * (n - 1));
        cosine = 1.0 - y * cosine / double((n - 1) * (n - 2));
    }
    for (int k = 0; k < 60; ++k) {
        const auto open = halvings > double(k);
        if (!any(open)) break;
        const V doubled = cosine * cosine - y * sine * sine; // sin(2 x)/(2 x) = sin x / x cos x
        sine = open ? sine * cosine : sine;
        y = open ? 4.0 * y : y;
        cosine = open ? doubled : cosine;
    }
    return {{cosine, sine * a.h[0], sine * a.h[1], sine * a.h[2]}};
}

/// h of [i a, i b].
template<class V, int N>
GAUGEGL_INLINE Algebra<V, N> commutator(const Algebra<V, N>& a, const Algebra<V, N>& b)
{
    return scaled(algebraPart(product(antihermitian(a), antihermitian(b))), V{} + 2.0);
}

/// h of u^dagger (i h) u.
template<class V, int N>
GAUGEGL_INLINE Algebra<V, N> turned(const Element<V, N>& u, const Algebra<V, N>& h)
{
    return algebraPart(product(product(adjointOf(u), antihermitian(h)), u));
}

} // namespace
} // namespace gaugegl::host

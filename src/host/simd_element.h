// Matrices of SU(2) and SU(3), or sums of such, one in each lane of vectors V: quaternions, CONVENTIONS.md, "SU(2)
// subgroups", and nine complex numbers.  Private to the source that includes it.
#pragma once

#include "fixing_kernels.h"
#include "simd.h"

namespace gaugegl::host {
namespace {

/// x[2 (3 i + j) + (0 re, 1 im)].
template<class V, int N>
struct Element {
    V x[elementNumbers(N)];
    GAUGEGL_INLINE V& re(int i, int j) { return x[2 * (N * i + j)]; }
    GAUGEGL_INLINE V& im(int i, int j) { return x[2 * (N * i + j) + 1]; }
    GAUGEGL_INLINE const V& re(int i, int j) const { return x[2 * (N * i + j)]; }
    GAUGEGL_INLINE const V& im(int i, int j) const { return x[2 * (N * i + j) + 1]; }
};

template<class V>
struct Quaternion {
    V q[4];
};

/// f(i, j) for all rows and columns, which are constants.
template<int N, class F>
GAUGEGL_INLINE void forElements(const F& f)
{
    unrolled<N * N>([&](auto k) GAUGEGL_LAMBDA { f(decltype(k)::value / N, decltype(k)::value % N); });
}

/// sum += u
template<class V, int N>
GAUGEGL_INLINE void add(Element<V, N>& sum, const Element<V, N>& u)
{
    unrolled<elementNumbers(N)>([&](auto k) GAUGEGL_LAMBDA { sum.x[decltype(k)::value] += u.x[decltype(k)::value]; });
}

/// sum += u^dagger
template<class V, int N>
GAUGEGL_INLINE void addAdjoint(Element<V, N>& sum, const Element<V, N>& u)
{
    if constexpr (N == 2) {
        sum.x[0] += u.x[0];
        for (int k = 1; k < 4; ++k)
            sum.x[k] -= u.x[k];
    } else {
        forElements<3>([&](int i, int j) GAUGEGL_LAMBDA {
            sum.re(i, j) += u.re(j, i);
            sum.im(i, j) -= u.im(j, i);
        });
    }
}

/// a^dagger.
template<class V, int N>
GAUGEGL_INLINE Element<V, N> adjointOf(const Element<V, N>& a)
{
    Element<V, N> c = {};
    addAdjoint(c, a);
    return c;
}

/// a b of quaternions (a0 b0 - a.b, a0 b + b0 a - a x b), or with sign -1 a b^dagger.
template<int sign, class V>
GAUGEGL_INLINE void quaternionProduct(V (&c)[4], const V (&a)[4], const V (&b)[4])
{
    const V b1 = sign * b[1], b2 = sign * b[2], b3 = sign * b[3];
    c[0] = a[0] * b[0] - a[1] * b1 - a[2] * b2 - a[3] * b3;
    c[1] = a[0] * b1 + a[1] * b[0] - (a[2] * b3 - a[3] * b2);
    c[2] = a[0] * b2 + a[2] * b[0] - (a[3] * b1 - a[1] * b3);
    c[3] = a[0] * b3 + a[3] * b[0] - (a[1] * b2 - a[2] * b1);
}

/// a b
template<class V, int N>
GAUGEGL_INLINE Element<V, N> product(const Element<V, N>& a, const Element<V, N>& b)
{
    Element<V, N> c;
    if constexpr (N == 2)
        quaternionProduct<1>(c.x, a.x, b.x);
    else
        forElements<3>([&](int i, int j) GAUGEGL_LAMBDA {
            V re = a.re(i, 0) * b.re(0, j) - a.im(i, 0) * b.im(0, j);
            V im = a.re(i, 0) * b.im(0, j) + a.im(i, 0) * b.re(0, j);
            unrolled<2>([&](auto k) GAUGEGL_LAMBDA {
                constexpr int l = decltype(k)::value + 1;
                re += a.re(i, l) * b.re(l, j) - a.im(i, l) * b.im(l, j);
                im += a.re(i, l) * b.im(l, j) + a.im(i, l) * b.re(l, j);
            });
            c.re(i, j) = re;
            c.im(i, j) = im;
        });
    return c;
}

/// a b^dagger
template<class V, int N>
GAUGEGL_INLINE Element<V, N> productWithAdjoint(const Element<V, N>& a, const Element<V, N>& b)
{
    Element<V, N> c;
    if constexpr (N == 2)
        quaternionProduct<-1>(c.x, a.x, b.x);
    else
        forElements<3>([&](int i, int j) GAUGEGL_LAMBDA {
            V re = a.re(i, 0) * b.re(j, 0) + a.im(i, 0) * b.im(j, 0);
            V im = a.im(i, 0) * b.re(j, 0) - a.re(i, 0) * b.im(j, 0);
            unrolled<2>([&](auto k) GAUGEGL_LAMBDA {
                constexpr int l = decltype(k)::value + 1;
                re += a.re(i, l) * b.re(j, l) + a.im(i, l) * b.im(j, l);
                im += a.im(i, l) * b.re(j, l) - a.re(i, l) * b.im(j, l);
            });
            c.re(i, j) = re;
            c.im(i, j) = im;
        });
    return c;
}

/// Twice the quaternion part of the block (i, j).
template<class V, int N>
GAUGEGL_INLINE Quaternion<V> quaternionPart(const Element<V, N>& m, int i, int j)
{
    if constexpr (N == 2)
        return {{2 * m.x[0], 2 * m.x[1], 2 * m.x[2], 2 * m.x[3]}};
    else
        return {{m.re(i, i) + m.re(j, j), m.im(i, j) + m.im(j, i), m.re(i, j) - m.re(j, i), m.im(i, i) - m.im(j, j)}};
}

/// Multiplies the rows i and j by a from the left.
template<class V, int N>
GAUGEGL_INLINE void multiplyRows(Element<V, N>& m, const Quaternion<V>& a, int i, int j)
{
    if constexpr (N == 2) {
        Element<V, 2> c;
        quaternionProduct<1>(c.x, a.q, m.x);
        m = c;
    } else {
        unrolled<3>([&](auto column) GAUGEGL_LAMBDA {
            constexpr int c = decltype(column)::value;
            const V tr = m.re(i, c), ti = m.im(i, c), br = m.re(j, c), bi = m.im(j, c);
            m.re(i, c) = a.q[0] * tr - a.q[3] * ti + a.q[2] * br - a.q[1] * bi;
            m.im(i, c) = a.q[0] * ti + a.q[3] * tr + a.q[2] * bi + a.q[1] * br;
            m.re(j, c) = a.q[0] * br + a.q[3] * bi - a.q[2] * tr - a.q[1] * ti;
            m.im(j, c) = a.q[0] * bi - a.q[3] * br - a.q[2] * ti + a.q[1] * tr;
        });
    }
}

template<class V, int N>
GAUGEGL_INLINE Element<V, N> unitElement()
{
    Element<V, N> one = {};
    for (int i = 0; i < (N == 2 ? 1 : N); ++i)
        one.x[N == 2 ? 0 : 2 * (N * i + i)] += 1;
    return one;
}

/// Re tr m and tr Delta Delta^dagger, Delta the traceless part of (m - m^dagger)/(2i).
template<class V, int N>
GAUGEGL_INLINE void traceAndDivergence(V& trace, V& divergence, const Element<V, N>& m)
{
    if constexpr (N == 2) {
        trace = 2 * m.x[0];
        divergence = 2 * (m.x[1] * m.x[1] + m.x[2] * m.x[2] + m.x[3] * m.x[3]);
    } else {
        trace = m.re(0, 0) + m.re(1, 1) + m.re(2, 2);
        const V mean = (m.im(0, 0) + m.im(1, 1) + m.im(2, 2)) / 3;
        V sum = {};
        forElements<3>([&](int i, int j) GAUGEGL_LAMBDA {
            if (i == j) {
                const V d = m.im(i, i) - mean;
                sum += d * d;
            } else if (i < j) {
                const V re = m.re(i, j) - m.re(j, i), im = m.im(i, j) + m.im(j, i);
                sum += (re * re + im * im) / 2;
            }
        });
        divergence = sum;
    }
}

template<class T, int n>
GAUGEGL_INLINE Vector<T, n> squareRoot(const Vector<T, n>& x)
{
    Vector<T, n> root;
    for (int l = 0; l < n; ++l)
        root[l] = sizeof(T) == sizeof(float) ? T(__builtin_sqrtf(float(x[l]))) : T(__builtin_sqrt(double(x[l])));
    return root;
}

/// Makes m the element of the group next to it (CONVENTIONS.md, "Unitarity"); the squared deviation of its rows from
/// orthonormality.
template<class T, int n, int N>
GAUGEGL_INLINE Vector<T, n> projectOnGroup(Element<Vector<T, n>, N>& m)
{
    using V = Vector<T, n>;
    if constexpr (N == 2) {
        const V norm2 = m.x[0] * m.x[0] + m.x[1] * m.x[1] + m.x[2] * m.x[2] + m.x[3] * m.x[3],
                inverse = T(1) / squareRoot<T, n>(norm2);
        for (V& component : m.x)
            component *= inverse;
        return (norm2 - T(1)) * (norm2 - T(1));
    } else {
        V norm0 = {}, norm1 = {}, re = {}, im = {}; // re + i im = sum_c conj(m_0c) m_1c
        for (int c = 0; c < 3; ++c) {
            norm0 += m.re(0, c) * m.re(0, c) + m.im(0, c) * m.im(0, c);
            norm1 += m.re(1, c) * m.re(1, c) + m.im(1, c) * m.im(1, c);
            re += m.re(0, c) * m.re(1, c) + m.im(0, c) * m.im(1, c);
            im += m.re(0, c) * m.im(1, c) - m.im(0, c) * m.re(1, c);
        }
        const V deviation =
            (norm0 - T(1)) * (norm0 - T(1)) + (norm1 - T(1)) * (norm1 - T(1)) + T(2) * (re * re + im * im);
        const V first = T(1) / squareRoot<T, n>(norm0), overlapRe = re * first, overlapIm = im * first;
        V rest = {};
        for (int c = 0; c < 3; ++c) {
            m.re(0, c) *= first;
            m.im(0, c) *= first;
            m.re(1, c) -= overlapRe * m.re(0, c) - overlapIm * m.im(0, c);
            m.im(1, c) -= overlapRe * m.im(0, c) + overlapIm * m.re(0, c);
            rest += m.re(1, c) * m.re(1, c) + m.im(1, c) * m.im(1, c);
        }
        const V second = T(1) / squareRoot<T, n>(rest);
        for (int c = 0; c < 3; ++c) {
            m.re(1, c) *= second;
            m.im(1, c) *= second;
        }
        for (int c = 0; c < 3; ++c) { // the conjugate of the cross product
            const int d = (c + 1) % 3, e = (c + 2) % 3;
            m.re(2, c) =
                m.re(0, d) * m.re(1, e) - m.im(0, d) * m.im(1, e) - m.re(0, e) * m.re(1, d) + m.im(0, e) * m.im(1, d);
            m.im(2, c) =
                m.re(0, e) * m.im(1, d) + m.im(0, e) * m.re(1, d) - m.re(0, d) * m.im(1, e) - m.im(0, d) * m.re(1, e);
        }
        return deviation;
    }
}

/// n lanes of a pack of a block.
struct PlaceInBlock {
    std::int64_t block;
    int pack, lane;
};

/// Matrices in packs of W lanes, and where they are.
template<class T, int W, int N>
struct Elements {
    static constexpr int n = fitting<T>(W, nativeBytes), numbers = elementNumbers(N);
    using V = Vector<T, n>;
    using Matrix = Element<V, N>;
    using Place = PlaceInBlock;

    /// f(place) for all lanes of a block, n at a time.
    template<class F>
    GAUGEGL_INLINE static void forVectorsOf(std::int64_t block, int packs, const F& f)
    {
        for (int pack = 0; pack < packs; ++pack)
            for (int lane = 0; lane < W; lane += n)
                f(Place{block, pack, lane});
    }
    /// Where the numbers of the neighbour are; its lanes are those of `here` after permuted().
    GAUGEGL_INLINE static Place neighbourOf(const Place& here, const Neighbour& at)
    {
        return {at.block, here.pack ^ (at.lanes / W), here.lane ^ (at.lanes & (W - n))};
    }
    GAUGEGL_INLINE static Matrix loaded(const T* from)
    {
        Matrix m;
        unrolled<numbers>(
            [&](auto k) GAUGEGL_LAMBDA { m.x[decltype(k)::value] = host::loaded<V>(from + decltype(k)::value * W); });
        return m;
    }
    GAUGEGL_INLINE static void store(T* to, const Matrix& m)
    {
        unrolled<numbers>([&](auto k)
                              GAUGEGL_LAMBDA { host::store(to + decltype(k)::value * W, m.x[decltype(k)::value]); });
    }
    GAUGEGL_INLINE static void permuted(Matrix& m, int lanes)
    {
        if (lanes & (n - 1))
            unrolled<numbers>([&](auto k) GAUGEGL_LAMBDA { permute<n>(m.x[decltype(k)::value], lanes); });
    }
};

} // namespace
} // namespace gaugegl::host

// Spinors and colour vectors of sites and of their neighbours, projected, one site in each lane; for the kernels that are compiled once for each
// instruction set, and private to the source that includes it.
//
// (1 - o gamma_mu) psi for o = +-1 has two independent spins.  gamma_mu = ((0, B), (B^dagger, 0)) with B_s,p = i^k for
// one p for each s.  Projection: h_s = psi_s - o i^k psi_2+p.  Reconstruction: the lower spins are -o (-i)^k h_s.
// For the adjoint o -> -o.  This sign is applied only in the projection; the lower spins of the sum lack it, and the
// caller includes it in its factor.
#pragma once

#include "kernels.h"
#include "simd.h"
#include "spin_projection.h"

namespace gaugegl::host {
namespace {

/// A complex number in each lane.
template<class V>
struct Complex {
    V re, im;
};

/// y += f i^k x
template<int k, class V, class F>
GAUGEGL_INLINE void addTimes(Complex<V>& y, F f, const Complex<V>& x)
{
    const F g = k < 2 ? f : -f;
    if constexpr (k % 2 == 0) {
        y.re += g * x.re;
        y.im += g * x.im;
    } else {
        y.re -= g * x.im;
        y.im += g * x.re;
    }
}

/// y += a x
template<class V, class F>
GAUGEGL_INLINE void addProduct(Complex<V>& y, const Complex<F>& a, const Complex<V>& x)
{
    y.re += a.re * x.re;
    y.im += a.re * x.im;
    y.re -= a.im * x.im;
    y.im += a.im * x.re;
}

/// Bit l in lane l.
template<class Bits, int... L>
GAUGEGL_INLINE Bits laneBits(std::integer_sequence<int, L...>)
{
    return Bits{(1 << L)...};
}

/// Fields with S spins and N colours, in some slices, in packs of W lanes.
template<class T, int W, int S, int N>
struct Spinors {
    static constexpr int n = fitting<T>(W, nativeBytes);
    static constexpr int independent = S == 4 ? 2 : 1; ///< spins that are multiplied by a link
    static constexpr int site = 2 * S * N * W;
    /// n lanes of a pack, in a slice of all those of the vectors.
    struct Place {
        std::int64_t block;
        int pack, lane, slice;
    };
    using V = Vector<T, n>;
    using Number = Complex<V>;
    using Site = Number[S][N];
    using Half = Number[independent][N];
    using Bits = Vector<typename BitsOf<T>::Type, n>;
    /// The link of a step, in n lanes, of which rows - 1 or all rows are in the memory.
    template<bool whole>
    struct Link {
        static constexpr int rows = whole ? N : N - 1, numbers = 2 * N * rows;
        const T* at;
        Bits signs; ///< the highest bit: that of the determinant, of SU(3) unless whole

        GAUGEGL_INLINE Link(const StepLinks<T>& links, int packs, int step, const Place& here)
            : at(links.numbers + ((here.block * packs + here.pack) * 8 + step) * (numbers * W) + here.lane), signs{}
        {
            if constexpr (!whole && N == 3) {
                constexpr auto highest = typename BitsOf<T>::Type(std::uint64_t(1) << (8 * sizeof(T) - 1));
                const int bits = links.signs[here.block * 8 + step] >> (here.pack * W + here.lane);
                const Bits bit = laneBits<Bits>(std::make_integer_sequence<int, n>{});
                signs = (((Bits{} + bits) & bit) == bit) & highest;
            }
        }
    };

    /// v_s = the product of row i and h_s.  The last row of a matrix of the group is the conjugate of the cross product of the others, in
    /// SU(2) (-b*, a*) below (a, b).  Of minus a matrix of SU(3) it is minus that cross product; in SU(2) the rule holds unchanged.
    template<int i, bool whole>
    GAUGEGL_INLINE static void multiplyRow(Number (&v)[independent], const Link<whole>& u, const Half& h)
    {
        unrolled<N>([&](auto column) GAUGEGL_LAMBDA {
            constexpr int j = decltype(column)::value;
            Number element;
            if constexpr (i < Link<whole>::rows) {
                element = number(u.at, i * N + j);
            } else if constexpr (N == 2) {
                const Number a = number(u.at, 1 - j);
                element = j == 0 ? Number{-a.re, a.im} : Number{a.re, -a.im};
            } else {
                constexpr int k = (j + 1) % 3, l = (j + 2) % 3;
                const Number a = number(u.at, k), b = number(u.at, 3 + l), c = number(u.at, l), d = number(u.at, 3 + k);
                element = {a.re * b.re - a.im * b.im - c.re * d.re + c.im * d.im,
                           c.re * d.im + c.im * d.re - a.re * b.im - a.im * b.re};
            }
            unrolled<independent>([&](auto spin) GAUGEGL_LAMBDA {
                addProduct(v[decltype(spin)::value], element, h[decltype(spin)::value][j]);
            });
        });
        if constexpr (i == Link<whole>::rows && N == 3)
            unrolled<independent>([&](auto spin) GAUGEGL_LAMBDA {
                Number& x = v[decltype(spin)::value];
                x = {flipped(x.re, u.signs), flipped(x.im, u.signs)};
            });
    }

    /// The sign changes where the highest bit is set.
    GAUGEGL_INLINE static V flipped(const V& v, const Bits& signs) { return (V)((Bits)v ^ signs); }

    GAUGEGL_INLINE static Number number(const T* from, int k)
    {
        return {loaded<V>(from + 2 * k * W), loaded<V>(from + (2 * k + 1) * W)};
    }

    /// Packs of a block, and slices of a field, of all its vectors.
    struct Extent {
        int packs, slices;
    };

    /// Where the neighbour of a pack is in a slice of a field, before lanes are permuted.
    GAUGEGL_INLINE static const T* placeOfNeighbour(const T* field, const Neighbour& at, const Extent& extent, int pack,
                                                    int slice)
    {
        const std::int64_t there = std::int64_t(at.block) * extent.packs + (pack ^ (at.lanes / W));
        return field + (there * extent.slices + slice) * site;
    }

    /// h of the neighbour in a step: (1 + f gamma_mu) psi, or psi where there is no spin.
    template<int step>
    GAUGEGL_INLINE static void halfOfNeighbour(Half& h, const T* field, const Neighbour* neighbours,
                                               const Extent& extent, const Place& here, T f)
    {
        const Neighbour& at = neighbours[here.block * 8 + step];
        const T* const psi = placeOfNeighbour(field, at, extent, here.pack, here.slice);
        project<step / 2>(h, psi + (here.lane ^ (at.lanes & (W - n))), f);
        if (at.lanes & (n - 1))
            unrolled<independent * N>([&](auto k) GAUGEGL_LAMBDA {
                Number& value = h[decltype(k)::value / N][decltype(k)::value % N];
                permute<n>(value.re, at.lanes);
                permute<n>(value.im, at.lanes);
            });
    }

    /// h_s = psi_s + f i^k psi_2+p, or psi where there is no spin.
    template<int mu>
    GAUGEGL_INLINE static void project(Half& h, const T* psi, T f)
    {
        unrolled<independent * N>([&](auto k) GAUGEGL_LAMBDA {
            constexpr int s = decltype(k)::value / N, a = decltype(k)::value % N;
            h[s][a] = number(psi, s * N + a);
            if constexpr (S == 4) addTimes<power[mu][s]>(h[s][a], f, number(psi, (2 + (partner[mu] ^ s)) * N + a));
        });
    }
};

} // namespace
} // namespace gaugegl::host

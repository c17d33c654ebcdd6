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

/// Fields with S spins and N colours, in some slices, in packs of W lanes.
template<class T, int W, int S, int N>
struct Spinors {
    static constexpr int n = fitting<T>(W, nativeBytes);
    static constexpr int independent = S == 4 ? 2 : 1; ///< spins that are multiplied by a link
    static constexpr int site = 2 * S * N * W, link = 2 * N * N * W;
    /// n lanes of a pack, in a slice of all those of the vectors.
    struct Place {
        std::int64_t block;
        int pack, lane, slice;
        int next = -1; ///< slice that takes the same links, or -1
    };
    using V = Vector<T, n>;
    using Number = Complex<V>;
    using Site = Number[S][N];
    using Half = Number[independent][N];

    GAUGEGL_INLINE static Number number(const T* from, int k)
    {
        return {loaded<V>(from + 2 * k * W), loaded<V>(from + (2 * k + 1) * W)};
    }

    /// Packs of a block, and slices of a field, of all its vectors.
    struct Extent {
        int packs, slices;
    };

    /// h of the neighbour in a step: (1 + f gamma_mu) psi, or psi where there is no spin; where that neighbour is, before lanes are permuted.
    template<int step>
    GAUGEGL_INLINE static const T* halfOfNeighbour(Half& h, const T* field, const Neighbour* neighbours,
                                                   const Extent& extent, const Place& here, T f)
    {
        const Neighbour& at = neighbours[here.block * 8 + step];
        const std::int64_t pack = std::int64_t(at.block) * extent.packs + (here.pack ^ (at.lanes / W));
        const T* psi = field + (pack * extent.slices + here.slice) * site;
        project<step / 2>(h, psi + (here.lane ^ (at.lanes & (W - n))), f);
        if (at.lanes & (n - 1))
            unrolled<independent * N>([&](auto k) GAUGEGL_LAMBDA {
                Number& value = h[decltype(k)::value / N][decltype(k)::value % N];
                permute<n>(value.re, at.lanes);
                permute<n>(value.im, at.lanes);
            });
        return psi;
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

// The implementation of the gauge-fixing kernels; included by one source for each instruction set.
//
// Under g(x) all of K(x) = sum_mu [U_mu(x) + U_mu(x-mu)^dagger] turns into g K, so the SU(2) elements of a site act on
// K and on g, and the links are multiplied once, by g.
#include "simd_power.h"

namespace gaugegl::host {
namespace {

/// Of packs of W lanes.
template<class T, int W, int N>
class FixingKernel : private Elements<T, W, N> {
public:
    static void fix(const FixingCall<T>& call, std::int64_t first, std::int64_t last)
    {
        forVectors(call, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            Matrix k = gathered(call, here);
            Matrix g = localSolution(k, call.step, call.omega);
            if (call.left) leaveOut(g, unsigned(call.left[here.block]) >> (here.pack * W + here.lane));
            apply(call, here, g);
        });
    }

    static void gather(const FixingCall<T>& call, T* k, std::int64_t block)
    {
        forVectors(call, block, block + 1, [&](const Place& here) GAUGEGL_LAMBDA {
            store(k + here.pack * element + here.lane, gathered(call, here));
        });
    }

    static void apply(const FixingCall<T>& call, const T* g, std::int64_t block)
    {
        forVectors(call, block, block + 1, [&](const Place& here) GAUGEGL_LAMBDA {
            apply(call, here, loaded(g + here.pack * element + here.lane));
        });
    }

    static void measure(const FixingCall<T>& call, T* values, std::int64_t first, std::int64_t last)
    {
        forVectors(call, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            V trace, divergence;
            traceAndDivergence(trace, divergence, gathered(call, here));
            T* to = values + (here.block * call.packs + here.pack) * 2 * W + here.lane;
            host::store(to, trace);
            host::store(to + W, divergence);
        });
    }

    /// CONVENTIONS.md, "Unitarity"; the deviations are those of the stored rows from orthonormality.
    static void reunitarise(T* elements, double* deviations, std::int64_t first, std::int64_t last)
    {
        for (std::int64_t pack = first; pack < last; ++pack)
            for (int lane = 0; lane < W; lane += n) {
                T* at = elements + pack * element + lane;
                Matrix m = loaded(at);
                const V deviation = projectOnGroup<T, n>(m);
                for (int l = 0; deviations && l < n; ++l)
                    deviations[pack * W + lane + l] = double(deviation[l]);
                store(at, m);
            }
    }

private:
    using Access = Elements<T, W, N>;
    using Access::loaded;
    using Access::n;
    using Access::neighbourOf;
    using Access::numbers;
    using Access::permuted;
    using Access::store;
    using typename Access::Matrix;
    using typename Access::Place;
    using typename Access::V;
    static constexpr int element = numbers * W;

    template<class F>
    GAUGEGL_INLINE static void forVectors(const FixingCall<T>& call, std::int64_t first, std::int64_t last, const F& f)
    {
        for (std::int64_t block = first; block < last; ++block) {
            if (call.left && call.left[block] == 0) continue;
            Access::forVectorsOf(block, call.packs, f);
        }
    }

    GAUGEGL_INLINE static T* forwards(const FixingCall<T>& call, const Place& here, int mu)
    {
        return call.own + ((here.block * call.packs + here.pack) * 4 + mu) * element + here.lane;
    }
    /// U_mu(x-mu); its lanes are those of `here` after permuted().
    GAUGEGL_INLINE static T* backwards(const FixingCall<T>& call, const Place& here, const Neighbour& at, int mu)
    {
        const Place there = neighbourOf(here, at);
        return call.other + ((there.block * call.packs + there.pack) * 4 + mu) * element + there.lane;
    }

    GAUGEGL_INLINE static Matrix gathered(const FixingCall<T>& call, const Place& here)
    {
        Matrix k = {};
        for (int mu = call.from; mu < call.to; ++mu) {
            add(k, loaded(forwards(call, here, mu)));
            const Neighbour& at = call.neighbours[here.block * 8 + 2 * mu + 1];
            Matrix u = loaded(backwards(call, here, at, mu));
            permuted(u, at.lanes);
            addAdjoint(k, u);
        }
        return k;
    }

    GAUGEGL_INLINE static void apply(const FixingCall<T>& call, const Place& here, const Matrix& g)
    {
        for (int mu = call.from; mu < call.to; ++mu) {
            T* u = forwards(call, here, mu);
            store(u, product(g, loaded(u)));
            const Neighbour& at = call.neighbours[here.block * 8 + 2 * mu + 1];
            u = backwards(call, here, at, mu);
            Matrix theirs = g;
            permuted(theirs, at.lanes);
            store(u, productWithAdjoint(loaded(u), theirs));
        }
        if (!call.g) return;
        T* sum = call.g + (here.block * call.packs + here.pack) * element + here.lane;
        store(sum, product(g, loaded(sum)));
    }

    /// g = 1 in the lanes whose bits are not set.
    GAUGEGL_INLINE static void leaveOut(Matrix& g, unsigned open)
    {
        constexpr unsigned all = (1u << n) - 1;
        if ((open & all) == all) return;
        const Matrix one = unitElement<V, N>();
        for (int k = 0; k < numbers; ++k)
            for (int l = 0; l < n; ++l)
                if ((open >> l & 1) == 0) g.x[k][l] = one.x[k][l];
    }

    /// The product of the elements of the subgroups in their order; k is destroyed.
    GAUGEGL_INLINE static Matrix localSolution(Matrix& k, LocalStep step, T omega)
    {
        Matrix g = unitElement<V, N>();
        if constexpr (N == 2) {
            multiplyRows(g, subgroupStep(k, 0, 1, step, omega), 0, 1);
        } else {
            visit<0, 1>(k, g, step, omega);
            visit<0, 2>(k, g, step, omega);
            visit<1, 2>(k, g, step, omega);
        }
        return g;
    }
    template<int i, int j>
    GAUGEGL_INLINE static void visit(Matrix& k, Matrix& g, LocalStep step, T omega)
    {
        const Quaternion<V> a = subgroupStep(k, i, j, step, omega);
        multiplyRows(g, a, i, j);
        if constexpr (i == 0) multiplyRows(k, a, i, j);
    }
    GAUGEGL_INLINE static Quaternion<V> subgroupStep(const Matrix& k, int i, int j, LocalStep step, T omega)
    {
        Quaternion<V> a = quaternionPart(k, i, j);
        V norm2 = a.q[0] * a.q[0];
        for (int c = 1; c < 4; ++c)
            norm2 += a.q[c] * a.q[c];
        const V norm = squareRoot<T, n>(norm2), none = {};
        const auto good = norm > T(2 * smallestBlock);
        const V inverse = T(1) / (good ? norm : none + T(1));
        a.q[0] = good ? a.q[0] * inverse : none + T(1);
        for (int c = 1; c < 4; ++c)
            a.q[c] = good ? -a.q[c] * inverse : none;
        Power<T, n>::raise(a, step, omega);
        return a;
    }
};

template<class T, int W, int N>
constexpr typename FixingKernels<T>::Group fixingGroup = {FixingKernel<T, W, N>::fix, FixingKernel<T, W, N>::gather,
                                                          FixingKernel<T, W, N>::apply, FixingKernel<T, W, N>::measure,
                                                          FixingKernel<T, W, N>::reunitarise};

/// Lanes of a pack in layouts of 8 and of 16 lanes.
template<class T>
constexpr FixingKernels<T> fixing = {
    {{fixingGroup<T, fitting<T>(8, packBytes), 2>, fixingGroup<T, fitting<T>(16, packBytes), 2>},
     {fixingGroup<T, fitting<T>(8, packBytes), 3>, fixingGroup<T, fitting<T>(16, packBytes), 3>}}};

} // namespace
} // namespace gaugegl::host

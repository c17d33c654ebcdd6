// The implementation of the force of hopping terms (kernels.h); included by one source for each instruction set.
#pragma once

#include "link_kernels.h"
#include "simd_spinors.h"

namespace gaugegl::host {
namespace {

/// sum += c a b^dagger
template<class V, int N, class F>
GAUGEGL_INLINE void addOuter(Complex<V> (&sum)[N][N], F c, const Complex<V> (&a)[N], const Complex<V> (&b)[N])
{
    unrolled<N * N>([&](auto k) GAUGEGL_LAMBDA {
        constexpr int i = decltype(k)::value / N, j = decltype(k)::value % N;
        sum[i][j].re += c * (a[i].re * b[j].re + a[i].im * b[j].im);
        sum[i][j].im += c * (a[i].im * b[j].re - a[i].re * b[j].im);
    });
}

/// Of n places from this one a number of a site.
struct NumberOfSites {
    std::int64_t place;
    int number;
};

/// += factor v in double precision, where a site has so many numbers.
template<class T, int n, int numbers>
GAUGEGL_INLINE void accumulate(double* all, const NumberOfSites& at, double factor, const Vector<T, n>& v)
{
    constexpr int parts = sizeof(T) == sizeof(double) ? 1 : 2, width = n / parts, lanes = fitting<double>(8, packBytes);
    using Double = Vector<double, width>;
    unrolled<parts>([&](auto part) GAUGEGL_LAMBDA {
        constexpr int offset = decltype(part)::value * width;
        const std::int64_t place = at.place + offset;
        double* const to = all + (place / lanes * numbers + at.number) * lanes + place % lanes;
        const Double x =
            __builtin_convertvector(shuffled<0, offset>(v, std::make_integer_sequence<int, width>{}), Double);
        store(to, loaded<Double>(to) + factor * x);
    });
}

/// Of fields with S spins and N colours, in some slices, in packs of W lanes.
template<class T, int W, int S, int N>
class ForceKernel : private Spinors<T, W, S, N> {
public:
    static void run(const ForceCall<T>& call, std::int64_t first, std::int64_t last)
    {
        unrolled<4>([&](auto mu) GAUGEGL_LAMBDA {
            if (call.mu == decltype(mu)::value)
                (call.links.whole ? runAlong<decltype(mu)::value, true>
                                  : runAlong<decltype(mu)::value, false>)(call, first, last);
        });
    }

private:
    using Access = Spinors<T, W, S, N>;
    using Access::independent;
    using Access::n;
    using Access::number;
    using Access::site;
    using typename Access::Half;
    using typename Access::Number;
    using typename Access::Place;
    using typename Access::V;
    using Matrix = Number[N][N];

    template<int mu, bool whole>
    static void runAlong(const ForceCall<T>& call, std::int64_t first, std::int64_t last)
    {
        for (std::int64_t block = first; block < last; ++block)
            for (int pack = 0; pack < call.packs; ++pack)
                for (int lane = 0; lane < W; lane += n) {
                    Matrix sum = {};
                    for (int slice = 0; slice < call.slices; ++slice)
                        addTerms<mu, whole>(sum, call, {block, pack, lane, slice});
                    kick(call, (block * call.packs + pack) * W + lane, sum);
                }
    }

    /// The link, with its phase u, stands in u (1 - gamma) x(x+mu) y(x)^dagger and in - (1 + gamma) x(x) (u y(x+mu))^dagger; without
    /// spins in u x(x+mu) y(x)^dagger + x(x) (u y(x+mu))^dagger.  Half of a sum over four spins is one over two projected ones.
    template<int mu, bool whole>
    GAUGEGL_INLINE static void addTerms(Matrix& sum, const ForceCall<T>& call, const Place& here)
    {
        const std::int64_t at =
            ((here.block * call.packs + here.pack) * call.slices + here.slice) * std::int64_t(site) + here.lane;
        const typename Access::template Link<whole> u(call.links, call.packs, 2 * mu, here);
        for (const bool forwards : {true, false}) {
            const T f = forwards ? T(-1) : T(1), weight = mu == 3 ? call.weights[forwards ? 0 : 1] : T(1);
            Half next, own, moved = {};
            Access::template halfOfNeighbour<2 * mu>(next, forwards ? call.xNext : call.yNext, call.neighbours,
                                                     {call.packs, call.slices}, here, f);
            Access::template project<mu>(own, (forwards ? call.y : call.x) + at, f);
            unrolled<N>([&](auto row) GAUGEGL_LAMBDA {
                constexpr int a = decltype(row)::value;
                Number v[independent] = {};
                Access::template multiplyRow<a>(v, u, next);
                unrolled<independent>(
                    [&](auto spin) GAUGEGL_LAMBDA { moved[decltype(spin)::value][a] = v[decltype(spin)::value]; });
            });
            unrolled<independent>([&](auto spin) GAUGEGL_LAMBDA {
                constexpr int s = decltype(spin)::value;
                if (forwards)
                    addOuter(sum, weight, moved[s], own[s]);
                else
                    addOuter(sum, S == 4 ? -weight : weight, own[s], moved[s]);
            });
        }
    }

    /// The h of the antihermitian traceless part of m is added to the momenta.
    GAUGEGL_INLINE static void kick(const ForceCall<T>& call, std::int64_t place, const Matrix& m)
    {
        const auto add = [&call](std::int64_t at, int number, const V& v) GAUGEGL_LAMBDA {
            accumulate<T, n, algebraNumbers(N)>(call.momenta, {at, number}, call.factor, v);
        };
        const T half = T(0.5);
        if constexpr (N == 2) {
            add(place, 0, half * (m[0][1].im + m[1][0].im));
            add(place, 1, half * (m[0][1].re - m[1][0].re));
            add(place, 2, half * (m[0][0].im - m[1][1].im));
        } else {
            const V third = (m[0][0].im + m[1][1].im + m[2][2].im) / T(3);
            add(place, 0, m[0][0].im - third);
            add(place, 1, m[1][1].im - third);
            constexpr int rows[3] = {0, 0, 1}, columns[3] = {1, 2, 2};
            for (int k = 0; k < 3; ++k) {
                const Number &a = m[rows[k]][columns[k]], &b = m[columns[k]][rows[k]];
                add(place, 2 + 2 * k, half * (a.im + b.im));
                add(place, 3 + 2 * k, half * (b.re - a.re));
            }
        }
    }
};

/// What a clover term is in bilinear forms of spinors (shaders/kernels/clover_insertions.glsl), in packs of W lanes.
template<class T, int W, int N>
class InsertionKernel : private Spinors<T, W, 4, N> {
public:
    static void run(const InsertionCall<T>& call, std::int64_t first, std::int64_t last)
    {
        for (std::int64_t block = first; block < last; ++block)
            for (int pack = 0; pack < call.packs; ++pack)
                for (int lane = 0; lane < W; lane += n)
                    insert(call, block * call.packs + pack, lane);
    }

private:
    using Access = Spinors<T, W, 4, N>;
    using Access::n;
    using Access::number;
    using Access::site;
    using typename Access::Number;
    using typename Access::Site;
    using typename Access::V;
    using Matrix = Number[N][N];

    GAUGEGL_INLINE static void load(Site& psi, const T* from)
    {
        unrolled<4 * N>([&](auto k) GAUGEGL_LAMBDA {
            psi[decltype(k)::value / N][decltype(k)::value % N] = number(from, decltype(k)::value);
        });
    }
    static void insert(const InsertionCall<T>& call, std::int64_t pack, int lane)
    {
        Site x, y;
        load(x, call.x + pack * site + lane);
        load(y, call.y + pack * site + lane);
        // gamma_mu gamma_nu is i c sigma_k on the upper and on the lower spins.
        constexpr int sigma[6] = {3, 2, 1, 1, 2, 3}, upper[6] = {-1, -1, 1, -1, -1, 1},
                      lower[6] = {-1, -1, -1, -1, 1, -1};
        unrolled<6>([&](auto index) GAUGEGL_LAMBDA {
            constexpr int plane = decltype(index)::value;
            Matrix sum = {};
            addPauli<sigma[plane]>(sum, T(upper[plane]), x, y, Index<0>{});
            addPauli<sigma[plane]>(sum, T(lower[plane]), x, y, Index<2>{});
            add(call, plane, pack * W + lane, sum);
        });
    }
    /// sum += i c W_k, W_k = sum (sigma_k)_rs x_s y_r^dagger over two spins a, b.
    template<int k, int a>
    GAUGEGL_INLINE static void addPauli(Matrix& sum, T c, const Site& x, const Site& y, Index<a>)
    {
        constexpr int b = a + 1;
        Matrix w = {};
        if constexpr (k == 3) {
            addOuter(w, c, x[a], y[a]);
            addOuter(w, -c, x[b], y[b]);
        } else {
            addOuter(w, c, x[b], y[a]);
            addOuter(w, k == 1 ? c : -c, x[a], y[b]);
        }
        unrolled<N * N>([&](auto element) GAUGEGL_LAMBDA { // i W_1 and i W_3; of W_2 the factors i are in it
            constexpr int i = decltype(element)::value / N, j = decltype(element)::value % N;
            addTimes<k == 2 ? 0 : 1>(sum[i][j], T(1), w[i][j]);
        });
    }
    GAUGEGL_INLINE static void add(const InsertionCall<T>& call, int plane, std::int64_t place, const Matrix& t)
    {
        constexpr int numbers = elementNumbers(N);
        const auto put = [&](int which, const V& v) GAUGEGL_LAMBDA {
            accumulate<T, n, numbers>(call.planes[plane], {place, which}, call.weight, v);
        };
        const T half = T(0.5);
        if constexpr (N == 2) { // as the force
            put(1, half * (t[0][1].im + t[1][0].im));
            put(2, half * (t[0][1].re - t[1][0].re));
            put(3, half * (t[0][0].im - t[1][1].im));
        } else {
            unrolled<N * N>([&](auto element) GAUGEGL_LAMBDA {
                constexpr int i = decltype(element)::value / N, j = decltype(element)::value % N;
                put(2 * (N * i + j), half * (t[i][j].re - t[j][i].re));
                put(2 * (N * i + j) + 1, half * (t[i][j].im + t[j][i].im));
            });
        }
    }
};

} // namespace
} // namespace gaugegl::host

// The implementation of the force of hopping terms (kernels.h); included by one source for each instruction set.
#pragma once

#include "link_kernels.h"
#include "simd_spinors.h"

namespace gaugegl::host {
namespace {

/// Of fields with S spins and N colours, in some slices, in packs of W lanes.
template<class T, int W, int S, int N>
class ForceKernel : private Spinors<T, W, S, N> {
public:
    static void run(const ForceCall<T>& call, std::int64_t first, std::int64_t last)
    {
        unrolled<4>([&](auto mu) GAUGEGL_LAMBDA {
            if (call.mu == decltype(mu)::value) runAlong<decltype(mu)::value>(call, first, last);
        });
    }

private:
    using Access = Spinors<T, W, S, N>;
    using typename Access::Half;
    using typename Access::Number;
    using typename Access::Place;
    using typename Access::V;
    using Access::independent;
    using Access::link;
    using Access::n;
    using Access::number;
    using Access::site;
    using Matrix = Number[N][N];

    template<int mu>
    static void runAlong(const ForceCall<T>& call, std::int64_t first, std::int64_t last)
    {
        for (std::int64_t block = first; block < last; ++block)
            for (int pack = 0; pack < call.packs; ++pack)
                for (int lane = 0; lane < W; lane += n) {
                    Matrix sum = {};
                    for (int slice = 0; slice < call.slices; ++slice)
                        addTerms<mu>(sum, call, {block, pack, lane, slice});
                    kick(call, (block * call.packs + pack) * W + lane, sum);
                }
    }

    /// The link, with its phase u, stands in u (1 - gamma) x(x+mu) y(x)^dagger and in - (1 + gamma) x(x) (u y(x+mu))^dagger; without
    /// spins in u x(x+mu) y(x)^dagger + x(x) (u y(x+mu))^dagger.  Half of a sum over four spins is one over two projected ones.
    template<int mu>
    GAUGEGL_INLINE static void addTerms(Matrix& sum, const ForceCall<T>& call, const Place& here)
    {
        const std::int64_t at =
            ((here.block * call.packs + here.pack) * call.slices + here.slice) * std::int64_t(site) + here.lane;
        const T* const u = call.links + ((here.block * call.packs + here.pack) * 8 + 2 * mu) * link + here.lane;
        for (const bool forwards : {true, false}) {
            const T f = forwards ? T(-1) : T(1);
            Half next, own, moved = {};
            Access::template halfOfNeighbour<2 * mu>(next, forwards ? call.xNext : call.yNext, call.neighbours,
                                                     {call.packs, call.slices}, here, f);
            Access::template project<mu>(own, (forwards ? call.y : call.x) + at, f);
            unrolled<N>([&](auto row) GAUGEGL_LAMBDA {
                constexpr int a = decltype(row)::value;
                unrolled<N>([&](auto column) GAUGEGL_LAMBDA {
                    constexpr int b = decltype(column)::value;
                    const Number element = number(u, a * N + b);
                    unrolled<independent>([&](auto spin) GAUGEGL_LAMBDA {
                        addProduct(moved[decltype(spin)::value][a], element, next[decltype(spin)::value][b]);
                    });
                });
            });
            unrolled<independent>([&](auto spin) GAUGEGL_LAMBDA {
                constexpr int s = decltype(spin)::value;
                if (forwards)
                    addOuter(sum, T(1), moved[s], own[s]);
                else
                    addOuter(sum, T(S == 4 ? -1 : 1), own[s], moved[s]);
            });
        }
    }

    /// sum += c a b^dagger
    GAUGEGL_INLINE static void addOuter(Matrix& sum, T c, const Number (&a)[N], const Number (&b)[N])
    {
        unrolled<N * N>([&](auto k) GAUGEGL_LAMBDA {
            constexpr int i = decltype(k)::value / N, j = decltype(k)::value % N;
            sum[i][j].re += c * (a[i].re * b[j].re + a[i].im * b[j].im);
            sum[i][j].im += c * (a[i].im * b[j].re - a[i].re * b[j].im);
        });
    }

    /// The h of the antihermitian traceless part of m is added to the momenta.
    GAUGEGL_INLINE static void kick(const ForceCall<T>& call, std::int64_t place, const Matrix& m)
    {
        const T half = T(0.5);
        if constexpr (N == 2) {
            accumulate(call, place, 0, half * (m[0][1].im + m[1][0].im));
            accumulate(call, place, 1, half * (m[0][1].re - m[1][0].re));
            accumulate(call, place, 2, half * (m[0][0].im - m[1][1].im));
        } else {
            const V third = (m[0][0].im + m[1][1].im + m[2][2].im) / T(3);
            accumulate(call, place, 0, m[0][0].im - third);
            accumulate(call, place, 1, m[1][1].im - third);
            constexpr int rows[3] = {0, 0, 1}, columns[3] = {1, 2, 2};
            for (int k = 0; k < 3; ++k) {
                const Number &a = m[rows[k]][columns[k]], &b = m[columns[k]][rows[k]];
                accumulate(call, place, 2 + 2 * k, half * (a.im + b.im));
                accumulate(call, place, 3 + 2 * k, half * (b.re - a.re));
            }
        }
    }
    GAUGEGL_INLINE static void accumulate(const ForceCall<T>& call, std::int64_t place, int which, const V& v)
    {
        constexpr int parts = int(sizeof(double) / sizeof(T)), width = n / parts;
        constexpr int lanes = fitting<double>(8, packBytes), numbers = algebraNumbers(N);
        using Double = Vector<double, width>;
        unrolled<parts>([&](auto part) GAUGEGL_LAMBDA {
            constexpr int offset = decltype(part)::value * width;
            const std::int64_t at = place + offset;
            double* const to = call.momenta + (at / lanes * numbers + which) * lanes + at % lanes;
            const Double x = __builtin_convertvector(
                shuffled<0, offset>(v, std::make_integer_sequence<int, width>{}), Double);
            store(to, loaded<Double>(to) + call.factor * x);
        });
    }
};

} // namespace
} // namespace gaugegl::host

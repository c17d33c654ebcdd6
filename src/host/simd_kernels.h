// The implementation of the kernels with the vector extensions of GCC and clang; included by one source for each
// instruction set, and private to it.
#include "simd_force.h"
#include "simd_peak.h"
#include "simd_spinors.h"

namespace gaugegl::host {
namespace {

// The hopping term.

/// The hopping term of fields with S spins and N colours, in some slices, in packs of W lanes.
template<class T, int W, int S, int N>
class HopKernel : private Spinors<T, W, S, N> {
public:
    static void run(const HopCall<T>& call, std::int64_t first, std::int64_t last)
    {
        call.links.whole ? runWith<true>(call, first, last) : runWith<false>(call, first, last);
    }

private:
    template<bool whole>
    static void runWith(const HopCall<T>& call, std::int64_t first, std::int64_t last)
    {
        const int all = call.vectors * call.slices;
        for (std::int64_t block = first; block < last; ++block)
            for (int pack = 0; pack < call.packs; ++pack)
                for (int lane = 0; lane < W; lane += n) {
                    const std::int64_t place = (block * call.packs + pack) * W + lane;
                    for (int k = 0; k < call.used; ++k) { // of which each takes the same links
                        const int vector = call.inUse[k], end = (vector + 1) * call.slices;
                        Sum<T, n> ofOut, ofPsi;
                        for (int slice = vector * call.slices; slice < end; ++slice) {
                            const Place here = {block, pack, lane, slice};
                            const std::int64_t at =
                                ((block * call.packs + pack) * all + slice) * std::int64_t(site) + lane;
                            Next next = {.out = call.out + at, .block = block, .pack = pack};
                            if (slice + 1 < end)
                                next.slice = slice + 1;
                            else if (k + 1 < call.used)
                                next.slice = call.inUse[k + 1] * call.slices;
                            else
                                goOn(next, call, last);
                            Site sum = {};
                            unrolled<8>([&](auto step) GAUGEGL_LAMBDA {
                                addStep<decltype(step)::value, whole>(sum, call, here, next);
                            });
                            finish(sum, call, {at, place, vector}, ofOut);
                            if (call.psiNorms) addNorm(ofPsi, call.psi + at);
                        }
                        const std::int64_t norms =
                            ((block * call.packs + pack) * call.vectors + vector) * std::int64_t(W) + lane;
                        if (call.outNorms) ofOut.store(call.outNorms + norms);
                        if (call.psiNorms) ofPsi.store(call.psiNorms + norms);
                    }
                }
    }

    using Access = Spinors<T, W, S, N>;
    using Access::independent;
    using Access::n;
    using Access::number;
    using Access::site;
    using typename Access::Half;
    using typename Access::Number;
    using typename Access::Place;
    using typename Access::Site;
    using typename Access::V;
    /// What is written at the end, and what is computed next.
    struct Next {
        const T* out;
        std::int64_t block;
        int pack, slice = 0;
        bool sameLinks = true;
    };
    /// Where n lanes are in a field and among the sites, and of which vector.
    struct Offsets {
        std::int64_t at, place;
        int vector;
    };

    /// The first vector of the next pack of the blocks to before `last`, or of this one where it is the last.
    GAUGEGL_INLINE static void goOn(Next& next, const HopCall<T>& call, std::int64_t last)
    {
        next.sameLinks = false;
        next.slice = call.inUse[0] * call.slices;
        if (next.pack + 1 < call.packs)
            ++next.pack;
        else if (next.block + 1 < last)
            ++next.block, next.pack = 0;
    }

    template<int step, bool whole>
    GAUGEGL_INLINE static void addStep(Site& sum, const HopCall<T>& call, const Place& here, const Next& next)
    {
        constexpr int mu = step / 2, forwards = step % 2 == 0 ? 1 : -1;
        Half h;
        const typename Access::Extent extent = {call.packs, call.vectors * call.slices};
        const T weight = mu == 3 ? call.weights[step % 2] : T(1);
        Access::template halfOfNeighbour<step>(h, call.psi, call.neighbours, extent, here, -forwards * call.sign);
        using Link = typename Access::template Link<whole>;
        const Link u(call.links, call.packs, step, here);
        const T* const link = next.sameLinks ? nullptr : u.at + 8 * Link::numbers * W;
        const T* const neighbour =
            Access::placeOfNeighbour(call.psi, call.neighbours[next.block * 8 + step], extent, next.pack, next.slice);
        unrolled<N>([&](auto row) GAUGEGL_LAMBDA {
            constexpr int a = decltype(row)::value;
            if (here.lane == 0) {
                if (mu > 1 || next.sameLinks) prefetch<0>(neighbour + a * 2 * S * W, 2 * S);
                if (link) prefetch<0>(link + a * 2 * Link::rows * W, 2 * Link::rows);
                if (S == 4 && step < 4) prefetch<1>(next.out + (step * N + a) * 2 * W, 2);
            }
            Number v[independent] = {};
            Access::template multiplyRow<a>(v, u, h);
            unrolled<independent>([&](auto spin) GAUGEGL_LAMBDA {
                constexpr int s = decltype(spin)::value;
                addTimes<0>(sum[s][a], weight, v[s]);
                if constexpr (S == 4)
                    addTimes<(4 - power[mu][s]) % 4>(sum[2 + (partner[mu] ^ s)][a], -forwards * weight, v[s]);
            });
        });
    }

    /// Prefetches a part of what the step reads next, or of a spinor that is written (1).  Links are read only once, and neighbours in z and
    /// t come from where the processor's own prefetchers do not look for them.
    template<int write>
    GAUGEGL_INLINE static void prefetch(const T* from, int lines)
    {
        for (int k = 0; k < lines; ++k)
            __builtin_prefetch(from + k * W, write);
    }

    GAUGEGL_INLINE static void finish(Site& sum, const HopCall<T>& call, const Offsets& offsets, Sum<T, n>& norm)
    {
        const std::int64_t at = offsets.at, place = offsets.place;
        const HopFactors<T>& factors = call.factors[offsets.vector];
        bool chi = call.chi != nullptr, scaled = false; // what is left to do
        if constexpr (S == 4)
            if (call.blocks != BlocksOfCall::None) {
                multiplyByBlocks(sum, call, factors, at, place);
                scaled = true;
                chi = chi && call.blocks == BlocksOfCall::OfHop;
            }
        unrolled<S * N>([&](auto k) GAUGEGL_LAMBDA {
            constexpr int c = decltype(k)::value, part = c / N < 2 ? 0 : 1;
            Number v = {};
            if (scaled)
                v = sum[c / N][c % N];
            else
                addScaled(v, factors.hop[part], sum[c / N][c % N]);
            if (chi) addScaled(v, factors.diagonal[part], number(call.chi + at, c));
            if (call.add) addTimes<0>(v, T(1), number(call.out + at, c));
            if (call.outNorms) {
                norm.add(v.re, v.re);
                norm.add(v.im, v.im);
            }
            store(call.out + at + 2 * c * W, v.re);
            store(call.out + at + (2 * c + 1) * W, v.im);
        });
    }

    static constexpr int rows = 2 * N; ///< of a block of a clover term
    using Rows = Number[rows];

    /// Instead of the sum of the steps what blocks make of it, and of chi unless they are those of OfHop.
    static void multiplyByBlocks(Site& sum, const HopCall<T>& call, const HopFactors<T>& factors, std::int64_t at,
                                 std::int64_t place)
    {
        constexpr int reals = rows * rows;
        const std::int64_t first = place / W * 2 * reals * W + place % W;
        for (int part = 0; part < 2; ++part) {
            const T *block = call.clover + first + part * reals * W,
                    *inverse = call.inverses + first + part * reals * W;
            Rows v = {}, chi = {};
            unrolled<rows>([&](auto k) GAUGEGL_LAMBDA {
                constexpr int c = decltype(k)::value;
                addScaled(v[c], factors.hop[part], sum[2 * part + c / N][c % N]);
            });
            if (call.chi && call.blocks != BlocksOfCall::OfHop)
                unrolled<rows>([&](auto k) GAUGEGL_LAMBDA {
                    constexpr int c = decltype(k)::value;
                    chi[c] = number(call.chi + at, part * rows + c);
                });
            if (call.blocks == BlocksOfCall::OfChi) {
                Rows product = {};
                addBlock(product, block, chi);
                unrolled<rows>([&](auto k) GAUGEGL_LAMBDA {
                    constexpr int c = decltype(k)::value;
                    addTimes<0>(v[c], factors.diagonal[part][0], product[c]);
                    addTimes<1>(v[c], factors.diagonal[part][1], chi[c]);
                });
            } else {
                if (call.blocks == BlocksOfCall::OfSum && call.chi)
                    unrolled<rows>([&](auto k) GAUGEGL_LAMBDA {
                        constexpr int c = decltype(k)::value;
                        addTimes<0>(v[c], factors.diagonal[part][0], chi[c]);
                    });
                if (call.turn != 0) { // B - i t gamma_5
                    Rows turned = {};
                    addBlock(turned, block, v);
                    unrolled<rows>([&](auto k) GAUGEGL_LAMBDA {
                        constexpr int c = decltype(k)::value;
                        addTimes<1>(turned[c], part == 0 ? -call.turn : call.turn, v[c]);
                        v[c] = turned[c];
                    });
                }
                Rows product = {};
                addBlock(product, inverse, v);
                unrolled<rows>([&](auto k) GAUGEGL_LAMBDA { v[decltype(k)::value] = product[decltype(k)::value]; });
            }
            unrolled<rows>([&](auto k) GAUGEGL_LAMBDA {
                constexpr int c = decltype(k)::value;
                sum[2 * part + c / N][c % N] = v[c];
            });
        }
    }

    /// y += block x (host/clover.h).
    static void addBlock(Rows& y, const T* block, const Rows& x)
    {
        unrolled<rows>([&](auto row) GAUGEGL_LAMBDA {
            constexpr int i = decltype(row)::value;
            addTimes<0>(y[i], loaded<V>(block + i * W), x[i]);
            unrolled<i>([&](auto column) GAUGEGL_LAMBDA {
                constexpr int j = decltype(column)::value, at = rows + i * (i - 1) + 2 * j;
                const Number element = {loaded<V>(block + at * W), loaded<V>(block + (at + 1) * W)};
                addProduct(y[i], element, x[j]);
                addProduct(y[j], Number{element.re, -element.im}, x[i]);
            });
        });
    }

    /// y += a x, where the imaginary part of a is mostly 0.
    GAUGEGL_INLINE static void addScaled(Number& y, const T (&a)[2], const Number& x)
    {
        addTimes<0>(y, a[0], x);
        if (a[1] != 0) addTimes<1>(y, a[1], x);
    }

    GAUGEGL_INLINE static void addNorm(Sum<T, n>& norm, const T* psi)
    {
        for (int k = 0; k < 2 * S * N; ++k) {
            const V v = loaded<V>(psi + k * W);
            norm.add(v, v);
        }
    }
};

// Linear algebra.

template<class T>
struct LinearAlgebra {
    static constexpr int n = nativeBytes / int(sizeof(T));
    using V = Vector<T, n>;

    static void axpy(T a, const T* x, T* y, std::int64_t size)
    {
        for (std::int64_t k = 0; k < size; k += n)
            store(y + k, loaded<V>(y + k) + a * loaded<V>(x + k));
    }
    static void xpay(const T* x, T a, T* y, std::int64_t size)
    {
        for (std::int64_t k = 0; k < size; k += n)
            store(y + k, loaded<V>(x + k) + a * loaded<V>(y + k));
    }
    static void update(T* y, T* p, const T* r, const T (&factors)[2], std::int64_t size)
    {
        for (std::int64_t k = 0; k < size; k += n) {
            const V v = loaded<V>(p + k);
            store(y + k, loaded<V>(y + k) + factors[0] * v);
            store(p + k, loaded<V>(r + k) + factors[1] * v);
        }
    }
};

/// Operations that distinguish sites, or real and imaginary parts, which alternate in groups of W lanes.
template<class T, int W>
struct AlgebraOfSites {
    static constexpr int n = fitting<T>(W, nativeBytes);
    using V = Vector<T, n>;

    static void axpy(T re, T im, const T* x, T* y, std::int64_t size)
    {
        for (std::int64_t k = 0; k < size; k += 2 * W)
            for (std::int64_t l = k; l < k + W; l += n) {
                const V a = loaded<V>(x + l), b = loaded<V>(x + l + W);
                store(y + l, loaded<V>(y + l) + re * a - im * b);
                store(y + l + W, loaded<V>(y + l + W) + re * b + im * a);
            }
    }
    static void axpyNorm2(T a, const T* x, T* y, const SitesOfField& sites, double* sums)
    {
        forVectors(sites, [&](std::int64_t at, std::int64_t place) GAUGEGL_LAMBDA {
            Sum<T, n> sum;
            for (std::int64_t k = at; k < at + sites.numbers * W; k += W) {
                const V v = loaded<V>(y + k) + a * loaded<V>(x + k);
                sum.add(v, v);
                store(y + k, v);
            }
            sum.store(sums + place);
        });
    }
    static void norm2(const T* x, const SitesOfField& sites, double* sums)
    {
        forVectors(sites, [&](std::int64_t at, std::int64_t place) GAUGEGL_LAMBDA {
            Sum<T, n> sum;
            for (std::int64_t k = at; k < at + sites.numbers * W; k += W) {
                const V v = loaded<V>(x + k);
                sum.add(v, v);
            }
            sum.store(sums + place);
        });
    }
    /// One number of a slice at a time: x and out have as many of each chirality.
    static void mixSlices(const MixCall<T>& call, std::int64_t first, std::int64_t last)
    {
        const std::int64_t half = std::int64_t(call.numbers) / 2 * W, slice = 2 * half;
        for (std::int64_t pack = first; pack < last; ++pack) {
            const std::int64_t site = pack * call.slices * slice;
            for (int lane = 0; lane < W; lane += n) {
                Sum<T, n> norm;
                for (int s = 0; s < call.slices; ++s)
                    for (int part = 0; part < 2; ++part) {
                        const T* const row = call.matrix + (part * call.slices + s) * call.slices;
                        for (std::int64_t k = site + part * half + lane; k < site + (part + 1) * half; k += W) {
                            V sum = call.chi ? call.diagonal * loaded<V>(call.chi + k + s * slice) : V{};
                            for (int r = 0; r < call.slices; ++r)
                                sum += row[r] * loaded<V>(call.x + k + r * slice);
                            store(call.out + k + s * slice, sum);
                            if (call.norms) norm.add(sum, sum);
                        }
                    }
                if (call.norms) norm.store(call.norms + pack * W + lane);
            }
        }
    }
    static void dot(const T* x, const T* y, const SitesOfField& sites, double* re, double* im)
    {
        forVectors(sites, [&](std::int64_t at, std::int64_t place) GAUGEGL_LAMBDA {
            Sum<T, n> real, plus, minus;
            for (std::int64_t k = at; k < at + sites.numbers * W; k += 2 * W) {
                const V a = loaded<V>(x + k), b = loaded<V>(x + k + W), c = loaded<V>(y + k), d = loaded<V>(y + k + W);
                real.add(a, c);
                real.add(b, d);
                plus.add(a, d);
                minus.add(b, c);
            }
            real.store(re + place);
            plus.storeDifference(im + place, minus);
        });
    }

private:
    /// f(offset of the first number, place) for n sites at a time.
    template<class F>
    GAUGEGL_INLINE static void forVectors(const SitesOfField& sites, const F& f)
    {
        for (std::int64_t pack = 0; pack < sites.packs; ++pack)
            for (int lane = 0; lane < W; lane += n)
                f(pack * sites.numbers * W + lane, pack * W + lane);
    }
};

/// Lanes of a pack in layouts of 8 and of 16 lanes.
template<class T>
constexpr int few = fitting<T>(8, packBytes);
template<class T>
constexpr int many = fitting<T>(16, packBytes);

template<class T>
constexpr Kernels<T> kernels = {
    {{{HopKernel<T, few<T>, 4, 2>::run, HopKernel<T, many<T>, 4, 2>::run},
      {HopKernel<T, few<T>, 4, 3>::run, HopKernel<T, many<T>, 4, 3>::run}},
     {{HopKernel<T, few<T>, 1, 2>::run, HopKernel<T, many<T>, 1, 2>::run},
      {HopKernel<T, few<T>, 1, 3>::run, HopKernel<T, many<T>, 1, 3>::run}}},
    {{{ForceKernel<T, few<T>, 4, 2>::run, ForceKernel<T, many<T>, 4, 2>::run},
      {ForceKernel<T, few<T>, 4, 3>::run, ForceKernel<T, many<T>, 4, 3>::run}},
     {{ForceKernel<T, few<T>, 1, 2>::run, ForceKernel<T, many<T>, 1, 2>::run},
      {ForceKernel<T, few<T>, 1, 3>::run, ForceKernel<T, many<T>, 1, 3>::run}}},
    {{InsertionKernel<T, few<T>, 2>::run, InsertionKernel<T, many<T>, 2>::run},
     {InsertionKernel<T, few<T>, 3>::run, InsertionKernel<T, many<T>, 3>::run}},
    LinearAlgebra<T>::axpy,
    LinearAlgebra<T>::xpay,
    LinearAlgebra<T>::update,
    {AlgebraOfSites<T, few<T>>::axpyNorm2, AlgebraOfSites<T, many<T>>::axpyNorm2},
    {AlgebraOfSites<T, few<T>>::norm2, AlgebraOfSites<T, many<T>>::norm2},
    {AlgebraOfSites<T, few<T>>::axpy, AlgebraOfSites<T, many<T>>::axpy},
    {AlgebraOfSites<T, few<T>>::dot, AlgebraOfSites<T, many<T>>::dot},
    {AlgebraOfSites<T, few<T>>::mixSlices, AlgebraOfSites<T, many<T>>::mixSlices},
    Peak<T>::multiplyAdds,
    Peak<T>::chains* Peak<T>::n,
    Peak<T>::sum,
};

} // namespace
} // namespace gaugegl::host

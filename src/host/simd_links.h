// The implementation of the kernels on links (link_kernels.h); included by one source for each instruction set.
#include "simd_algebra.h"
#include "simd_paths.h"

#include <cmath>

namespace gaugegl::host {
namespace {

/// Of packs of W lanes of doubles.
template<int W, int N>
class LinkKernel : private Elements<double, W, N> {
public:
    static void multiply(const ProductCall& call, std::int64_t first, std::int64_t last)
    {
        forVectors(call.packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            Matrix m = value(call.product, call.packs, here);
            const std::int64_t at = offset(here, call.packs, numbers);
            const double c = call.product.scale;
            const bool add = call.before != nullptr;
            unrolled<numbers>([&](auto k) GAUGEGL_LAMBDA {
                V& x = m.x[decltype(k)::value];
                const std::int64_t number = at + decltype(k)::value * W;
                x = add ? host::loaded<V>(call.before + number) + c * x : c * x;
                host::store(call.out + number, x);
            });
        });
    }

    static void kick(const ProductCall& call, std::int64_t first, std::int64_t last)
    {
        forVectors(call.packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            const Algebra<V, N> f = algebraPart(value(call.product, call.packs, here));
            const std::int64_t at = offset(here, call.packs, algebra);
            for (int k = 0; k < algebra; ++k) {
                const V x = call.product.scale * f.h[k];
                host::store(call.out + at + k * W, call.before ? host::loaded<V>(call.before + at + k * W) + x : x);
            }
        });
    }

    static void realTrace(const SumCall& call, std::int64_t first, std::int64_t last)
    {
        sumUp(call, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            const Matrix m = value(call.product, call.packs, here);
            V trace = m.x[0];
            if constexpr (N == 2)
                trace *= 2.0;
            else
                trace += m.re(1, 1) + m.re(2, 2);
            return trace * call.product.scale;
        });
    }

    static void traceSquare(const SumCall& call, std::int64_t first, std::int64_t last)
    {
        sumUp(call, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            return host::traceSquare(element(call.algebra, call.packs, here));
        });
    }

    static void move(const MoveCall& call, std::int64_t first, std::int64_t last)
    {
        forVectors(call.packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            const Algebra<V, N> h = scaled(element(call.algebra, call.packs, here), V{} + call.scale);
            Matrix u = product(exponential(h), own(call.links, call.packs, here));
            projectOnGroup<double, n>(u);
            store(call.out + offset(here, call.packs, numbers), u);
        });
    }

    static void stoutGradient(const StoutGradientCall& call, std::int64_t first, std::int64_t last)
    {
        forVectors(call.packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            Algebra<V, N> a = element(call.exponent, call.packs, here);
            const Algebra<V, N> f = element(call.gradient, call.packs, here);
            store(call.gradient + offset(here, call.packs, algebra), turned(exponential(a), f));
            V size = host::traceSquare(a), halvings = {}, scale = V{} + 1.0;
            for (int k = 0; k < 60; ++k) {
                const auto large = size > 1.0;
                if (!any(large)) break;
                size = large ? 0.25 * size : size;
                scale = large ? 0.5 * scale : scale;
                halvings = large ? halvings + 1.0 : halvings;
            }
            a = scaled(a, scale);
            Algebra<V, N> l = f; // F - (ad_A/2) (F - (ad_A/3) (F - ..))
            for (int k = gradientTerms; k > 0; --k)
                l = sum(f, commutator(a, l), -1.0 / (k + 1));
            Matrix u = exponential(a);
            for (int k = 0; k < 60; ++k) {
                const auto open = halvings > double(k);
                if (!any(open)) break;
                const Algebra<V, N> doubled = scaled(sum(l, turned(u, l), 1), V{} + 0.5);
                const Matrix square = product(u, u);
                for (int c = 0; c < algebra; ++c)
                    l.h[c] = open ? doubled.h[c] : l.h[c];
                for (int c = 0; c < numbers; ++c)
                    u.x[c] = open ? square.x[c] : u.x[c];
            }
            store(call.inserted + offset(here, call.packs, numbers), antihermitian(l));
        });
    }

    static void pathTraces(const PathTraceCall& call, std::int64_t first, std::int64_t last)
    {
        forVectors(call.u.packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            V sum = {}, imaginary = {}, squares = {};
            for (int k = 0; k < call.count; ++k) {
                const LinkPath& path = call.paths[k];
                const Matrix m = Walk<double, W, N>(call.u, here, call.parity).along(path.steps, path.count);
                V re = call.scale * realPart(m, 0, 0), im = call.scale * imaginaryPart(m, 0, 0);
                for (int i = 1; i < N; ++i) {
                    re += call.scale * realPart(m, i, i);
                    im += call.scale * imaginaryPart(m, i, i);
                }
                sum += call.offset + re;
                imaginary += im;
                squares += re * re + im * im;
            }
            const std::int64_t at = offset(here, call.u.packs, 1);
            addTo(call.re, at, sum);
            addTo(call.im, at, imaginary);
            addTo(call.square, at, squares);
        });
    }

    static void fieldStrength(const FieldStrengthCall& call, std::int64_t first, std::int64_t last)
    {
        forVectors(call.u.packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            Algebra<V, N> f[6];
            V squares = {};
            for (int plane = 0; plane < 6; ++plane) {
                const PathSum& paths = call.planes[plane];
                Matrix sum = {};
                for (int k = 0; k < paths.count; ++k) {
                    const LinkPath& path = paths.paths[k];
                    const Matrix m = Walk<double, W, N>(call.u, here, call.parity).along(path.steps, path.count);
                    const double weight = paths.weights[k];
                    unrolled<numbers>(
                        [&](auto i) GAUGEGL_LAMBDA { sum.x[decltype(i)::value] += weight * m.x[decltype(i)::value]; });
                }
                f[plane] = algebraPart(sum);
                squares += host::traceSquare(f[plane]);
            }
            const std::int64_t at = offset(here, call.u.packs, 1);
            host::store(call.squares + at, squares);
            host::store(call.dual + at, traceProduct(f[0], f[5]) - traceProduct(f[1], f[4]) + traceProduct(f[2], f[3]));
        });
    }

    static void projectPolar(double* matrices, int packs, std::int64_t first, std::int64_t last)
    {
        forVectors(packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            Matrix m = own(matrices, packs, here);
            polar(m);
            store(matrices + offset(here, packs, numbers), m);
        });
    }

    template<class T>
    static void hopMatrices(const HopMatricesCall<T>& call, std::int64_t first, std::int64_t last)
    {
        constexpr int wide =
            W * int(sizeof(double)) / int(sizeof(T)); // lanes of a pack of T in blocks of so many or more
        const int lanes = call.packs * W < wide ? call.packs * W : wide;
        forVectors(call.packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            const std::int64_t pack = here.block * call.packs + here.pack, place = pack * W + here.lane;
            const int rows = call.whole ? N : N - 1, link = 2 * N * rows * lanes;
            T* const to = call.out + place / lanes * 8 * link + place % lanes;
            V deviation = {};
            for (int step = 0; step < 8; ++step) {
                const int mu = step / 2;
                const Factor factor = {step % 2 == 0 ? call.own[mu] : call.other[mu],
                                       step % 2 == 0 ? nullptr : call.neighbours + step, step % 2 == 1};
                const Matrix u = taken(factor, call.packs, here);
                const double* const phase = call.factors + (pack * 8 + step) * 2 * W + here.lane;
                const V re = host::loaded<V>(phase), im = host::loaded<V>(phase + W);
                for (int i = 0; i < rows; ++i)
                    for (int j = 0; j < N; ++j) {
                        const V a = realPart(u, i, j), b = imaginaryPart(u, i, j);
                        T* const number = to + step * link + (i * N + j) * 2 * lanes;
                        storeAs<T>(number, re * a - im * b);
                        storeAs<T>(number + lanes, re * b + im * a);
                    }
                if constexpr (N == 3)
                    if (!call.whole) addDeviation(deviation, u);
            }
            for (int l = 0; l < n; ++l)
                *call.deviation = deviation[l] > *call.deviation ? deviation[l] : *call.deviation;
        });
    }

private:
    using Access = Elements<double, W, N>;
    using Access::loaded;
    using Access::n;
    using Access::numbers;
    using Access::permuted;
    using Access::store;
    using typename Access::Matrix;
    using typename Access::Place;
    using typename Access::V;
    static constexpr int algebra = algebraNumbers(N);

    template<class F>
    GAUGEGL_INLINE static void forVectors(int packs, std::int64_t first, std::int64_t last, const F& f)
    {
        for (std::int64_t block = first; block < last; ++block)
            Access::forVectorsOf(block, packs, f);
    }
    template<class F>
    GAUGEGL_INLINE static void sumUp(const SumCall& call, std::int64_t first, std::int64_t last, const F& f)
    {
        forVectors(call.packs, first, last, [&](const Place& here) GAUGEGL_LAMBDA {
            double* const to = call.sums + offset(here, call.packs, 1);
            host::store(to, host::loaded<V>(to) + (f(here) + call.offset));
        });
    }

    GAUGEGL_INLINE static std::int64_t offset(const Place& here, int packs, int ofSite)
    {
        return (here.block * packs + here.pack) * ofSite * W + here.lane;
    }
    GAUGEGL_INLINE static Matrix own(const double* matrices, int packs, const Place& here)
    {
        return loaded(matrices + offset(here, packs, numbers));
    }
    /// That of the site itself, or of a neighbour.
    GAUGEGL_INLINE static Matrix taken(const Factor& factor, int packs, const Place& here)
    {
        Matrix m;
        if (factor.step == nullptr) {
            m = own(factor.numbers, packs, here);
        } else {
            const Neighbour& at = factor.step[here.block * 8];
            m = own(factor.numbers, packs, Access::neighbourOf(here, at));
            permuted(m, at.lanes);
        }
        return factor.adjoint ? adjointOf(m) : m;
    }
    GAUGEGL_INLINE static Matrix value(const Product& p, int packs, const Place& here)
    {
        const Matrix a = taken(p.a, packs, here);
        return p.b.numbers ? product(a, taken(p.b, packs, here)) : a;
    }
    GAUGEGL_INLINE static Algebra<V, N> element(const double* numbers, int packs, const Place& here)
    {
        Algebra<V, N> a;
        for (int k = 0; k < algebra; ++k)
            a.h[k] = host::loaded<V>(numbers + offset(here, packs, algebra) + k * W);
        return a;
    }
    GAUGEGL_INLINE static void store(double* to, const Algebra<V, N>& a)
    {
        for (int k = 0; k < algebra; ++k)
            host::store(to + k * W, a.h[k]);
    }
    template<class T>
    GAUGEGL_INLINE static void storeAs(T* to, const V& v)
    {
        host::store(to, __builtin_convertvector(v, Vector<T, n>));
    }
    /// The largest part of the last row minus the conjugate of the cross product of the others.
    GAUGEGL_INLINE static void addDeviation(V& largest, const Matrix& u)
    {
        unrolled<3>([&](auto column) GAUGEGL_LAMBDA {
            constexpr int j = decltype(column)::value, k = (j + 1) % 3, l = (j + 2) % 3;
            const V re = u.re(0, k) * u.re(1, l) - u.im(0, k) * u.im(1, l) - u.re(0, l) * u.re(1, k) +
                         u.im(0, l) * u.im(1, k),
                    im = u.re(0, k) * u.im(1, l) + u.im(0, k) * u.re(1, l) - u.re(0, l) * u.im(1, k) -
                         u.im(0, l) * u.re(1, k);
            const V a = u.re(2, j) - re, b = u.im(2, j) + im, x = a < 0.0 ? -a : a, y = b < 0.0 ? -b : b;
            largest = x > largest ? x : largest;
            largest = y > largest ? y : largest;
        });
    }
    GAUGEGL_INLINE static void addTo(double* list, std::int64_t at, const V& x)
    {
        if (list) host::store(list + at, host::loaded<V>(list + at) + x);
    }
    /// Cofactors: those of an invertible m are det(m) m^-T.
    GAUGEGL_INLINE static Matrix cofactors(const Matrix& m)
    {
        Matrix c;
        forElements<3>([&](int i, int j) GAUGEGL_LAMBDA {
            const int k = (i + 1) % 3, l = (i + 2) % 3, p = (j + 1) % 3, q = (j + 2) % 3;
            c.re(i, j) =
                m.re(k, p) * m.re(l, q) - m.im(k, p) * m.im(l, q) - m.re(k, q) * m.re(l, p) + m.im(k, q) * m.im(l, p);
            c.im(i, j) =
                m.re(k, p) * m.im(l, q) + m.im(k, p) * m.re(l, q) - m.re(k, q) * m.im(l, p) - m.im(k, q) * m.re(l, p);
        });
        return c;
    }
    /// The determinant, expanded along the first row.
    GAUGEGL_INLINE static void determinant(V& re, V& im, const Matrix& m, const Matrix& cofactor)
    {
        re = im = V{};
        for (int j = 0; j < 3; ++j) {
            re += m.re(0, j) * cofactor.re(0, j) - m.im(0, j) * cofactor.im(0, j);
            im += m.re(0, j) * cofactor.im(0, j) + m.im(0, j) * cofactor.re(0, j);
        }
    }
    /// Newton's iteration m -> (m + m^-dagger)/2 for the unitary part (N. Higham, SIAM J. Sci. Stat. Comput. 7 (1986) 1160), which is then
    /// divided by the cube root of its determinant.
    GAUGEGL_INLINE static void polar(Matrix& m)
    {
        if constexpr (N == 3) {
            constexpr int most = 60; // a singular value of 1e-16 is 1 after that
            V re, im;
            for (int k = 0; k < most; ++k) {
                const Matrix c = cofactors(m);
                determinant(re, im, m, c);
                const V norm = re * re + im * im, half = 0.5 / norm;
                V moved = {};
                forElements<3>([&](int i, int j) GAUGEGL_LAMBDA { // conj(c) / conj(det) = conj(c) det / |det|^2
                    const V a = 0.5 * m.re(i, j) + half * (c.re(i, j) * re + c.im(i, j) * im),
                            b = 0.5 * m.im(i, j) + half * (c.re(i, j) * im - c.im(i, j) * re);
                    moved += (a - m.re(i, j)) * (a - m.re(i, j)) + (b - m.im(i, j)) * (b - m.im(i, j));
                    m.re(i, j) = a;
                    m.im(i, j) = b;
                });
                if (!any(moved > 1e-18)) break; // the next step is the square of this one
            }
            determinant(re, im, m, cofactors(m));
            V c, s;
            for (int l = 0; l < n; ++l) {
                const double angle = std::atan2(im[l], re[l]) / 3;
                c[l] = std::cos(angle);
                s[l] = std::sin(angle);
            }
            forElements<3>([&](int i, int j) GAUGEGL_LAMBDA {
                const V a = m.re(i, j) * c + m.im(i, j) * s, b = m.im(i, j) * c - m.re(i, j) * s;
                m.re(i, j) = a;
                m.im(i, j) = b;
            });
        }
        projectOnGroup<double, n>(m);
    }
    // Elements of a quaternion q0 + i q.sigma, or of a matrix.
    GAUGEGL_INLINE static V realPart(const Matrix& m, int i, int j)
    {
        if constexpr (N == 2)
            return i == j ? m.x[0] : i < j ? m.x[2] : -m.x[2];
        else
            return m.re(i, j);
    }
    GAUGEGL_INLINE static V imaginaryPart(const Matrix& m, int i, int j)
    {
        if constexpr (N == 2)
            return i != j ? m.x[1] : i == 0 ? m.x[3] : -m.x[3];
        else
            return m.im(i, j);
    }
};

template<int W, int N>
constexpr LinkKernels::Group linkGroup = {LinkKernel<W, N>::multiply,
                                          LinkKernel<W, N>::kick,
                                          LinkKernel<W, N>::realTrace,
                                          LinkKernel<W, N>::traceSquare,
                                          LinkKernel<W, N>::move,
                                          LinkKernel<W, N>::stoutGradient,
                                          LinkKernel<W, N>::pathTraces,
                                          LinkKernel<W, N>::fieldStrength,
                                          LinkKernel<W, N>::projectPolar,
                                          LinkKernel<W, N>::template hopMatrices<float>,
                                          LinkKernel<W, N>::template hopMatrices<double>};

/// The packs of doubles in all layouts.
constexpr int linkLanes = fitting<double>(8, packBytes);
static_assert(linkLanes == fitting<double>(16, packBytes));
constexpr LinkKernels links = {{linkGroup<linkLanes, 2>, linkGroup<linkLanes, 3>}};

} // namespace
} // namespace gaugegl::host

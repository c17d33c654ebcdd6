// The implementation of heat bath and overrelaxation (update_kernels.h); included by one source for each instruction set.
//
// The SU(2) elements of the subgroups act on the rows of U and of M = U A, A being the staple sum, so that A is summed once
// (N. Cabibbo and E. Marinari, Phys. Lett. 119B (1982) 387).
#include "simd_functions.h"
#include "simd_paths.h"

namespace gaugegl::host {
namespace {

/// Of packs of W lanes.
template<class T, int W, int N>
class UpdateKernel : private Elements<T, W, N> {
public:
    static void heatBath(const UpdateCall<T>& call, const HeatBathCall<T>& heat, std::int64_t first, std::int64_t last)
    {
        for (std::int64_t block = first; block < last; ++block)
            heat.accepted[block] = 0;
        forLinks(call, first, last, [&](const Place& here, const I& chosen, Matrix& u, Matrix& m) GAUGEGL_LAMBDA {
            const std::int64_t place = (here.block * call.u.packs + here.pack) * W + here.lane;
            const PhiloxLanes<T, n> random(heat.sites + place, heat.sweep, heat.stream, heat.keys);
            I updated = {};
            forSubgroups([&](auto subgroup, int i, int j) GAUGEGL_LAMBDA {
                Quaternion<V> a = quaternionPart(m, i, j); // 2 k v
                const V norm = turnedBack(a);
                V delta = {};
                const I taken = proposed(delta, heat, random, 256 * decltype(subgroup)::value, norm,
                                         chosen & (norm >= T(2 * smallestBlock)));
                if (!any(taken)) return;
                V direction[4];
                random.template uniforms<2>(direction, 256 * decltype(subgroup)::value + 255);
                a = quaternionProduct(element(delta, direction), a);
                onlyWhere(taken, a);
                multiplyRows(u, a, i, j);
                if (!isLast(subgroup)) multiplyRows(m, a, i, j);
                updated -= taken;
            });
            for (int l = 0; l < n; ++l)
                heat.accepted[here.block] += std::int32_t(updated[l]);
            return updated != 0;
        });
    }

    /// With a = v^dagger v^dagger or, in cooling, v^dagger.
    template<bool cools>
    static void reflect(const UpdateCall<T>& call, std::int64_t first, std::int64_t last)
    {
        forLinks(call, first, last, [&](const Place&, const I& chosen, Matrix& u, Matrix& m) GAUGEGL_LAMBDA {
            forSubgroups([&](auto subgroup, int i, int j) GAUGEGL_LAMBDA {
                Quaternion<V> a = quaternionPart(m, i, j);
                const V norm = turnedBack(a);
                if constexpr (!cools) a = quaternionProduct(a, a);
                onlyWhere(norm >= T(2 * smallestBlock), a);
                multiplyRows(u, a, i, j);
                if (!isLast(subgroup)) multiplyRows(m, a, i, j);
            });
            return chosen;
        });
    }

private:
    using Access = Elements<T, W, N>;
    using Access::loaded;
    using Access::n;
    using Access::numbers;
    using Access::store;
    using typename Access::Matrix;
    using typename Access::Place;
    using typename Access::V;
    using I = Vector<typename BitsOf<T>::Type, n>;
    using Function = Functions<T, n>;
    static constexpr int subgroups = N * (N - 1) / 2;
    static constexpr T flatBelow = T(0x1p-8); ///< alpha, of proposals: CONVENTIONS.md, "Heat bath"

    /// f(place, lanes of the set, U, U A) for all links of the set; it changes U and says in which lanes.
    template<class F>
    GAUGEGL_INLINE static void forLinks(const UpdateCall<T>& call, std::int64_t first, std::int64_t last, const F& f)
    {
        const T* const links = call.u.links[call.mu][call.parity];
        for (std::int64_t block = first; block < last; ++block) {
            Access::forVectorsOf(block, call.u.packs, [&](const Place& here) GAUGEGL_LAMBDA {
                const std::int64_t at = (here.block * call.u.packs + here.pack) * numbers * W + here.lane;
                const Matrix before = loaded(links + at);
                const I chosen = lanesOfSet(call, here);
                if (!any(chosen)) {
                    if (call.out != links) store(call.out + at, before);
                    return;
                }
                Matrix u = before, m = product(u, staples(call, here));
                const I changed = f(here, chosen, u, m);
                projectOnGroup<T, n>(u);
                unrolled<numbers>([&](auto k) GAUGEGL_LAMBDA {
                    constexpr int c = decltype(k)::value;
                    u.x[c] = changed ? u.x[c] : before.x[c];
                });
                store(call.out + at, u);
            });
        }
    }

    GAUGEGL_INLINE static I lanesOfSet(const UpdateCall<T>& call, const Place& here)
    {
        if (!call.set) return ~I{};
        const unsigned bits = unsigned(call.set[here.block]) >> (here.pack * W + here.lane);
        I mask;
        for (int l = 0; l < n; ++l)
            mask[l] = -typename BitsOf<T>::Type(bits >> l & 1);
        return mask;
    }

    GAUGEGL_INLINE static Matrix staples(const UpdateCall<T>& call, const Place& here)
    {
        Matrix sum = {};
        for (int k = 0; k < call.stapleCount; ++k) {
            const StaplePath& path = call.staples[k];
            Walk<T, W, N> walk(call.u, here, call.parity);
            walk.go(call.mu, false);
            const Matrix staple = walk.along(path.steps, path.count);
            const T c = T(path.coefficient);
            unrolled<numbers>([&](auto i)
                                  GAUGEGL_LAMBDA { sum.x[decltype(i)::value] += c * staple.x[decltype(i)::value]; });
        }
        return sum;
    }

    /// f(subgroup, row, row) for all SU(2) subgroups in their order.
    template<class F>
    GAUGEGL_INLINE static void forSubgroups(const F& f)
    {
        unrolled<subgroups>([&](auto subgroup) GAUGEGL_LAMBDA {
            constexpr int s = decltype(subgroup)::value,
                          i = s < N - 1       ? 0
                              : s < 2 * N - 3 ? 1
                                              : 2,
                          j = i == 0   ? s + 1
                              : i == 1 ? s - N + 3
                                       : 3;
            f(subgroup, i, j);
        });
    }
    template<int s>
    static constexpr bool isLast(Index<s>)
    {
        return s == subgroups - 1;
    }

    /// q becomes v^dagger of q = |q| v, and 1 where |q| is too small; |q|.
    GAUGEGL_INLINE static V turnedBack(Quaternion<V>& q)
    {
        const V norm = squareRoot<T, n>(q.q[0] * q.q[0] + q.q[1] * q.q[1] + q.q[2] * q.q[2] + q.q[3] * q.q[3]);
        const V inverse = T(1) / (norm >= T(2 * smallestBlock) ? norm : V{} + T(1));
        q.q[0] *= inverse;
        for (int k = 1; k < 4; ++k)
            q.q[k] *= -inverse;
        return norm;
    }
    GAUGEGL_INLINE static Quaternion<V> quaternionProduct(const Quaternion<V>& a, const Quaternion<V>& b)
    {
        Quaternion<V> c;
        host::quaternionProduct<1>(c.q, a.q, b.q);
        return c;
    }
    GAUGEGL_INLINE static void onlyWhere(const I& lanes, Quaternion<V>& a)
    {
        a.q[0] = lanes ? a.q[0] : V{} + T(1);
        for (int k = 1; k < 4; ++k)
            a.q[k] = lanes ? a.q[k] : V{};
    }

    /// delta = 1 - x0 of the first proposal that is accepted in each of the open lanes, of a distribution sqrt(1 - x0^2)
    /// exp(alpha x0); where there is one.
    GAUGEGL_INLINE static I proposed(V& delta, const HeatBathCall<T>& heat, const PhiloxLanes<T, n>& random,
                                     std::uint32_t firstDraw, const V& norm, I open)
    {
        const V alpha = heat.coupling * norm;
        const I open0 = open, flat = alpha < flatBelow;
        const V divisor = flat ? V{} + T(1) : alpha;
        for (int trial = 0; trial < heat.trials && any(open); ++trial) {
            V u[4], proposal;
            I good;
            random.template uniforms<4>(u, firstDraw + std::uint32_t(trial));
            if (heat.algorithm == HeatBathAlgorithm::KennedyPendleton) {
                V c, s;
                Function::cosSinTwoPi(c, s, u[1]);
                proposal = -(Function::logarithm(u[0]) + c * c * Function::logarithm(u[2])) / divisor;
                good = u[3] * u[3] <= T(1) - T(0.5) * proposal;
            } else {
                proposal = -Function::logarithm(u[0] + (T(1) - u[0]) * Function::exponential(T(-2) * alpha)) / divisor;
                good = u[3] * u[3] <= proposal * (T(2) - proposal);
            }
            if (any(flat)) {
                const V other = T(2) * u[0];
                const I otherGood =
                    (u[3] * u[3] <= other * (T(2) - other)) & (u[1] <= Function::exponential(-alpha * other));
                proposal = flat ? other : proposal;
                good = (flat & otherGood) | (~flat & good);
            }
            good &= open;
            delta = good ? proposal : delta;
            open &= ~good;
        }
        return open0 & ~open;
    }

    /// From delta and a direction that is uniform on the sphere.
    GAUGEGL_INLINE static Quaternion<V> element(const V& delta, const V (&u)[4])
    {
        const V r = T(2) * squareRoot<T, n>(u[0] * (T(1) - u[0])), square = delta * (T(2) - delta),
                length = squareRoot<T, n>(square > T(0) ? square : V{});
        V c, s;
        Function::cosSinTwoPi(c, s, u[1]);
        return {{T(1) - delta, length * r * c, length * r * s, length * (T(1) - T(2) * u[0])}};
    }
};

template<class T, int W, int N>
constexpr typename UpdateKernels<T>::Group updateGroup = {UpdateKernel<T, W, N>::heatBath,
                                                          UpdateKernel<T, W, N>::template reflect<false>,
                                                          UpdateKernel<T, W, N>::template reflect<true>};

/// Lanes of a pack in layouts of 8 and of 16 lanes.
template<class T>
constexpr UpdateKernels<T> updates = {
    {{updateGroup<T, fitting<T>(8, packBytes), 2>, updateGroup<T, fitting<T>(16, packBytes), 2>},
     {updateGroup<T, fitting<T>(8, packBytes), 3>, updateGroup<T, fitting<T>(16, packBytes), 3>}}};

} // namespace
} // namespace gaugegl::host

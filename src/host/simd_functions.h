// Elementary functions to rounding, and the random numbers of Philox, in each lane of vectors of T.  Private to the source that
// includes it.
#pragma once

#include "simd.h"
#include "update_kernels.h"

namespace gaugegl::host {
namespace {

template<class T, int n>
struct Functions {
    using V = Vector<T, n>;
    using I = Vector<typename BitsOf<T>::Type, n>;
    static constexpr bool single = sizeof(T) == sizeof(float);

    /// log x of a positive normal x: log 2^e m = e log 2 + 2 artanh s, s = (m - 1)/(m + 1), with 1/2 <= m^2 < 2.
    GAUGEGL_INLINE static V logarithm(const V& x)
    {
        constexpr auto rootHalf = Word(single ? 0x3f3504f3 : 0x3fe6a09e667f3bcd);
        const I exponent = ((I)x - rootHalf) >> mantissaBits;
        const V m = (V)((I)x - (exponent << mantissaBits)), e = real(exponent), s = (m - T(1)) / (m + T(1)), y = s * s;
        constexpr int terms = single ? 4 : 10; // of y < 0.0295
        V series = V{} + T(1) / T(2 * terms + 1);
        unrolled<terms - 1>(
            [&](auto k) GAUGEGL_LAMBDA { series = T(1) / T(2 * (terms - decltype(k)::value) - 1) + y * series; });
        return e * highLog2 + (T(2) * s + (T(2) * s * y * series + e * lowLog2));
    }

    /// e^x of x <= 0; of very negative x some number near 0.
    GAUGEGL_INLINE static V exponential(V x)
    {
        constexpr T least = single ? T(-85) : T(-700);
        x = x < least ? V{} + least : x;
        const V rounded = x * T(1.44269504088896340736) + magic, k = rounded - magic;
        const V r = (x - k * highLog2) - k * lowLog2;
        constexpr int terms = single ? 8 : 14; // of |r| < 0.347
        V series = V{} + T(1);
        unrolled<terms - 1>(
            [&](auto i) GAUGEGL_LAMBDA { series = T(1) + r * series * (T(1) / T(terms - 1 - decltype(i)::value)); });
        return (V)((I)series + (((I)rounded - (I)(V{} + magic)) << mantissaBits));
    }

    /// The cosine and the sine of 2 pi u, 0 <= u <= 1, by their series in the quarter of a turn around a multiple of pi/2.
    GAUGEGL_INLINE static void cosSinTwoPi(V& cosine, V& sine, const V& u)
    {
        const V rounded = T(4) * u + magic, quarters = rounded - magic;
        const V x = (u - T(0.25) * quarters) * T(6.28318530717958647693), y = x * x;
        constexpr int terms = single ? 5 : 9;
        V c = V{} + T(1), s = V{} + T(1);
        unrolled<terms - 1>([&](auto k) GAUGEGL_LAMBDA {
            constexpr int i = 2 * (terms - 1 - decltype(k)::value);
            c = T(1) - y * c * (T(1) / T(i * (i - 1)));
            s = T(1) - y * s * (T(1) / T(i * (i + 1)));
        });
        s *= x;
        const I one = quarters == T(1), two = quarters == T(2), three = quarters == T(3);
        cosine = one | three ? s : c;
        sine = one | three ? c : s;
        cosine = one | two ? -cosine : cosine;
        sine = two | three ? -sine : sine;
    }

private:
    using Word = typename BitsOf<T>::Type;
    static constexpr int mantissaBits = single ? 23 : 52;
    static constexpr T magic =
        single ? T(12582912) : T(6755399441055744); ///< 1.5 times the first number without fractions
    // Their sum is log 2; the first has so few bits that products with exponents are exact.
    static constexpr T highLog2 = single ? T(0.693359375) : T(0.69314718036912381649);
    static constexpr T lowLog2 = single ? T(-2.12194440054690583e-4) : T(1.90821492927058770002e-10);

    /// Small integers as numbers.
    GAUGEGL_INLINE static V real(const I& i) { return (V)(i + (I)(V{} + magic)) - magic; }
};

/// The Philox numbers of the sites of n lanes: CONVENTIONS.md, "Random numbers", of the precision of T.  A 64-bit word holds the
/// 32-bit one of a lane in its lower half, so that floats need two words for a pair of lanes.
template<class T, int n>
class PhiloxLanes {
public:
    using V = Vector<T, n>;

    /// Of n sites, with the last two words of the counter.
    GAUGEGL_INLINE PhiloxLanes(const std::uint32_t* sites, std::uint32_t sweep, std::uint32_t stream,
                               const PhiloxKeys& keys)
        : sweep_(sweep), stream_(stream), keys_(&keys)
    {
        if constexpr (parts == 2) {
            const U pairs = loaded<U>(sites);
            sites_[0] = pairs & lower;
            sites_[1] = pairs >> 32;
        } else {
            sites_[0] = __builtin_convertvector(loaded<Vector<std::uint32_t, n>>(sites), U);
        }
    }

    /// The first so many of four uniform numbers in (0, 1).
    template<int count>
    GAUGEGL_INLINE void uniforms(V (&u)[4], std::uint32_t draw) const
    {
        U high[parts][4];
        if constexpr (parts == 2) {
            unrolled<2>([&](auto part) GAUGEGL_LAMBDA {
                block(high[decltype(part)::value], sites_[decltype(part)::value], draw);
            });
            for (int i = 0; i < count; ++i)
                u[i] = (V)(high[0][i] >> 9 | high[1][i] >> 9 << 32 | std::uint64_t(0x3f8000003f800000)) - T(1) +
                       T(0x1p-24);
        } else {
            U low[4];
            block(high[0], sites_[0], draw);
            block(low, sites_[0], draw + 65536);
            for (int i = 0; i < count; ++i)
                u[i] = (V)(high[0][i] >> 9 << 29 | low[i] >> 3 | std::uint64_t(0x3ff0000000000000)) - T(1) + T(0x1p-53);
        }
    }

private:
    static constexpr int parts = sizeof(std::uint64_t) / sizeof(T);
    using U = Vector<std::uint64_t, n / parts>;
    static constexpr std::uint64_t lower = 0xffffffff;

    /// The products of the lower halves.
    GAUGEGL_INLINE static U product(const U& a, std::uint32_t b)
    {
#if defined(__AVX512F__)
        if constexpr (sizeof(U) == 64) return (U)_mm512_maskz_mul_epu32(0xff, (__m512i)a, _mm512_set1_epi64(b));
#endif
#if defined(__AVX2__)
        if constexpr (sizeof(U) == 32) return (U)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x(b));
#endif
        return (a & lower) * std::uint64_t(b);
    }

    /// Four words, each in the lower half.  Until the end the upper halves hold anything.
    GAUGEGL_INLINE void block(U (&out)[4], const U& sites, std::uint32_t draw) const
    {
        U c0 = sites, c1 = U{} + draw, c2 = U{} + sweep_, c3 = U{} + stream_;
        for (const auto& key : keys_->of) {
            const U p = product(c0, 0xD2511F53u), q = product(c2, 0xCD9E8D57u);
            c0 = (q >> 32) ^ c1 ^ std::uint64_t(key[0]);
            c1 = q;
            c2 = (p >> 32) ^ c3 ^ std::uint64_t(key[1]);
            c3 = p;
        }
        out[0] = c0 & lower;
        out[1] = c1 & lower;
        out[2] = c2 & lower;
        out[3] = c3 & lower;
    }

    U sites_[parts];
    std::uint32_t sweep_, stream_;
    const PhiloxKeys* keys_;
};

} // namespace
} // namespace gaugegl::host

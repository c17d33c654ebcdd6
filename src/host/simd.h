// Vector extensions of GCC and clang for the headers that are compiled once for each instruction set, simd_kernels.h
// and simd_fixing.h.  Everything here is private to the source that includes it.
#pragma once

#include <cstdint>
#include <utility>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define GAUGEGL_INLINE __attribute__((always_inline)) inline
#define GAUGEGL_LAMBDA __attribute__((always_inline))

namespace gaugegl::host {
namespace {

#if defined(__AVX512F__)
constexpr int nativeBytes = 64;
#elif defined(__AVX2__)
constexpr int nativeBytes = 32;
#else
constexpr int nativeBytes = 16;
#endif

/// A loop over 0 ... count - 1 whose counter is a constant, Index::value.
template<int I>
struct Index {
    static constexpr int value = I;
};
template<class F, int... I>
GAUGEGL_INLINE void unrolledOver(std::integer_sequence<int, I...>, const F& f)
{
    (f(Index<I>{}), ...);
}
template<int count, class F>
GAUGEGL_INLINE void unrolled(const F& f)
{
    unrolledOver(std::make_integer_sequence<int, count>{}, f);
}

// Vectors.

template<class T, int n>
struct VectorOf {
    typedef T Type __attribute__((vector_size(n * sizeof(T))));
};
template<class T, int n>
using Vector = typename VectorOf<T, n>::Type;

/// How many of `lanes` fit into a register, or a cache line.
template<class T>
constexpr int fitting(int lanes, int bytes)
{
    const int all = bytes / int(sizeof(T));
    return lanes < all ? lanes : all;
}

template<class V, class T>
GAUGEGL_INLINE V loaded(const T* from)
{
    V v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}

template<class V, class T>
GAUGEGL_INLINE void store(T* to, const V& v)
{
    __builtin_memcpy(to, &v, sizeof v);
}

/// Whether a comparison holds in any lane.
template<class Mask>
GAUGEGL_INLINE bool any(const Mask& mask)
{
    bool found = false;
    for (unsigned l = 0; l < sizeof(Mask) / sizeof(mask[0]); ++l)
        found |= mask[l] != 0;
    return found;
}

/// Lane l becomes lane l ^ bit + offset.
template<int bit, int offset, class V, int... L>
GAUGEGL_INLINE auto shuffled(const V& v, std::integer_sequence<int, L...>)
{
    return __builtin_shufflevector(v, v, ((L ^ bit) + offset)...);
}

/// Integers of the size of T.
template<class T>
struct BitsOf {
    using Type = std::int32_t;
};
template<>
struct BitsOf<double> {
    using Type = std::int64_t;
};

/// Lane l becomes lane l ^ mask.
template<int n, class V>
GAUGEGL_INLINE void permute(V& v, int mask)
{
    // One instruction whatever the mask, of which the compiler makes the indices once for all vectors of a step.
#if defined(__AVX512F__)
    if constexpr (sizeof(V) == 64) {
        const __m512i words = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        const __m512i from = _mm512_xor_si512(words, _mm512_set1_epi32(mask * (16 / n)));
        v = (V)_mm512_maskz_permutexvar_epi32(0xffff, from,
                                              (__m512i)v); // of all lanes: GCC 12 warns of its own plain version
        return;
    }
#endif
#if defined(__AVX2__)
    if constexpr (sizeof(V) == 32) {
        const __m256i words = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        const __m256i from = _mm256_xor_si256(words, _mm256_set1_epi32(mask * (8 / n)));
        v = (V)_mm256_permutevar8x32_epi32((__m256i)v, from);
        return;
    }
#endif
    using Lanes = std::make_integer_sequence<int, n>;
    if constexpr (n > 1)
        if (mask & 1) v = shuffled<1, 0>(v, Lanes{});
    if constexpr (n > 2)
        if (mask & 2) v = shuffled<2, 0>(v, Lanes{});
    if constexpr (n > 4)
        if (mask & 4) v = shuffled<4, 0>(v, Lanes{});
    if constexpr (n > 8)
        if (mask & 8) v = shuffled<8, 0>(v, Lanes{});
}

/// A sum in double precision of products of vectors of T, lane by lane.
template<class T, int n>
class Sum {
public:
    /// += a b
    GAUGEGL_INLINE void add(const Vector<T, n>& a, const Vector<T, n>& b)
    {
        if constexpr (sizeof(T) == sizeof(double))
            lanes_[0] += a * b;
        else
            unrolled<2>([&](auto part) GAUGEGL_LAMBDA {
                using Half = std::make_integer_sequence<int, n / 2>;
                constexpr int offset = decltype(part)::value * (n / 2);
                lanes_[decltype(part)::value] += __builtin_convertvector(shuffled<0, offset>(a, Half{}), Double) *
                                                 __builtin_convertvector(shuffled<0, offset>(b, Half{}), Double);
            });
    }
    /// The sums of the lanes.
    GAUGEGL_INLINE void store(double* to) const
    {
        for (int part = 0; part < parts; ++part)
            host::store(to + part * doubleLanes, lanes_[part]);
    }
    /// Those of the lanes minus those of another sum.
    GAUGEGL_INLINE void storeDifference(double* to, const Sum& other) const
    {
        for (int part = 0; part < parts; ++part)
            host::store(to + part * doubleLanes, lanes_[part] - other.lanes_[part]);
    }

private:
    static constexpr int parts = sizeof(T) == sizeof(double) ? 1 : 2, doubleLanes = n / parts;
    using Double = Vector<double, doubleLanes>;
    Double lanes_[parts] = {};
};

} // namespace
} // namespace gaugegl::host

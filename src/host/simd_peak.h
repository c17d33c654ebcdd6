// What a core can do at most (host/peak.h); included by one source for each instruction set.
#pragma once

#include "simd.h"

namespace gaugegl::host {
namespace {

/// What a core can do at most.
template<class T>
struct Peak {
    static constexpr int n = nativeBytes / int(sizeof(T)),
                         chains = 10; ///< as many as hide the latency and fit 16 registers
    using V = Vector<T, n>;

    static T multiplyAdds(T a, T b, std::int64_t rounds)
    {
        V x[chains];
        unrolled<chains>([&](auto k) GAUGEGL_LAMBDA { x[decltype(k)::value] = V{} + T(decltype(k)::value); });
        const V factor = V{} + a, term = V{} + b;
        for (std::int64_t round = 0; round < rounds; ++round)
            unrolled<chains>([&](auto k)
                                 GAUGEGL_LAMBDA { x[decltype(k)::value] = x[decltype(k)::value] * factor + term; });
        return total(x);
    }
    static T sum(const T* x, std::int64_t size)
    {
        V sums[chains] = {};
        std::int64_t k = 0;
        for (; k + chains * n <= size; k += chains * n)
            unrolled<chains>(
                [&](auto c) GAUGEGL_LAMBDA { sums[decltype(c)::value] += loaded<V>(x + k + decltype(c)::value * n); });
        T rest = 0;
        for (; k < size; ++k)
            rest += x[k];
        return total(sums) + rest;
    }

private:
    static T total(const V (&x)[chains])
    {
        T result = 0;
        for (const V& v : x)
            for (int l = 0; l < n; ++l)
                result += v[l];
        return result;
    }
};

} // namespace
} // namespace gaugegl::host

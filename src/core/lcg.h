// A linear congruential generator, x' = A x + C mod 2^32, with the numbers of Numerical Recipes: A = 1664525,
// C = 1013904223.  Its low bits have short periods: it is here to repeat published benchmarks, not for physics.
#pragma once

#include <cstdint>

namespace gaugegl {

/// A map x -> A x + C mod 2^32; the default is one step of the generator.
struct Lcg {
    std::uint32_t multiplier = 1664525;   ///< A
    std::uint32_t increment = 1013904223; ///< C

    /// A x + C.
    constexpr std::uint32_t operator()(std::uint32_t x) const { return multiplier * x + increment; }

    /// The map that does what `steps` of this one do, in log2(steps) steps: the start of a stream, or a stride.
    Lcg power(std::uint64_t steps) const;

    /// The same map.
    bool operator==(const Lcg&) const = default;
};

} // namespace gaugegl

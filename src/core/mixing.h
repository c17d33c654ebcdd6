// A mixing function for hashes of numbers.
#pragma once

#include <cstdint>

namespace gaugegl {

/// A bijection in each argument: the mixing function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word)
{
    std::uint64_t z = (hash ^ word) + 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

} // namespace gaugegl

// The seed of all random numbers of the benchmarks, and a short time.
#pragma once

#include <cstdint>

namespace gaugegl {

inline constexpr std::uint64_t benchSeed = 1;

/// Of a step of molecular dynamics over and over: momenta stay finite.
inline constexpr double smallTime = 0x1p-20;

} // namespace gaugegl

// The seed of all random numbers of the benchmarks.
#pragma once

#include <cstdint>

namespace gaugegl {

inline constexpr std::uint64_t benchSeed = 1;

} // namespace gaugegl

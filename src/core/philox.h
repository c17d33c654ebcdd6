// Philox 4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
#pragma once

#include <array>
#include <cstdint>

namespace gaugegl {

/// What a block is made from.
using PhiloxCounter = std::array<std::uint32_t, 4>;
/// The seed, low word first.
using PhiloxKey = std::array<std::uint32_t, 2>;

/// Ten rounds of Philox 4x32: a pure function, so there is no state to keep.
PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

} // namespace gaugegl

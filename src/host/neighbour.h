// Where the neighbours of a block of sites are, and how its lanes are packed.
#pragma once

#include <cstdint>

namespace gaugegl::host {

/// The neighbours of the lanes of a block in one direction: that of lane l is lane l ^ lanes of the block `block`.
struct Neighbour {
    std::int32_t block; ///< of the other parity
    std::int32_t lanes; ///< 0 where the step stays in the part of the lattice that the lane holds
};

/// The largest size of one component in a pack of lanes: a cache line.
constexpr int packBytes = 64;

/// Lanes of a pack in blocks of so many lanes.
template<class T>
constexpr int lanesOfPack(int lanesOfBlock)
{
    constexpr int all = packBytes / int(sizeof(T));
    return lanesOfBlock < all ? lanesOfBlock : all;
}

} // namespace gaugegl::host

// Compares what a rank has computed on its part of a lattice with the same part of what it has computed on the whole.
#pragma once

#include "gaugegl/device/plane_texture.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace gaugegl {

/// The numbers of one rank or, after gathered(), of all of them.
struct SplitDifference {
    std::uint64_t numbers = 0;    ///< compared
    std::uint64_t different = 0;  ///< of other bits
    std::uint64_t notNumbers = 0; ///< NaN on the part of the rank
    double largest = 0;           ///< difference of two numbers; infinite where one alone is NaN
    Coordinates first{};          ///< in the whole lattice, of the first number with other bits
    int rank = 0;                 ///< that has it
    std::uint64_t digest = 0;     ///< of the bits of the whole
    int otherDriver = -1;         ///< a rank with other bits of the whole than rank 0; -1: none

    /// Whether all bits are the same.
    bool none() const { return different == 0 && otherDriver < 0; }
    /// What a check says of it.
    std::string note() const;
};

/// Adds the comparison of a field on the sites of one parity.  The whole may differ from the part in the ghosts alone.
void compareSplit(SplitDifference& difference, const PlaneTexture& whole, const PlaneTexture& part,
                  const Lattice& lattice, int parity);

/// Adds the comparison of numbers that are the same on every rank, such as sums.
void compareSplit(SplitDifference& difference, std::span<const double> whole, std::span<const double> part);

/// Of all ranks; collective.
SplitDifference gathered(const Communicator& ranks, const SplitDifference& own);

} // namespace gaugegl

// Blocks of equal extents that a lattice is cut into, whatever the ranks.
#pragma once

#include "gaugegl/core/lattice.h"

namespace gaugegl {

/// Their extents.
struct Blocks {
    std::array<int, 4> extents{4, 4, 4, 4}; ///< (x, y, z, t)

    /// From "4x4x4x8".  Throws InputError unless these are four positive numbers.
    static Blocks parse(std::string_view text);
    /// "4x4x4x8".
    std::string name() const;
    /// Equal numbers.
    bool operator==(const Blocks&) const = default;
};

/// Throws InputError, with what would work, unless every extent is even and divides that of the whole lattice.
void validate(const Blocks& blocks, const Lattice& lattice);

} // namespace gaugegl

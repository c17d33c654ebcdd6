// How a lattice is divided among ranks: a grid of blocks that are whole in x and y.
#pragma once

#include "gaugegl/core/lattice.h"

#include <optional>
#include <string_view>
#include <vector>

namespace gaugegl {

/// The blocks in each direction.
struct Grid {
    std::array<int, 4> blocks{1, 1, 1, 1}; ///< (x, y, z, t)

    /// The number of blocks.
    int size() const { return blocks[0] * blocks[1] * blocks[2] * blocks[3]; }
    /// From "1x1x2x4".  Throws InputError, also for blocks in x or y.
    static Grid parse(std::string_view text);
    /// "1x1x2x4".
    std::string name() const;
    /// Equal numbers.
    bool operator==(const Grid&) const = default;
};

/// What the user asks for.
struct DivisionRequest {
    std::optional<Grid> grid = {}; ///< none: the one with the fewest ghosts
    std::vector<int> shares = {};  ///< relative sizes of the blocks in t, where the grid divides t alone; none: equal
};

/// From "3,1".  Throws InputError unless all are positive.
std::vector<int> parseShares(std::string_view text);

/// The slices of ghosts that kernels of a run need.
struct GhostWidth {
    int z = 1; ///< on either side
    int t = 2; ///< on either side; even, since staggered fields have two slices in a texel
};

/// The grid for so many ranks.  Throws InputError, with what would work, where none divides the lattice into blocks of
/// even extents that hold their ghosts, or the one that is asked for does not.
Grid chosenGrid(const Lattice& lattice, int ranks, const DivisionRequest& request, const GhostWidth& ghosts = {});

/// The lattice as a rank holds it; ranks are numbered with z fastest.  The same lattice if the grid has one block.
Lattice sharedLattice(const Lattice& lattice, int rank, int ranks, const DivisionRequest& request,
                      const GhostWidth& ghosts = {});

} // namespace gaugegl

// The memory layout of host fields: the sites of one parity in blocks of 8 or 16 lanes, for SIMD operations.
//
// The sites of a block differ by translations by half the lattice in some directions:
//   x + sum_mu v_mu L_mu/2  with v_mu in {0, 1} and sum_mu v_mu L_mu/2 even, so that all have the same parity.
// These translations are a group, Z_2^4 if all extents are multiples of 4 and Z_2^3 otherwise, so that any even extents
// fill 16 or 8 lanes.  The lanes have the neighbours of lane 0, translated: the neighbour of a block is one block whose
// lanes are permuted by an exclusive or, which is 0 except at the edges of the part of the lattice that lane 0 holds.
// This is the virtual lattice of Grid (Boyle, Cossu, Yamaguchi, Portelli, arXiv:1512.03487), with skew translations in
// addition.
#pragma once

#include "gaugegl/core/lattice.h"
#include "host/instruction_set.h"
#include "host/neighbour.h"

#include <span>
#include <vector>

namespace gaugegl::host {

/// The layout of both parities of a lattice, shared by all fields and operators on it in either precision.
class BlockLayout {
public:
    /// Operations on fields of the layout use this instruction set, which the processor must support.
    explicit BlockLayout(const Lattice& lattice, InstructionSet set = bestInstructionSet());

    /// Extents.
    const Lattice& lattice() const { return lattice_; }
    /// The instruction set.
    InstructionSet instructionSet() const { return set_; }
    /// Sites of a block: 16 where all extents are multiples of 4, else 8.
    int lanes() const { return lanes_; }
    /// Blocks of one parity.
    std::int64_t blocks() const { return lattice_.halfVolume() / lanes_; }
    /// [block * lanes + lane]: the half sites (core/fermion.h) in the order in which they are stored.
    std::span<const std::int64_t> halfSites(int parity) const { return halfSites_[std::size_t(parity)]; }
    /// [block * 8 + 2 mu + (0 forwards, 1 backwards)] for the blocks of this parity.
    std::span<const Neighbour> neighbours(int parity) const { return neighbours_[std::size_t(parity)]; }

private:
    /// The inverse of halfSites().
    std::vector<std::int64_t> fillBlocks(int parity);

    Lattice lattice_;
    InstructionSet set_;
    std::vector<Coordinates> translations_; ///< of the lanes
    int lanes_;
    std::array<std::vector<std::int64_t>, 2> halfSites_;
    std::array<std::vector<Neighbour>, 2> neighbours_;
};

} // namespace gaugegl::host

// The memory layout of host fields: the sites of one parity in blocks of 8 or 16 lanes, for SIMD operations.
//
// The sites of a block differ by translations by half the lattice in some directions:
//   x + sum_mu v_mu L_mu/2  with v_mu in {0, 1} and sum_mu v_mu L_mu/2 even, so that all have the same parity.
// These translations are a group, Z_2^4 if all extents are multiples of 4 and Z_2^3 otherwise, so that any even extents
// fill 16 or 8 lanes.  The lanes have the neighbours of lane 0, translated: the neighbour of a block is one block whose
// lanes are permuted by an exclusive or, which is 0 except at the edges of the part of the lattice that lane 0 holds.
// This is the virtual lattice of Grid (Boyle, Cossu, Yamaguchi, Portelli, arXiv:1512.03487), with skew translations in
// addition.
//
// Where ranks share the lattice, all this is said of a rank's part.  The blocks with neighbours on other ranks are the
// last ones, and each of these neighbours is a ghost: a block behind those of the field that holds copies of lanes of this
// rank and of others, in the order in which they are read (host/ghosts.h).
#pragma once

#include "algebra/bundle.h"
#include "gaugegl/comm/shared_lattice.h"
#include "host/instruction_set.h"
#include "host/neighbour.h"

#include <span>
#include <vector>

namespace gaugegl::host {

/// What the ghosts of fields of one parity hold.  A place is block * lanes + lane.
struct GhostPlaces {
    /// A copy of a lane.
    struct Copy {
        std::int32_t to, from; ///< places
        int tag;               ///< as below, of the step for which the ghost is there
    };
    /// The sites of an edge of the part, in the order of their numbers.
    struct Edge {
        int rank = 0;                     ///< who sends or receives it
        int tag = 0;                      ///< 2 mu + (0: of step +mu, 1: of step -mu)
        std::vector<std::int32_t> places; ///< of each of its sites
    };

    std::int64_t blocks = 0;          ///< of ghosts
    std::vector<Copy> copies;         ///< from this rank
    std::vector<Edge> sent, received; ///< places in the field, and in ghosts
};

/// How lists hold the numbers of a vector, of which there may be several: [pack][vector][lane].
class VectorInList {
public:
    /// The only one.
    VectorInList() = default;
    /// One of as many, in packs of so many lanes, a power of 2.
    VectorInList(int lanes, int vectors, int vector)
        : shift_(std::countr_zero(unsigned(lanes))), pack_(vectors * lanes), first_(vector * lanes)
    {}

    /// Where the number on a place is.
    std::size_t indexOf(std::int32_t place) const
    {
        const std::int32_t pack = place >> shift_;
        return std::size_t(pack) * std::size_t(pack_) + std::size_t(first_ + place - (pack << shift_));
    }

private:
    int shift_ = 0, pack_ = 1, first_ = 0;
};

/// The layout of both parities of a lattice, shared by all fields and operators on it in either precision.
class BlockLayout {
public:
    /// Operations on fields of the layout use this instruction set, which the processor must support.
    explicit BlockLayout(SharedLattice shared, InstructionSet set = bestInstructionSet());

    /// The part that this rank holds, as a lattice of its own.
    const Lattice& lattice() const { return lattice_; }
    /// The whole lattice, and who holds it.
    const SharedLattice& shared() const { return shared_; }
    /// The instruction set.
    InstructionSet instructionSet() const { return set_; }
    /// Sites of a block: 16 where all extents are multiples of 4, else 8.
    int lanes() const { return lanes_; }
    /// Blocks of one parity.
    std::int64_t blocks() const { return lattice_.halfVolume() / lanes_; }
    /// The first so many have all their neighbours on this rank.
    std::int64_t interiorBlocks() const { return interior_; }
    /// [block * lanes + lane]: the half sites (core/fermion.h) in the order in which they are stored.
    std::span<const std::int64_t> halfSites(int parity) const { return halfSites_[std::size_t(parity)]; }
    /// [block * 8 + 2 mu + (0 forwards, 1 backwards)] for the blocks of this parity.
    std::span<const Neighbour> neighbours(int parity) const { return neighbours_[std::size_t(parity)]; }
    /// Of fields of this parity.
    const GhostPlaces& ghosts(int parity) const { return ghosts_[std::size_t(parity)]; }

    /// The sums over the sites of a parity in each row (z, t) of the whole lattice, z fastest, of two lists of numbers,
    /// values[list][place], in the one order; a list may be null, and of several vectors; collective.
    std::vector<std::array<double, 2>> rowSums(int parity, const std::array<const double*, 2>& values,
                                               const VectorInList& of = {}) const;
    /// The sums over all rows; collective.
    std::array<double, 2> sums(int parity, const std::array<const double*, 2>& values) const;
    /// Those of each vector in use, and 0 of the others, from lists for all of them in packs of so many lanes; collective.
    std::array<Each<double>, 2> sumsOfVectors(int parity, const std::array<const double*, 2>& values, int lanes,
                                              int vectors, const VectorSet& inUse) const;

private:
    void fillBlocks(int parity);
    void fillNeighbours(int parity);
    void fillEdges(int parity);
    bool crosses(const Coordinates& x, int mu, int step) const;
    bool isInterior(const Coordinates& x) const;

    SharedLattice shared_;
    Lattice lattice_;
    InstructionSet set_;
    std::vector<Coordinates> translations_; ///< of the lanes
    int lanes_;
    std::int64_t interior_ = 0;
    std::array<std::vector<std::int64_t>, 2> halfSites_;
    std::array<std::vector<std::int32_t>, 2> places_; ///< the inverse of halfSites()
    std::array<std::vector<Neighbour>, 2> neighbours_;
    std::array<GhostPlaces, 2> ghosts_;
};

} // namespace gaugegl::host

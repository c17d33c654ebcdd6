// The sets of links that are updated together: no two links of a set share a loop of the action.
//
// Plaquettes couple links of one direction only across parities, so the Wilson action needs two sets for each
// direction.  Rectangles also couple U_mu(x) with U_mu at x +- mu +- nu and x +- 2 nu, so they need further sublattices
// within each parity.
#pragma once

#include "gaugegl/core/gauge_action.h"
#include "gaugegl/core/lattice.h"

#include <vector>

namespace gaugegl {

/// Sublattices of the links of one direction mu, such that no two links of a sublattice lie in one plaquette or 1x2
/// rectangle:
///   four, (2 x_mu + sum over nu != mu of x_nu) mod 4, if every extent is a multiple of 4;
///   otherwise eight, (x_mu mod 2) + 2 (sum over nu != mu of g(x_nu) mod 4).
/// Around an extent L >= 4, g repeats 0 1 2, and in the last 4 (L mod 3) sites 0 1 2 3: any three consecutive sites
/// differ, also across the boundary.
class Sublattices {
public:
    /// Throws InputError for an extent of 2, around which a rectangle would hold a link twice.
    explicit Sublattices(const Lattice& lattice);

    /// Four or eight.
    int count() const { return count_; }
    /// The sublattice of the link U_mu(x), counted from 0.
    int of(const Coordinates& x, int mu) const;

    /// The number of sites of an extent on which g repeats 0 1 2; on the others it repeats 0 1 2 3.
    static int sitesInThrees(int extent) { return extent - 4 * (extent % 3); }

private:
    std::array<int, 4> extents_;
    int count_;
};

/// The links in direction mu on the sites of one parity, and of one sublattice if the action couples links of one parity
/// (LoopSet::couplesParity).
struct LinkSet {
    static constexpr int everySublattice = -1; ///< the set of other actions

    int mu = 0;                       ///< direction
    int parity = 0;                   ///< of the sites
    int sublattice = everySublattice; ///< as Sublattices numbers them
    int thickness = 0;                ///< above 0: links in space on times that are multiples of it are not in the set

    /// Whether links on some times are not in the set.
    bool fixesTimes() const { return thickness > 0 && mu < 3; }
    /// Whether a link of the direction on sites of this time may be in the set.
    bool hasTime(int t) const { return !fixesTimes() || t % thickness != 0; }
};

/// The sets of a sweep in order, every link once: mu = 0..3, every sublattice if there are any, even then odd sites.
/// Throws as Sublattices.
std::vector<LinkSet> linkSets(const Lattice& lattice, const LoopSet& loops);

/// The sets of a sweep, for an action of plaquettes, through the interiors of slabs of `thickness` time slices each, in the same order: all links
/// but those in space on times that are multiples of it, which stay as they are, so that the slabs do not know of each other (M. Luescher,
/// P. Weisz, hep-lat/0108014).  Throws InputError unless the extent in time is a multiple of the thickness.
std::vector<LinkSet> linkSetsBetween(const Lattice& lattice, int thickness);

} // namespace gaugegl

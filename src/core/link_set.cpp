#include "gaugegl/core/link_set.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Any three neighbours of 0 .. extent-1, periodic, have different values.
int countedInThreesAndFours(int x, int extent)
{
    const int threes = Sublattices::sitesInThrees(extent);
    return x < threes ? x % 3 : (x - threes) % 4;
}

} // namespace

Sublattices::Sublattices(const Lattice& lattice) : extents_(lattice.extents())
{
    for (std::size_t mu = 0; mu < 4; ++mu)
        if (extents_[mu] < 4)
            throw InputError(
                fmt::format("lattice extent {} in direction {} is too small for an action with rectangles, "
                            "which would hold a link twice; extents must be at least 4",
                            extents_[mu], directionNames[mu]));
    count_ = std::ranges::all_of(extents_, [](int extent) { return extent % 4 == 0; }) ? 4 : 8;
}

int Sublattices::of(const Coordinates& x, int mu) const
{
    const auto along = static_cast<std::size_t>(mu);
    if (count_ == 4) return (x[0] + x[1] + x[2] + x[3] + x[along]) % 4;
    int across = 0;
    for (std::size_t nu = 0; nu < 4; ++nu)
        if (nu != along) across += countedInThreesAndFours(x[nu], extents_[nu]);
    return x[along] % 2 + 2 * (across % 4);
}

std::vector<LinkSet> linkSets(const Lattice& lattice, const LoopSet& loops)
{
    const bool divided = loops.couplesParity();
    const int count = divided ? Sublattices(lattice).count() : 1;
    std::vector<LinkSet> sets;
    for (int mu = 0; mu < 4; ++mu)
        for (int sublattice = 0; sublattice < count; ++sublattice)
            for (int parity = 0; parity < 2; ++parity)
                sets.push_back({mu, parity, divided ? sublattice : LinkSet::everySublattice});
    return sets;
}

std::vector<LinkSet> linkSetsBetween(const Lattice& lattice, int thickness)
{
    if (thickness < 1 || lattice.extent(3) % thickness != 0)
        throw InputError(fmt::format("slabs of {} time slices do not fill the {} of {}: a divisor was expected",
                                     thickness, lattice.extent(3), lattice.name()));
    std::vector<LinkSet> sets;
    for (int mu = thickness == 1 ? 3 : 0; mu < 4; ++mu) // of one slice all links in space are fixed
        for (int parity = 0; parity < 2; ++parity)
            sets.push_back({mu, parity, LinkSet::everySublattice, thickness});
    return sets;
}

} // namespace gaugegl

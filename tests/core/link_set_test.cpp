// No two links that are updated together lie in one loop of the action, shown by going through all loops.
#include "gaugegl/core/link_set.h"

#include "gaugegl/base/error.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace gaugegl {
namespace {

using Link = std::pair<int, std::int64_t>; // direction and site

/// The links of the closed path from x: two steps in mu if `length` is 2, one in nu.
std::vector<Link> loop(const Lattice& lattice, Coordinates x, int mu, int nu, int length)
{
    std::vector<Link> links;
    const auto forward = [&](int direction) {
        links.emplace_back(direction, lattice.index(x));
        x = lattice.shifted(x, direction, +1);
    };
    const auto backward = [&](int direction) {
        x = lattice.shifted(x, direction, -1);
        links.emplace_back(direction, lattice.index(x));
    };
    for (int i = 0; i < length; ++i)
        forward(mu);
    forward(nu);
    for (int i = 0; i < length; ++i)
        backward(mu);
    backward(nu);
    return links;
}

/// How many pairs of links of one set lie in one loop of 1 x `length`.
template<class SetOf>
int sharedLoops(const Lattice& lattice, int length, const SetOf& setOf)
{
    int shared = 0;
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            for (int nu = 0; nu < 4; ++nu) {
                if (nu == mu) continue;
                std::set<std::pair<int, int>> seen; // direction and set
                for (const auto& [direction, at] : loop(lattice, lattice.coordinates(site), mu, nu, length))
                    if (!seen.emplace(direction, setOf(at, direction)).second) ++shared;
            }
    return shared;
}

class ColouringOf : public testing::TestWithParam<std::array<int, 4>> {};

TEST_P(ColouringOf, NoTwoLinksOfAColourShareALoop)
{
    const Lattice lattice(GetParam());
    const Sublattices sublattices(lattice);
    const auto colourOf = [&](std::int64_t site, int mu) { return sublattices.of(lattice.coordinates(site), mu); };
    EXPECT_EQ(sharedLoops(lattice, 1, colourOf), 0);
    EXPECT_EQ(sharedLoops(lattice, 2, colourOf), 0);
    for (int mu = 0; mu < 4; ++mu) {
        std::map<int, std::int64_t> sites;
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            ++sites[colourOf(site, mu)];
        EXPECT_EQ(sites.begin()->first, 0);
        EXPECT_EQ(sites.rbegin()->first, sublattices.count() - 1);
        EXPECT_EQ(int(sites.size()), sublattices.count());
    }
}

INSTANTIATE_TEST_SUITE_P(Extents, ColouringOf,
                         testing::Values(std::array{4, 4, 4, 4}, std::array{8, 4, 12, 4}, std::array{4, 6, 8, 10},
                                         std::array{6, 4, 4, 4}, std::array{4, 4, 4, 6}, std::array{10, 6, 14, 4}),
                         [](const auto& extents) { return Lattice(extents.param).name(); });

TEST(Sublattices, FourColoursWhereAllExtentsAreMultiplesOfFour)
{
    EXPECT_EQ(Sublattices(Lattice({4, 8, 12, 16})).count(), 4);
    EXPECT_EQ(Sublattices(Lattice({4, 8, 12, 18})).count(), 8);
    // The rule of CONVENTIONS.md: (2 x_mu + the other coordinates) mod 4.
    const Sublattices four(Lattice({8, 8, 8, 8}));
    EXPECT_EQ(four.of({1, 2, 3, 4}, 2), (1 + 2 + 2 * 3 + 4) % 4);
}

// What the test above must be able to see: a checkerboard is wrong with rectangles and right without.
TEST(Sublattices, ACheckerboardIsSeenToBeWrongForRectangles)
{
    const Lattice lattice({4, 4, 4, 4});
    const auto parity = [&](std::int64_t site, int) { return Lattice::parity(lattice.coordinates(site)); };
    EXPECT_EQ(sharedLoops(lattice, 1, parity), 0);
    EXPECT_GT(sharedLoops(lattice, 2, parity), 0);
}

TEST(Sublattices, AnExtentOfTwoIsRefused)
{
    try {
        const Sublattices sublattices(Lattice({4, 4, 2, 8}));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "extent 2 in direction z", error.what());
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "at least 4", error.what());
    }
}

TEST(LinkSets, ASweepVisitsEveryLinkOnce)
{
    for (const bool rectangles : {false, true}) {
        const Lattice lattice({4, 6, 4, 4});
        const Sublattices sublattices(lattice);
        std::map<Link, int> visits;
        for (const LinkSet& set : linkSets(lattice, rectangles ? actions::symanzik.loops() : actions::wilson.loops())) {
            EXPECT_EQ(set.sublattice == LinkSet::everySublattice, !rectangles);
            for (std::int64_t site = 0; site < lattice.volume(); ++site) {
                const Coordinates x = lattice.coordinates(site);
                if (Lattice::parity(x) == set.parity && (!rectangles || sublattices.of(x, set.mu) == set.sublattice))
                    ++visits[{set.mu, site}];
            }
        }
        EXPECT_EQ(visits.size(), std::size_t(4 * lattice.volume()));
        for (const auto& [link, count] : visits)
            EXPECT_EQ(count, 1);
    }
}

// A plaquette knows of links that change in one slab at most.
TEST(LinkSets, BetweenFixedSlicesSlabsDoNotKnowOfEachOther)
{
    const Lattice lattice({4, 6, 4, 12});
    for (const int thickness : {1, 2, 4, 6, 12}) {
        std::map<Link, int> slabOf; // of those that change
        for (const LinkSet& set : linkSetsBetween(lattice, thickness))
            for (std::int64_t site = 0; site < lattice.volume(); ++site) {
                const Coordinates x = lattice.coordinates(site);
                if (Lattice::parity(x) != set.parity || !set.hasTime(x[3])) continue;
                EXPECT_TRUE(slabOf.emplace(Link(set.mu, site), x[3] / thickness).second) << "twice";
            }
        const std::int64_t fixed = 3 * lattice.spatialVolume() * (lattice.extent(3) / thickness);
        EXPECT_EQ(std::int64_t(slabOf.size()), 4 * lattice.volume() - fixed);
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu)
                for (int nu = 0; nu < mu; ++nu) {
                    std::set<int> slabs;
                    for (const Link& link : loop(lattice, lattice.coordinates(site), mu, nu, 1))
                        if (const auto found = slabOf.find(link); found != slabOf.end()) slabs.insert(found->second);
                    EXPECT_LE(slabs.size(), 1u);
                }
    }
    EXPECT_THROW(linkSetsBetween(lattice, 5), InputError);
    EXPECT_THROW(linkSetsBetween(lattice, 0), InputError);
}

} // namespace
} // namespace gaugegl

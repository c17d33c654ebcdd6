// How lattices are divided among ranks.
#include "gaugegl/core/division.h"

#include "gaugegl/base/error.h"

#include <gtest/gtest.h>
#include <set>

namespace gaugegl {
namespace {

std::string refusal(const Lattice& lattice, int ranks, const DivisionRequest& request, const GhostWidth& ghosts = {})
{
    try {
        chosenGrid(lattice, ranks, request, ghosts);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Division, PartsCoverTheLatticeOnce)
{
    const Lattice lattice({4, 6, 12, 16});
    const std::vector<std::pair<int, DivisionRequest>> cases = {{1, {}},
                                                                {2, {}},
                                                                {4, {.grid = Grid{{1, 1, 2, 2}}}},
                                                                {6, {.grid = Grid{{1, 1, 3, 2}}}},
                                                                {3, {.shares = {3, 1, 2}}}};
    for (const auto& [ranks, request] : cases) {
        std::set<std::int64_t> sites;
        for (int rank = 0; rank < ranks; ++rank) {
            const Lattice part = sharedLattice(lattice, rank, ranks, request);
            EXPECT_EQ(part.isShared(), ranks > 1);
            EXPECT_EQ(part.extents(), lattice.extents());
            for (std::int64_t site = 0; site < part.local().volume(); ++site) {
                const std::int64_t whole = part.wholeSite(site);
                EXPECT_TRUE(sites.insert(whole).second) << whole;
                EXPECT_EQ(part.localSite(whole), site);
                EXPECT_EQ(Lattice::parity(lattice.coordinates(whole)), Lattice::parity(part.local().coordinates(site)));
            }
        }
        EXPECT_EQ(sites.size(), std::size_t(lattice.volume()));
    }
}

TEST(Division, NeighboursAreEachOthers)
{
    const Lattice lattice({4, 4, 8, 24});
    const DivisionRequest request{.grid = Grid{{1, 1, 2, 3}}};
    for (int rank = 0; rank < 6; ++rank) {
        const Share here = sharedLattice(lattice, rank, 6, request).share();
        for (const std::size_t mu : {2u, 3u}) {
            const Share behind = sharedLattice(lattice, here.behind[mu], 6, request).share();
            EXPECT_EQ(behind.before[mu], rank);
            EXPECT_EQ(behind.origin[mu], (here.origin[mu] + here.extents[mu]) % lattice.extents()[mu]);
            EXPECT_EQ(behind.origin[5 - mu], here.origin[5 - mu]);
        }
    }
}

TEST(Division, SharesAreInProportion)
{
    const DivisionRequest request{.shares = {3, 1}};
    EXPECT_EQ(sharedLattice(Lattice({4, 4, 4, 16}), 0, 2, request).share().extents[3], 12);
    EXPECT_EQ(sharedLattice(Lattice({4, 4, 4, 16}), 1, 2, request).share().extents[3], 4);
}

TEST(Division, ByDefaultFewSitesAreExchanged)
{
    EXPECT_EQ(chosenGrid(Lattice({8, 8, 8, 32}), 4, {}).name(), "1x1x1x4");
    EXPECT_EQ(chosenGrid(Lattice({8, 8, 32, 8}), 2, {}).name(), "1x1x2x1");
    EXPECT_EQ(chosenGrid(Lattice({8, 8, 8, 8}), 8, {}).name(), "1x1x2x4");
    // Blocks of 16x8 sites in (z, t) have fewer at their surfaces than those of 32x4.
    EXPECT_EQ(chosenGrid(Lattice({8, 8, 32, 32}), 8, {}).name(), "1x1x2x4");
    EXPECT_EQ(chosenGrid(Lattice({8, 8, 8, 8}), 1, {}).name(), "1x1x1x1");
}

TEST(Division, RefusesWithWhatWouldWork)
{
    const Lattice lattice({8, 8, 8, 8});
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "cannot be divided among 3 ranks", refusal(lattice, 3, {}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "2 ranks would work, as 1x1x1x2", refusal(lattice, 3, {}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "t = 8 in 8 blocks gives 1 sites each",
                        refusal(lattice, 8, {.grid = Grid{{1, 1, 1, 8}}}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "with 8 ranks 1x1x2x4",
                        refusal(lattice, 8, {.grid = Grid{{1, 1, 1, 8}}}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "at least 4 are needed",
                        refusal(lattice, 4, {.grid = Grid{{1, 1, 1, 4}}}, {.z = 3, .t = 4}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "grid 1x1x2x2 needs 4 ranks; there are 2",
                        refusal(lattice, 2, {.grid = Grid{{1, 1, 2, 2}}}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "2 shares need the grid 1x1x1x2",
                        refusal(lattice, 2, {.grid = Grid{{1, 1, 2, 1}}, .shares = {3, 1}}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "2 shares need 2 ranks; there are 4",
                        refusal(lattice, 4, {.shares = {3, 1}}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "gives 0 sites to one of them",
                        refusal(lattice, 2, {.shares = {100, 1}}));
}

TEST(Division, RefusesOtherTexts)
{
    for (const char* text :
         {"", "2", "1x1x2", "1x1x2x2x2", "1x1x0x2", "1x1x-1x2", "1x1x2x", "axbxcxd", "2x1x1x1", "1x2x1x1"})
        EXPECT_THROW(Grid::parse(text), InputError) << text;
    EXPECT_EQ(Grid::parse("1x1x2x4").name(), "1x1x2x4");
    for (const char* text : {"", "3,", "3,-1", "0,1", "3;1", "1.5,1"})
        EXPECT_THROW(parseShares(text), InputError) << text;
    EXPECT_EQ(parseShares("3,1"), (std::vector{3, 1}));
}

} // namespace
} // namespace gaugegl

#include "host/block_layout.h"

#include "gaugegl/core/fermion.h"
#include "support/print_lattice.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace gaugegl::host {
namespace {

class BlockLayouts : public testing::TestWithParam<Lattice> {};

TEST_P(BlockLayouts, HoldEverySiteOfAParityOnce)
{
    const BlockLayout layout(GetParam());
    for (int parity = 0; parity < 2; ++parity) {
        std::vector<std::int64_t> sites(layout.halfSites(parity).begin(), layout.halfSites(parity).end());
        std::sort(sites.begin(), sites.end());
        ASSERT_EQ(std::int64_t(sites.size()), GetParam().halfVolume());
        for (std::size_t k = 0; k < sites.size(); ++k)
            ASSERT_EQ(sites[k], std::int64_t(k));
    }
}

TEST_P(BlockLayouts, FillSixteenLanesWhereAllExtentsAreMultiplesOfFourAndEightElse)
{
    const bool fours = std::ranges::all_of(GetParam().extents(), [](int extent) { return extent % 4 == 0; });

    EXPECT_EQ(BlockLayout(GetParam()).lanes(), fours ? 16 : 8);
}

TEST_P(BlockLayouts, NameTheNeighboursOfEveryLane)
{
    const Lattice& lattice = GetParam();
    const BlockLayout layout(lattice);
    const int lanes = layout.lanes();
    for (int parity = 0; parity < 2; ++parity) {
        const auto siteAt = [&](int p, std::int64_t block, int lane) {
            return siteOfHalf(lattice, p, layout.halfSites(p)[std::size_t(block * lanes + lane)]);
        };
        for (std::int64_t block = 0; block < layout.blocks(); ++block)
            for (int step = 0; step < 8; ++step) {
                const Neighbour at = layout.neighbours(parity)[std::size_t(block * 8 + step)];
                for (int lane = 0; lane < lanes; ++lane) {
                    const Coordinates x = lattice.coordinates(siteAt(parity, block, lane));
                    ASSERT_EQ(siteAt(1 - parity, at.block, lane ^ at.lanes),
                              lattice.index(lattice.shifted(x, step / 2, step % 2 == 0 ? 1 : -1)));
                }
            }
    }
}

INSTANTIATE_TEST_SUITE_P(All, BlockLayouts,
                         testing::Values(Lattice({2, 2, 2, 2}), Lattice({4, 4, 4, 4}), Lattice({6, 6, 6, 6}),
                                         Lattice({4, 6, 8, 10}), Lattice({2, 4, 6, 2}), Lattice({12, 4, 8, 6})),
                         [](const auto& test) { return "On" + test.param.name(); });

} // namespace
} // namespace gaugegl::host

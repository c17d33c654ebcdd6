// Texels and sites: every site has one texel of its own parity.
#include "gaugegl/fields/transfer.h"

#include "reference/dirac.h"

#include <gtest/gtest.h>
#include <set>

namespace gaugegl {
namespace {

TEST(SiteOfTexelTest, EverySiteHasOneTexelOfItsParity)
{
    for (const Lattice& lattice : {Lattice({4, 6, 8, 10}), Lattice({2, 2, 2, 2}), Lattice({6, 2, 4, 2})}) {
        std::set<std::int64_t> sites;
        for (int parity = 0; parity < 2; ++parity)
            for (std::size_t texel = 0; texel < std::size_t(lattice.halfVolume()); ++texel) {
                const std::int64_t site = siteOfTexel(lattice, parity, texel);
                ASSERT_GE(site, 0);
                ASSERT_LT(site, lattice.volume());
                EXPECT_EQ(Lattice::parity(lattice.coordinates(site)), parity) << lattice.name() << ", texel " << texel;
                sites.insert(site);
            }
        EXPECT_EQ(sites.size(), std::size_t(lattice.volume()));
    }
}

TEST(HostGaugeFieldTest, IsColdAndKnowsItsGroupAndLattice)
{
    const Lattice lattice({4, 2, 6, 2});
    for (const Group group : {Group::SU2, Group::SU3}) {
        const HostGaugeField u = hostGaugeField(lattice, group);
        EXPECT_EQ(u.group, group);
        EXPECT_EQ(u.lattice, lattice);
    }
    EXPECT_EQ(reference::gaugeField<3>(lattice, hostGaugeField(lattice, Group::SU3).links)(1, 5),
              reference::Matrix<3>::identity());
}

} // namespace
} // namespace gaugegl

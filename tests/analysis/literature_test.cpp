#include "analysis/literature.h"

#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

TEST(PublishedPlaquette, PrefersTheSameLattice)
{
    const auto small = publishedPlaquette(Group::SU3, Lattice({8, 8, 8, 8}), 6.0);
    const auto large = publishedPlaquette(Group::SU3, Lattice({16, 16, 16, 16}), 6.0);

    ASSERT_TRUE(small && large);
    EXPECT_EQ(small->value, 0.59435);
    EXPECT_EQ(small->lattice, "8x8x8x8");
    EXPECT_TRUE(small->sameLattice);
    EXPECT_EQ(large->value, 0.593678);
    EXPECT_NE(large->source.find("hep-lat/9602007"), std::string::npos);
    EXPECT_EQ(large->describe(), "0.593678(24) on 16x16x16x16 (" + large->source + ")");
}

TEST(PublishedPlaquette, OtherwiseNamesTheLargestLattice)
{
    const auto found = publishedPlaquette(Group::SU2, Lattice({24, 24, 24, 48}), 2.5);

    ASSERT_TRUE(found);
    EXPECT_EQ(found->value, 0.651863);
    EXPECT_EQ(found->lattice, "16x16x16x16");
    EXPECT_FALSE(found->sameLattice);
}

TEST(PublishedPlaquette, IsUnknownAwayFromTheTable)
{
    EXPECT_FALSE(publishedPlaquette(Group::SU2, Lattice({8, 8, 8, 8}), 5.7));
    EXPECT_FALSE(publishedPlaquette(Group::SU3, Lattice({8, 8, 8, 8}), 6.01));
    EXPECT_FALSE(publishedPlaquette(Group::SU3, Lattice({8, 8, 8, 8}), 6.0, actions::symanzik)) << "of another action";
    EXPECT_EQ(publishedPlaquette(Group::SU3, Lattice({4, 4, 4, 4}), 4.5, actions::symanzik)->value, 0.63708);
    EXPECT_FALSE(publishedPlaquette(Group::SU3, Lattice({4, 4, 4, 4}), 4.5));
}

TEST(PublishedCoupling, IsThatOfTheGroupAndTheExtentInTime)
{
    const auto su2 = publishedCriticalCoupling(Group::SU2, 4), su3 = publishedCriticalCoupling(Group::SU3, 4);

    ASSERT_TRUE(su2 && su3);
    EXPECT_EQ(su2->value, 2.2986);
    EXPECT_NE(su2->source.find("hep-lat/9208012"), std::string::npos);
    EXPECT_EQ(su3->value, 5.6925);
    EXPECT_NE(su3->source.find("hep-lat/9602007"), std::string::npos);
    EXPECT_FALSE(publishedCriticalCoupling(Group::SU2, 3));
}

TEST(PublishedKappa, IsThatOfItsCouplingAndImprovementAlone)
{
    EXPECT_EQ(publishedCriticalKappa(Group::SU3, 6.0, 1.769)->value, 0.135196);
    EXPECT_FALSE(publishedCriticalKappa(Group::SU3, 6.0, 0));
    EXPECT_FALSE(publishedCriticalKappa(Group::SU3, 6.2, 1.769));
    EXPECT_FALSE(publishedCriticalKappa(Group::SU2, 6.0, 1.769));
}

} // namespace
} // namespace gaugegl::analysis

#include "analysis/plaquette_expansion.h"

#include "analysis/literature.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

TEST(PlaquetteExpansion, OfOnePlaquetteIsTheExactIntegral)
{
    EXPECT_NEAR(onePlaquette(Group::SU2, 1), 0.240193723870, 1e-11);
    EXPECT_NEAR(onePlaquette(Group::SU2, 2.5), 0.507195100047, 1e-11);
    EXPECT_NEAR(onePlaquette(Group::SU3, 1), 0.0601265548, 1e-8);
    EXPECT_NEAR(onePlaquette(Group::SU3, 6), 0.4225317396, 1e-8);
    EXPECT_EQ(onePlaquette(Group::SU2, 0), 0);
    EXPECT_NEAR(onePlaquette(Group::SU3, 0.01), 0.01 / 18, 1e-6);
}

TEST(PlaquetteExpansion, AtStrongCouplingIsTheSeriesInBeta)
{
    EXPECT_NEAR(strongCouplingPlaquette(Group::SU2, 0.5), 0.12383, 1e-5);
    const double b = 0.8; // b/4 - b^3/96 + 7 b^5/1536 - 31 b^7/23040
    EXPECT_NEAR(strongCouplingPlaquette(Group::SU2, b),
                b / 4 - std::pow(b, 3) / 96 + 7 * std::pow(b, 5) / 1536 - 31 * std::pow(b, 7) / 23040, 1e-4);
    EXPECT_NEAR(strongCouplingPlaquette(Group::SU3, 1), 0.060130, 2e-6);
    EXPECT_NEAR(strongCouplingPlaquette(Group::SU3, 2), 0.128810, 2e-6);
    EXPECT_NEAR(strongCouplingPlaquette(Group::SU3, 3), 0.20497, 1e-5);
}

TEST(PlaquetteExpansion, AtWeakCouplingIsTheThreeLoopSeries)
{
    EXPECT_NEAR(weakCouplingPlaquette(Group::SU2, 20), 0.962104, 1e-6);
    EXPECT_NEAR(weakCouplingPlaquette(Group::SU3, 30), 0.931867, 1e-6);
}

TEST(PlaquetteExpansion, MeetsMeasuredPlaquettesAtBothEnds)
{
    const Lattice lattice({8, 8, 8, 8});
    const auto measured = [&](double beta) { return publishedPlaquette(Group::SU2, lattice, beta)->value; };
    EXPECT_NEAR(strongCouplingPlaquette(Group::SU2, 1), measured(1), 3e-4);
    EXPECT_NEAR(weakCouplingPlaquette(Group::SU2, 3), measured(3), 0.02);
    EXPECT_GT(std::abs(strongCouplingPlaquette(Group::SU2, 2.3) - measured(2.3)), 0.02) << "the curves end between";
}

} // namespace
} // namespace gaugegl::analysis

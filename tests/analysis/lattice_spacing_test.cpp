// Lattice spacings against the numbers of their sources.
#include "analysis/lattice_spacing.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl::analysis {
namespace {

// r0/a of the simulations to which the interpolation was fitted: table 1 of hep-lat/0108008, and at 6.0 hep-lat/9806005.
TEST(LatticeSpacing, OfThreeColoursIsThatOfTheMeasuredSommerRadii)
{
    for (const auto& [beta, r0] : {std::pair(5.7, 2.922), std::pair(6.0, 5.368), std::pair(6.2, 7.38),
                                   std::pair(6.4, 9.74), std::pair(6.92, 19.13)}) {
        const auto found = latticeSpacing(Group::SU3, beta);

        ASSERT_TRUE(found) << beta;
        EXPECT_NEAR(found->r0ByA.value(), r0, 0.01 * r0) << beta;
        EXPECT_DOUBLE_EQ(found->fm, 0.5 / *found->r0ByA) << beta;
    }
}

/// r0/a of the parametrisation of A. Francis et al., arXiv:1503.05652, with the coefficients of Y. Burnier et al., arXiv:1709.07612: other
/// simulations, and another form.
double sommerRadiusOfLargerLattices(double beta)
{
    const double b0 = 11 / std::pow(4 * std::numbers::pi, 2), b1 = 102 / std::pow(4 * std::numbers::pi, 4);
    const double twoLoops = beta / (12 * b0) + b1 / (2 * b0 * b0) * std::log(6 * b0 / beta);
    return std::exp(twoLoops * (1 - 8.9664 / beta + 19.21 / (beta * beta)) /
                    (1 - 5.25217 / beta + 0.606828 / (beta * beta)));
}

TEST(LatticeSpacing, OfThreeColoursIsThatOfAnotherParametrisation)
{
    for (double beta = 5.7; beta < 6.93; beta += 0.02)
        EXPECT_NEAR(*latticeSpacing(Group::SU3, std::min(beta, 6.92))->r0ByA /
                        sommerRadiusOfLargerLattices(std::min(beta, 6.92)),
                    1, 0.013)
            << beta;
}

// a = 0.1905 / 440 MeV at 2.5; between two couplings the geometric mean in the middle.
TEST(LatticeSpacing, OfTwoColoursIsThatOfTheStringTension)
{
    const auto a = latticeSpacing(Group::SU2, 2.5), b = latticeSpacing(Group::SU2, 2.6),
               between = latticeSpacing(Group::SU2, 2.55);

    ASSERT_TRUE(a && b && between);
    EXPECT_NEAR(a->fm, 0.1905 * 197.327 / 440, 1e-6);
    EXPECT_FALSE(a->r0ByA);
    EXPECT_NEAR(between->fm, std::sqrt(a->fm * b->fm), 1e-9);
    EXPECT_EQ(a->source.find("interpolated"), std::string::npos);
    EXPECT_NE(between->source.find("interpolated between beta = 2.5 and 2.6"), std::string::npos);
}

TEST(LatticeSpacing, IsNotKnownElsewhere)
{
    EXPECT_FALSE(latticeSpacing(Group::SU3, 5.6));
    EXPECT_FALSE(latticeSpacing(Group::SU3, 7));
    EXPECT_FALSE(latticeSpacing(Group::SU2, 2.1));
    EXPECT_FALSE(latticeSpacing(Group::SU2, 2.9));
    EXPECT_FALSE(latticeSpacing(Group::SU4, 10.8));
    EXPECT_FALSE(latticeSpacing(Group::SU3, 6, actions::symanzik));
    EXPECT_TRUE(latticeSpacing(Group::SU3, 5.7) && latticeSpacing(Group::SU3, 6.92));
    EXPECT_TRUE(latticeSpacing(Group::SU2, 2.2) && latticeSpacing(Group::SU2, 2.85));
    EXPECT_FALSE(usualCoupling(Group::SU4));
}

TEST(LatticeSpacing, AndItsCouplingBelongTogether)
{
    for (const Group group : {Group::SU2, Group::SU3})
        for (const double fm : {0.05, 0.0932, 0.15})
            EXPECT_NEAR(latticeSpacing(group, couplingOfSpacing(group, fm))->fm, fm, 1e-9);
    EXPECT_THROW(couplingOfSpacing(Group::SU3, 1), InputError);
    EXPECT_THROW(couplingOfSpacing(Group::SU3, 0.001), InputError);
    EXPECT_THROW(couplingOfSpacing(Group::SU3, std::nan("")), InputError);
    EXPECT_THROW(couplingOfSpacing(Group::SU4, 0.1), InputError);
}

} // namespace
} // namespace gaugegl::analysis

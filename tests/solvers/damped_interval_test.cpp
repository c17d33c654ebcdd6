// What a Chebyshev polynomial damps, by Ritz values.
#include "solvers/damped_interval.h"

#include <gtest/gtest.h>
#include <vector>

namespace gaugegl {
namespace {

constexpr double growth = 20;

std::vector<double> ritz(std::initializer_list<double> values) { return values; }

TEST(DampedInterval, OrdersWhatLiesBelowItsCutAndNothingElse)
{
    const DampedInterval interval({.upper = 4, .cut = 0.2}, growth);

    EXPECT_TRUE(interval.orders(0.19));
    EXPECT_FALSE(interval.orders(0.2));
    EXPECT_EQ(interval.filter().degree % 2, 0);
    EXPECT_GE(interval.filter().growth(), growth);
    EXPECT_GT(interval.filter().at(0.05), interval.filter().at(0.1));
}

TEST(DampedInterval, FollowsRitzValuesDownAndUp)
{
    DampedInterval interval({.upper = 4, .cut = 0.2}, growth);
    EXPECT_FALSE(interval.follow(ritz({0.05, 0.1, 0.19}), 2, 1e-10));
    EXPECT_TRUE(interval.follow(ritz({0.1, 0.3, 0.4}), 2, 1e-10)); // too few below
    EXPECT_DOUBLE_EQ(interval.known().cut, 0.4);
    EXPECT_TRUE(interval.follow(ritz({0.01, 0.02, 0.04}), 2, 1e-10));
    EXPECT_DOUBLE_EQ(interval.known().cut, 0.042);
    EXPECT_FALSE(interval.follow(ritz({0.05, 0.06, 0.07}), 2, 1e-10)); // as many lie below as there were Ritz values
}

TEST(DampedInterval, StaysWhereAllValuesAreOneLevel)
{
    DampedInterval interval({.upper = 4, .cut = 0.2}, growth);

    EXPECT_FALSE(interval.follow(ritz({0.01, 0.01, 0.01 + 1e-12}), 1, 1e-10));
    EXPECT_FALSE(interval.follow(ritz({0, 0, 1e-15}), 1, 1e-10));
}

TEST(DampedInterval, DampsNothingWhereMoreThanTheLowerHalfIsWanted)
{
    DampedInterval interval({.upper = 4, .cut = 1.5}, growth);
    EXPECT_TRUE(interval.follow(ritz({0.1, 3, 3.5}), 2, 1e-10));
    EXPECT_DOUBLE_EQ(interval.known().cut, 2);
    EXPECT_FALSE(interval.orders(3));
    EXPECT_TRUE(interval.follow(ritz({0.1, 2.9, 3.5}), 2, 1e-10));

    EXPECT_TRUE(interval.orders(3.9));
    EXPECT_EQ(interval.filter().degree, 1);
    EXPECT_GT(interval.filter().at(2.9), interval.filter().at(3.5));
    EXPECT_FALSE(interval.follow(ritz({0.001, 0.002, 0.003}), 2, 1e-10));
    EXPECT_FALSE(interval.relax());
    // Where that is known from before.
    EXPECT_EQ(DampedInterval(interval.known(), growth).filter().degree, 1);
}

TEST(DampedInterval, OfANarrowSpectrumIsThatOfTheSpectrumMovedTo0)
{
    const DampedInterval low({.upper = 4, .cut = 0.2}, growth),
        high({.lower = 6.25, .upper = 10.25, .cut = 6.45}, growth);

    EXPECT_EQ(high.filter().degree, low.filter().degree);
    EXPECT_NEAR(high.filter().at(6.3), low.filter().at(0.05), 1e-9);
    EXPECT_NEAR(high.filter().growth(), low.filter().growth(), 1e-9);
}

TEST(DampedInterval, RelaxesAndDoesNotComeBack)
{
    DampedInterval interval({.upper = 4, .cut = 0.01}, growth);
    const int degree = interval.filter().degree;
    ASSERT_TRUE(interval.relax());
    EXPECT_DOUBLE_EQ(interval.known().cut, 0.04);
    EXPECT_LT(interval.filter().degree, degree);

    EXPECT_FALSE(interval.follow(ritz({0.001, 0.002, 0.003}), 1, 1e-10));
    int steps = 0;
    while (steps < 100 && interval.relax())
        ++steps;
    EXPECT_LE(steps, 6);
    EXPECT_EQ(interval.filter().degree, 1);
}

} // namespace
} // namespace gaugegl

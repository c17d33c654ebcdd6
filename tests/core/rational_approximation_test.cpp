// Minimax approximations of powers: equioscillation proves that they are the best ones.
#include "core/rational_approximation.h"
#include "gaugegl/base/error.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

struct Case {
    double power, lower, upper;
    int degree;
};

class RationalApproximationTest : public testing::TestWithParam<Case> {
protected:
    /// Relative errors on a fine logarithmic grid.
    static std::vector<double> errors(const RationalApproximation& r)
    {
        constexpr int points = 200000;
        std::vector<double> all;
        all.reserve(points + 1);
        for (int k = 0; k <= points; ++k) {
            const double x = r.lower * std::pow(r.upper / r.lower, double(k) / points);
            all.push_back(r(x) / std::pow(x, r.power) - 1);
        }
        return all;
    }
};

// Chebyshev's theorem: with 2 n + 2 extrema of one size and alternating sign no other approximation is better.
TEST_P(RationalApproximationTest, ErrorHasOneSizeAtTwoMoreThanTwiceTheDegreeAlternatingExtrema)
{
    const auto [power, lower, upper, degree] = GetParam();
    const RationalApproximation r = bestPower(power, lower, upper, degree);

    const std::vector<double> e = errors(r);
    std::vector<double> extrema;
    for (const double one : e) {
        if (extrema.empty() || (one > 0) != (extrema.back() > 0)) extrema.push_back(one);
        if (std::abs(one) > std::abs(extrema.back())) extrema.back() = one;
    }
    ASSERT_EQ(extrema.size(), std::size_t(2 * degree + 2));
    for (const double one : extrema)
        EXPECT_NEAR(std::abs(one) / r.error, 1, 1e-4 + 1e-13 / r.error);
}

TEST_P(RationalApproximationTest, PolesAreNegativeAndResiduesHaveOneSign)
{
    const auto [power, lower, upper, degree] = GetParam();
    const RationalApproximation r = bestPower(power, lower, upper, degree);

    ASSERT_EQ(r.degree(), degree);
    for (int k = 0; k < degree; ++k) {
        EXPECT_GT(r.shifts[std::size_t(k)], k == 0 ? 0 : r.shifts[std::size_t(k) - 1]);
        EXPECT_GT(r.residues[std::size_t(k)] * -power, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Powers, RationalApproximationTest,
                         testing::Values(Case{-0.5, 0.01, 4, 4}, Case{0.25, 1e-3, 5, 7}, Case{-0.25, 1e-4, 6, 10},
                                         Case{-0.75, 1e-3, 5, 6}, Case{0.5, 0.5, 2, 1}));

TEST(RationalApproximation, OfDegreeOneIsTheOneByHand)
{
    // x^(1/2) from 1/4 to 4.  With the ends' errors -E and E, r(1/4) r(4) = 1 - E^2 = c^2, and by the symmetry x -> 1/x
    // r = c (1 + w x)/(w + x): (w + 1/w) and E follow from the ends and from the extremum between 1 and 4.
    const RationalApproximation r = bestPower(0.5, 0.25, 4, 1);
    const double c = std::sqrt(1 - r.error * r.error), w = r.shifts[0];
    EXPECT_NEAR(r.constant, c * w, 1e-7);
    EXPECT_NEAR(r.residues[0], c * (1 - w * w), 1e-7);
    EXPECT_NEAR(std::abs(r(4) / 2 - 1), r.error, 1e-7);
    EXPECT_NEAR(r(4) / 2 - 1, 1 - r(0.25) / 0.5, 1e-7);
}

TEST(RationalApproximation, TakesAsManyPolesAsTheErrorAsksFor)
{
    const RationalApproximation r = powerTo(1e-8, -0.5, 1e-3, 5);
    EXPECT_LE(r.error, 1e-8);
    EXPECT_GT(bestPower(-0.5, 1e-3, 5, r.degree() - 1).error, 1e-8);
}

TEST(RationalApproximation, OfWrongInputIsRefused)
{
    EXPECT_THROW(bestPower(0, 0.1, 1, 3), InputError);
    EXPECT_THROW(bestPower(1, 0.1, 1, 3), InputError);
    EXPECT_THROW(bestPower(0.5, 0, 1, 3), InputError);
    EXPECT_THROW(bestPower(0.5, 2, 1, 3), InputError);
    EXPECT_THROW(bestPower(0.5, 0.1, 1, 0), InputError);
    EXPECT_THROW(bestPower(0.5, 0.1, 1, 41), InputError);
    EXPECT_THROW(powerTo(0, 0.5, 0.1, 1), InputError);
}

} // namespace
} // namespace gaugegl

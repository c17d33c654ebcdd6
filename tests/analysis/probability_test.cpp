#include "analysis/probability.h"

#include <cmath>
#include <gsl/gsl_cdf.h>
#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

TEST(Probability, OfChiSquaredIsThatOfGsl)
{
    for (const int degrees : {1, 2, 3, 7, 40, 300})
        for (const double ratio : {0.01, 0.3, 0.9, 1.0, 1.1, 1.5, 3.0}) {
            const double expected = gsl_cdf_chisq_Q(ratio * degrees, degrees);
            EXPECT_NEAR(chiSquaredTail(ratio * degrees, degrees), expected, 1e-12 + 1e-10 * expected)
                << degrees << " " << ratio;
        }
    EXPECT_EQ(chiSquaredTail(0, 3), 1);
    EXPECT_EQ(chiSquaredTail(5, 0), 1);
    EXPECT_TRUE(std::isnan(chiSquaredTail(std::nan(""), 3)));
}

TEST(Probability, OfFishersRatioIsThatOfGsl)
{
    for (const int numerator : {1, 2, 5, 30})
        for (const int denominator : {2, 7, 100})
            for (const double f : {0.01, 0.5, 1.0, 2.0, 10.0}) {
                const double expected = gsl_cdf_fdist_Q(f, numerator, denominator);
                EXPECT_NEAR(fisherTail(f, numerator, denominator), expected, 1e-12 + 1e-10 * expected)
                    << numerator << " " << denominator << " " << f;
            }
    EXPECT_EQ(fisherTail(0, 2, 3), 1);
    EXPECT_TRUE(std::isnan(fisherTail(std::nan(""), 2, 3)));
}

} // namespace
} // namespace gaugegl::analysis

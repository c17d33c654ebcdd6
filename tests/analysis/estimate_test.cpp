#include "gaugegl/analysis/estimate.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace gaugegl::analysis {
namespace {

TEST(FormatEstimate, RoundsToTheSecondDigitOfTheError)
{
    EXPECT_EQ(formatEstimate(0.594351, 0.000134), "0.59435(13)");
    EXPECT_EQ(formatEstimate(0.594351, 0.0996), "0.59(10)") << "0.0996 rounds to 0.10";
    EXPECT_EQ(formatEstimate(-0.0123, 0.0045), "-0.0123(45)");
    EXPECT_EQ(formatEstimate(1.0, 0.002), "1.0000(20)");
    EXPECT_EQ(formatEstimate(0.0, 3.2e-6), "0.0000000(32)");
}

TEST(FormatEstimate, WritesSmallNumbersWithAPowerOfTen)
{
    EXPECT_EQ(formatEstimate(4.77e-29, 3.14e-29), "4.8(3.1)e-29");
    EXPECT_EQ(formatEstimate(0.0, 3.2e-9), "0.0(3.2)e-9");
    EXPECT_EQ(formatEstimate(-5.5e-8, 2e-10), "-5.500(20)e-8");
}

TEST(FormatEstimate, WritesLargeErrorsWithTheirPoint)
{
    EXPECT_EQ(formatEstimate(12.34, 1.52), "12.3(1.5)");
    EXPECT_EQ(formatEstimate(12.34, 0.999), "12.3(1.0)");
    EXPECT_EQ(formatEstimate(1234.6, 15.2), "1235(15)");
    EXPECT_EQ(formatEstimate(123456, 1520), "123500(1500)");
}

TEST(FormatEstimate, SaysWhatIsExactOrUnknown)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();

    EXPECT_EQ(formatEstimate(0.5, 0), "0.5");
    EXPECT_EQ(formatEstimate(1, 0), "1");
    EXPECT_EQ(formatEstimate(0.5943512, nan), "0.594351(unknown)");
    EXPECT_EQ(formatEstimate(0.5, std::numeric_limits<double>::infinity()), "0.5(unknown)");
    EXPECT_EQ(formatEstimate(nan, 0.1), "unknown");
    EXPECT_EQ(formatEstimate(Estimate()), "unknown");
}

} // namespace
} // namespace gaugegl::analysis

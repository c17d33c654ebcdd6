#include "analysis/histogram.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace gaugegl::analysis {
namespace {

TEST(Histogram, CountsEveryValueOnce)
{
    std::mt19937_64 generator(1);
    std::normal_distribution<double> normal(0.6, 0.01);
    std::vector<double> values;
    values.reserve(1000);
    for (int i = 0; i < 1000; ++i)
        values.push_back(normal(generator));

    const Histogram result = histogram(values);

    EXPECT_EQ(result.total(), values.size());
    EXPECT_GT(result.counts.size(), 15U);
    EXPECT_LT(result.counts.size(), 60U);
    for (std::size_t bin = 0; bin + 1 < result.counts.size(); ++bin) {
        std::size_t inside = 0;
        for (const double value : values)
            if (std::abs(value - result.centre(bin)) < result.width / 2) ++inside;
        EXPECT_NEAR(double(inside), double(result.counts[bin]), 1);
    }
}

TEST(Histogram, PutsTheLargestValueIntoTheLastBin)
{
    const std::vector<double> values = {0, 1, 2, 3, 4, 5, 6, 7, 8};

    const Histogram result = histogram(values);

    EXPECT_EQ(result.lower, 0);
    EXPECT_DOUBLE_EQ(result.lower + result.width * double(result.counts.size()), 8);
    EXPECT_GE(result.counts.back(), 1U);
}

TEST(Histogram, HandlesEqualFewAndInvalidValues)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> equal(12, 0.7);
    const std::vector<double> outlier = {1, 1, 1, 1, 1, 1, 1, 9};
    const std::vector<double> invalid = {nan, 3.0, std::numeric_limits<double>::infinity()};

    EXPECT_TRUE(histogram({}).counts.empty());
    ASSERT_EQ(histogram(equal).counts.size(), 1U);
    EXPECT_EQ(histogram(equal).counts[0], 12U);
    EXPECT_NEAR(histogram(equal).centre(0), 0.7, 1e-12);
    EXPECT_EQ(histogram(outlier).counts.size(), 4U) << "no quartile distance: Sturges's rule";
    EXPECT_EQ(histogram(invalid).total(), 1U);
}

TEST(Histogram, HasIntegersInTheMiddleOfItsBins)
{
    const std::vector<double> charges = {-2.9, -1.1, 0.05, 0.1, 0.97, 3.04, std::numeric_limits<double>::quiet_NaN()};

    const Histogram whole = histogramAroundIntegers(charges);

    EXPECT_EQ(whole.width, 1);
    EXPECT_EQ(whole.counts, (std::vector<std::size_t>{1, 0, 1, 2, 1, 0, 1})) << "of -3 to 3";
    for (std::size_t bin = 0; bin < whole.counts.size(); ++bin)
        EXPECT_DOUBLE_EQ(whole.centre(bin), double(bin) - 3);
    const Histogram small = histogramAroundIntegers(std::vector<double>{-0.31, 0.01, 0.02, 1});
    EXPECT_EQ(small.width, 0.2);
    EXPECT_NEAR(small.centre(0), -0.4, 1e-15);
    EXPECT_EQ(small.counts, (std::vector<std::size_t>{1, 0, 2, 0, 0, 0, 0, 1}));
    const Histogram large = histogramAroundIntegers(std::vector<double>{-500, 500});
    EXPECT_LE(large.counts.size(), 101U);
    EXPECT_EQ(large.total(), 2U);
    EXPECT_EQ(histogramAroundIntegers(std::vector<double>{0}).counts.size(), 1U);
    EXPECT_TRUE(histogramAroundIntegers({}).counts.empty());
}

} // namespace
} // namespace gaugegl::analysis

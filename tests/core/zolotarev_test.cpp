// Zolotarev's approximation of the sign: what makes it the best one, its limits, and its two forms.
#include "core/zolotarev.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

/// The product form.
double byWeights(const ZolotarevSign& sign, double x)
{
    double p = 1;
    for (const double w : sign.weights)
        p *= (1 - w * x) / (1 + w * x);
    return (1 - p) / (1 + p);
}

class ZolotarevOrders : public testing::TestWithParam<int> {
protected:
    const SignInterval interval_{0.05, 6};
    const ZolotarevSign sign_ = zolotarevSign(GetParam(), interval_);
};

// Chebyshev: the best one has as many largest deviations of alternating sign as it has free numbers, and one more.
TEST_P(ZolotarevOrders, DeviatesAsFarOnBothSidesOnceMoreThanItsOrder)
{
    constexpr int points = 200000;
    int alternations = 0;
    double last = 0, largest = 0;
    for (int k = 0; k <= points; ++k) {
        const double x = interval_.lower * std::pow(interval_.upper / interval_.lower, double(k) / points);
        const double deviation = sign_(x) - 1;
        largest = std::max(largest, std::abs(deviation));
        if (std::abs(deviation) < 0.999 * sign_.error) continue;
        if (alternations == 0 || (deviation > 0) != (last > 0)) ++alternations;
        last = deviation;
    }
    EXPECT_EQ(alternations, GetParam() + 1);
    EXPECT_NEAR(largest / sign_.error, 1, 1e-6);
}

TEST_P(ZolotarevOrders, IsTheSameInBothFormsAndOdd)
{
    ASSERT_EQ(int(sign_.weights.size()), GetParam());
    ASSERT_EQ(int(sign_.shifts.size()), GetParam() / 2);
    EXPECT_EQ(sign_.constant == 0, GetParam() % 2 == 0);
    EXPECT_TRUE(std::ranges::is_sorted(sign_.shifts));
    EXPECT_TRUE(std::ranges::is_sorted(sign_.weights, std::greater()));
    for (const double x : {0.01, 0.05, 0.4, 1.0, 3.3, 6.0, 20.0}) {
        EXPECT_NEAR(byWeights(sign_, x) / sign_(x), 1, 1e-13) << x;
        EXPECT_EQ(sign_(-x), -sign_(x));
    }
}

// x -> lower upper / x turns the function of an even order into its mirror image, also where it deviates by less than any digit of doubles.
TEST(Zolotarev, WeightsOfHighOrdersAreMirrorImages)
{
    for (const SignInterval& interval : {SignInterval{0.9, 1}, {0.1, 1}, {0.001, 2}})
        for (const int order : {2, 8, 32, 64}) {
            const ZolotarevSign sign = zolotarevSign(order, interval);
            for (std::size_t s = 0; s < sign.weights.size(); ++s)
                EXPECT_NEAR(sign.weights[s] * sign.weights[sign.weights.size() - 1 - s] * interval.lower *
                                interval.upper,
                            1, 1e-14)
                    << order << " on " << interval.lower;
        }
}

INSTANTIATE_TEST_SUITE_P(All, ZolotarevOrders, testing::Values(1, 2, 3, 4, 7, 8), testing::PrintToStringParamName());

// One number: d x with d = 2 / (a + b), off by (b - a) / (b + a) at both ends.
TEST(ZolotarevTest, OfOrderOneIsTheLineThatIsKnown)
{
    const ZolotarevSign sign = zolotarevSign(1, {0.5, 2});
    EXPECT_NEAR(sign.constant, 0.8, 1e-15);
    EXPECT_NEAR(sign.error, 0.6, 1e-15);
    EXPECT_NEAR(sign.weights[0], 0.8, 1e-15);
}

// c x / (x^2 + ab) has the same value at both ends and its maximum at the geometric mean.
TEST(ZolotarevTest, OfOrderTwoIsTheFractionThatIsKnown)
{
    const double a = 0.5, b = 2, mean = std::sqrt(a * b), end = a / (a * a + a * b), middle = mean / (2 * a * b);
    const ZolotarevSign sign = zolotarevSign(2, {a, b});
    EXPECT_NEAR(sign.shifts[0], a * b, 1e-14);
    EXPECT_NEAR(sign.residues[0], 2 / (end + middle), 1e-14);
    EXPECT_NEAR(sign.error, (middle - end) / (middle + end), 1e-14);
    EXPECT_NEAR(sign.weights[0] * sign.weights[1], 1 / (a * b), 1e-14);
}

TEST(ZolotarevTest, FindsTheOrderOfAnError)
{
    const SignInterval interval{1e-3, 7};
    const ZolotarevSign sign = zolotarevSignWithin(1e-13, interval);
    const int order = int(sign.weights.size());
    EXPECT_LE(sign.error, 1e-13);
    EXPECT_GT(zolotarevSign(order - 1, interval).error, 1e-13);
    for (const double x : {1e-3, 2.3e-3, 0.1, 1.0, 7.0})
        EXPECT_NEAR(sign(x), 1, 2e-13) << x;
}

// The highest order is found as any other is.
TEST(ZolotarevTest, FindsOrdersUpToTheHighest)
{
    const SignInterval interval{1e-12, 7};
    EXPECT_EQ(zolotarevSignWithin(zolotarevSign(128, interval).error * (1 + 1e-12), interval).weights.size(), 128U);
    EXPECT_THROW(zolotarevSignWithin(zolotarevSign(129, interval).error * (1 + 1e-12), interval), InputError);
}

TEST(ZolotarevTest, RefusesWhatIsNoInterval)
{
    EXPECT_THROW(zolotarevSign(0, {1, 2}), InputError);
    EXPECT_THROW(zolotarevSign(2, {0, 2}), InputError);
    EXPECT_THROW(zolotarevSign(2, {3, 2}), InputError);
    EXPECT_THROW(zolotarevSignWithin(0, {1, 2}), InputError);
    EXPECT_THROW(zolotarevSignWithin(1e-300, {1e-9, 2}), InputError);
}

} // namespace
} // namespace gaugegl

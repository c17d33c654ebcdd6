#include "solvers/lanczos.h"

#include "support/dense.h"

#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl::testing_support {
namespace {

TEST(LanczosTest, EigenvaluesOfATridiagonalMatrixAreKnownOnes)
{
    constexpr int n = 12; // 2 - 2 cos(pi k / (n + 1))
    const Tridiagonal matrix{std::vector<double>(n, 2), std::vector<double>(n - 1, -1)};
    for (int k = 0; k < n; ++k)
        EXPECT_NEAR(eigenvalue(matrix, k), 2 - 2 * std::cos(std::numbers::pi * (k + 1) / (n + 1)), 1e-14) << k;
    EXPECT_EQ(eigenvaluesBelow(matrix, 2.0001), n / 2);
}

TEST(LanczosTest, FindsBothEndsOfASpectrumFromInside)
{
    constexpr std::size_t n = 200;
    const DenseOperator<DoubleField> a(withSpectrum(logarithmicSpectrum(n, 1e-3), 3));
    const ExtremalEigenvalues found = extremalEigenvalues(a, randomField(n, 1), {.tolerance = 1e-6});
    EXPECT_TRUE(found.converged);
    EXPECT_NEAR(found.lower / 1e-3, 1, 1e-2);
    EXPECT_GE(found.lower, 1e-3 * (1 - 1e-10));
    EXPECT_NEAR(found.upper, 1, 1e-6);
    EXPECT_LE(found.upper, 1 + 1e-10);
}

TEST(LanczosTest, EndsWhereTheSpaceIsExhausted)
{
    const DenseOperator<DoubleField> a(withSpectrum({0.5, 2, 3}, 3));
    const ExtremalEigenvalues found = extremalEigenvalues(a, randomField(3, 1));
    EXPECT_TRUE(found.converged);
    EXPECT_EQ(found.steps, 3);
    EXPECT_NEAR(found.lower, 0.5, 1e-12);
    EXPECT_NEAR(found.upper, 3, 1e-12);
}

TEST(LanczosTest, SaysWhenItsStepsDoNotSuffice)
{
    constexpr std::size_t n = 200;
    const DenseOperator<DoubleField> a(withSpectrum(logarithmicSpectrum(n, 1e-6), 3));
    const ExtremalEigenvalues found = extremalEigenvalues(a, randomField(n, 1), {.maxSteps = 25});
    EXPECT_FALSE(found.converged);
    EXPECT_EQ(found.steps, 25);
    EXPECT_GT(found.lower, 1e-6);
}

} // namespace
} // namespace gaugegl::testing_support

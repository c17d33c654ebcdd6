#include "solvers/extrapolation.h"

#include "support/dense.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

constexpr std::size_t length = 40;

TEST(ExtrapolationTest, SolvesSmallSystems)
{
    const std::vector<double> c = solveDense({{4, 1, 0}, {1, 3, -1}, {0, -1, 2}}, {6, 4, 4});
    const std::vector<double> expected = {1, 2, 3};
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(c[i], expected[i], 1e-14);
}

/// A right-hand side that is a parabola in time with a fixed matrix.
DoubleField sourceAt(double time)
{
    DoubleField b = randomField(length, 1);
    axpy(time, randomField(length, 2), b);
    axpy(time * time, randomField(length, 3), b);
    return b;
}

TEST(ExtrapolationTest, OfParabolasIsExactFromThreeSolutions)
{
    const Dense m = withSpectrum(logarithmicSpectrum(length, 1e-2), 3);
    const DenseOperator<DoubleField> a(m);
    SolutionHistory<DoubleField> history(5);
    DoubleField x(length);
    history.guess(a, x, sourceAt(0));
    EXPECT_EQ(norm2(x), 0) << "without solutions it is 0";
    for (const double time : {0.0, 0.1, 0.2}) {
        history.add(directSolution(m, sourceAt(time)));
        history.guess(a, x, sourceAt(0.3));
        EXPECT_EQ(deviation(x, directSolution(m, sourceAt(0.3))) < 1e-9, time == 0.2) << time;
    }
    history.forget();
    history.guess(a, x, sourceAt(0));
    EXPECT_EQ(norm2(x), 0);
}

TEST(ExtrapolationTest, TakesTheLastSolutionWhereOnlyOneIsKept)
{
    const DenseOperator<DoubleField> a(diagonal(std::vector<double>(length, 2)));
    SolutionHistory<DoubleField> last(1), none(0);
    DoubleField x(length);
    for (const unsigned seed : {4u, 5u}) {
        last.add(randomField(length, seed));
        none.add(randomField(length, seed));
    }
    last.guess(a, x, randomField(length, 6));
    EXPECT_EQ(deviation(x, randomField(length, 5)), 0);
    none.guess(a, x, randomField(length, 6));
    EXPECT_EQ(norm2(x), 0);
}

TEST(ExtrapolationTest, LeavesOutSolutionsThatDifferByRoundingOnly)
{
    const Dense m = withSpectrum(logarithmicSpectrum(length, 1e-2), 3);
    const DenseOperator<DoubleField> a(m);
    SolutionHistory<DoubleField> history(3);
    const DoubleField solution = directSolution(m, sourceAt(0));
    for (int k = 0; k < 3; ++k) {
        DoubleField noisy = solution;
        axpy(1e-14, randomField(length, unsigned(10 + k)), noisy);
        history.add(noisy);
    }
    DoubleField x(length);
    history.guess(a, x, sourceAt(0));
    EXPECT_LT(deviation(x, solution), 1e-12);
}

} // namespace
} // namespace gaugegl::testing_support

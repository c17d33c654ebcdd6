// Every way in which a solve can end.
#include "solvers/bicgstab.h"
#include "solvers/cg.h"
#include "solvers/cgnr.h"
#include "support/dense.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

using Operator = DenseOperator<DoubleField>;

DoubleField vectorOf(const std::vector<double>& numbers)
{
    DoubleField x(numbers.size());
    std::copy(numbers.begin(), numbers.end(), x.v.begin());
    return x;
}

TEST(SolverStatusTest, HasNames)
{
    EXPECT_EQ(name(SolverStatus::Converged), "converged");
    EXPECT_EQ(name(SolverStatus::Breakdown), "breakdown");
    EXPECT_EQ(name(SolverStatus::Stagnation), "stagnation");
    EXPECT_EQ(name(SolverStatus::NotANumber), "not a number");
    EXPECT_EQ(name(SolverStatus::NotPositive), "not positive");
    EXPECT_EQ(name(SolverStatus::TooManyIterations), "too many iterations");
}

TEST(SolverStatusTest, ZeroSourceHasTheSolutionZero)
{
    const Operator a(diagonal({1, 2}));
    DoubleField x = vectorOf({3, 4});

    const SolverResult result = conjugateGradient(a, x, vectorOf({0, 0}));

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_EQ(norm2(x), 0);
}

TEST(SolverStatusTest, GoodGuessNeedsNoIteration)
{
    const Operator a(diagonal({1, 2}));
    DoubleField x = vectorOf({3, 2});

    const SolverResult result = conjugateGradient(a, x, vectorOf({3, 4}));

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_EQ(result.relativeResidual, 0);
}

TEST(SolverStatusTest, IndefiniteMatrixIsNotPositive)
{
    const Operator a(diagonal({1, -1}));
    DoubleField x(2);

    EXPECT_EQ(conjugateGradient(a, x, vectorOf({1, 2})).status, SolverStatus::NotPositive);
}

TEST(SolverStatusTest, SingularMatrixIsNotPositive)
{
    const Operator a(diagonal({1, 0}));
    DoubleField x(2);

    EXPECT_EQ(conjugateGradient(a, x, vectorOf({0, 1})).status, SolverStatus::NotPositive);
}

TEST(SolverStatusTest, NormalEquationsOfASingularMatrixBreakDown)
{
    const Operator a(diagonal({1, 0}));
    DoubleField x(2);

    EXPECT_EQ(normalConjugateGradient(a, x, vectorOf({0, 1})).status, SolverStatus::Breakdown);
}

TEST(SolverStatusTest, BicgstabBreaksDownOnARotation)
{
    Dense m(2);
    m(0, 1) = 1;
    m(1, 0) = -1;
    DoubleField x(2);

    EXPECT_EQ(bicgstab(Operator(m), x, vectorOf({1, 2})).status, SolverStatus::Breakdown);
}

TEST(SolverStatusTest, InconsistentSystemStagnates)
{
    std::vector<double> eigenvalues = logarithmicSpectrum(20, 0.1);
    eigenvalues[0] = 0;
    const Operator a(withSpectrum(eigenvalues, 3));
    DoubleField x(20);

    const SolverResult result = normalConjugateGradient(a, x, randomField(20, 1), {.stagnationWindow = 25});

    EXPECT_EQ(result.status, SolverStatus::Stagnation);
    EXPECT_GT(result.relativeResidual, 1e-3);
}

TEST(SolverStatusTest, ToleranceBelowThePrecisionStagnates)
{
    const Operator a(withSpectrum(logarithmicSpectrum(20, 0.1), 3));
    DoubleField x(20);

    const SolverResult result = conjugateGradient(a, x, randomField(20, 1), {.tolerance = 1e-18});

    EXPECT_EQ(result.status, SolverStatus::Stagnation);
    EXPECT_LT(result.relativeResidual, 1e-14);
}

TEST(SolverStatusTest, NanInTheMatrixIsNotANumber)
{
    Dense m = diagonal({1, 2, 3});
    m(1, 1) = std::nan("");
    DoubleField x(3);

    EXPECT_EQ(conjugateGradient(Operator(m), x, vectorOf({1, 1, 1})).status, SolverStatus::NotANumber);
}

TEST(SolverStatusTest, NanInTheSourceIsNotANumber)
{
    DoubleField x(2);

    EXPECT_EQ(conjugateGradient(Operator(diagonal({1, 2})), x, vectorOf({1, std::nan("")})).status,
              SolverStatus::NotANumber);
}

TEST(SolverStatusTest, TooFewIterationsAreSaidToBeTooFew)
{
    const Operator a(withSpectrum(logarithmicSpectrum(30, 0.01), 3));
    DoubleField x(30);

    const SolverResult result = conjugateGradient(a, x, randomField(30, 1), {.tolerance = 1e-10, .maxIterations = 7});

    EXPECT_EQ(result.status, SolverStatus::TooManyIterations);
    EXPECT_EQ(result.iterations, 7);
    EXPECT_GT(result.relativeResidual, 1e-10);
}

TEST(SolverStatusTest, HistoryHasEveryIteration)
{
    const Operator a(withSpectrum(logarithmicSpectrum(30, 0.1), 3));
    DoubleField x(30);

    const SolverResult result = conjugateGradient(a, x, randomField(30, 1), {.tolerance = 1e-8});

    ASSERT_EQ(result.history.size(), std::size_t(result.iterations));
    for (std::size_t i = 0; i < result.history.size(); ++i)
        EXPECT_EQ(result.history[i].iteration, int(i) + 1);
    EXPECT_LE(result.history.back().relativeResidual, 1e-8);
}

} // namespace
} // namespace gaugegl::testing_support

#include "solvers/cg.h"

#include "algebra/normal.h"
#include "solvers/bicgstab.h"
#include "solvers/cgnr.h"
#include "support/dense.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

using Operator = DenseOperator<DoubleField>;

constexpr std::size_t size = 40;

// A Hermitian matrix with eigenvalues between 0.01 and 1.
Dense positiveMatrix() { return withSpectrum(logarithmicSpectrum(size, 1e-2), 3); }

TEST(ConjugateGradientTest, AgreesWithTheDirectSolution)
{
    const Operator a(positiveMatrix());
    const DoubleField b = randomField(size, 1);
    DoubleField x(size);

    const SolverResult result = conjugateGradient(a, x, b, {.tolerance = 1e-13});

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_LT(deviation(x, directSolution(positiveMatrix(), b)), 1e-11);
    EXPECT_LE(result.relativeResidual, 1e-13);
    EXPECT_GT(result.applications, result.iterations);
}

TEST(NormalConjugateGradientTest, AgreesWithTheDirectSolution)
{
    const Dense m = randomMatrix(size, 5);
    const DoubleField b = randomField(size, 1);
    DoubleField x(size);

    const SolverResult result = normalConjugateGradient(Operator(m), x, b, {.tolerance = 1e-13});

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_LT(deviation(x, directSolution(m, b)), 1e-10);
    EXPECT_LE(result.relativeResidual, 1e-13);
}

TEST(NormalConjugateGradientTest, ResidualNeverRises)
{
    const DoubleField b = randomField(size, 1);
    DoubleField x(size);

    const SolverResult result = normalConjugateGradient(Operator(randomMatrix(size, 5)), x, b, {.tolerance = 1e-10});

    ASSERT_GT(result.history.size(), 2U);
    for (std::size_t i = 1; i < result.history.size(); ++i)
        EXPECT_LE(result.history[i].relativeResidual, result.history[i - 1].relativeResidual * (1 + 1e-12));
}

TEST(BicgstabTest, AgreesWithTheDirectSolution)
{
    Dense m = randomMatrix(size, 5);
    for (std::size_t i = 0; i < size; ++i)
        m(i, i) += 12; // eigenvalues in one half of the plane
    const DoubleField b = randomField(size, 1);
    DoubleField x(size);

    const SolverResult result = bicgstab(Operator(m), x, b, {.tolerance = 1e-13});

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_LT(deviation(x, directSolution(m, b)), 1e-11);
    EXPECT_LE(result.relativeResidual, 1e-13);
}

TEST(ConjugateGradientTest, OnNormalEquationsAgreesWithCgnr)
{
    const Operator a(randomMatrix(size, 5));
    const DoubleField b = randomField(size, 1);
    DoubleField x(size), y(size), source(size);

    a.applyAdjoint(source, b);
    const SolverResult result = conjugateGradient(Normal(a), x, source, {.tolerance = 1e-13});
    normalConjugateGradient(a, y, b, {.tolerance = 1e-13});

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_LT(deviation(x, y), 1e-9);
}

TEST(ConjugateGradientTest, GoesOnFromAGuess)
{
    const Operator a(positiveMatrix());
    const DoubleField b = randomField(size, 1);
    DoubleField x(size);

    const SolverResult first = conjugateGradient(a, x, b, {.tolerance = 1e-5});
    const SolverResult second = conjugateGradient(a, x, b, {.tolerance = 1e-6});

    EXPECT_TRUE(second.converged());
    EXPECT_LT(second.iterations, first.iterations);
}

TEST(ConjugateGradientTest, ReplacesTheResidualWhereTheRecursionDrifted)
{
    // What is rounded while the guess is huge makes the recursion's residual fall below what x achieves.
    const Operator a(positiveMatrix());
    const DoubleField b = randomField(size, 1);
    DoubleField x(size);
    axpy(1e7, randomField(size, 2), x);

    const SolverResult result = conjugateGradient(a, x, b, {.tolerance = 1e-12});

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_GT(result.restarts, 0);
    EXPECT_LE(result.relativeResidual, 1e-12);
    EXPECT_LT(deviation(x, directSolution(positiveMatrix(), b)), 1e-10);
}

} // namespace
} // namespace gaugegl::testing_support

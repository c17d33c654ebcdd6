#include "gaugegl/solvers/cg.h"

#include "gaugegl/solvers/cgnr.h"
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

} // namespace
} // namespace gaugegl::testing_support

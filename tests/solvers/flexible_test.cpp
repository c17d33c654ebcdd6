#include "solvers/flexible.h"

#include "solvers/cg.h"
#include "support/dense.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

using Operator = DenseOperator<DoubleField>;

constexpr std::size_t unknowns = 40;

/// A matrix that says that it is Hermitian and positive.
struct PositiveOperator : Operator {
    using Operator::Operator;
    static constexpr bool positive = true;
};

/// Eigenvalues in the right half of the plane, far from normal.
Dense generalMatrix()
{
    Dense m = randomMatrix(unknowns, 5);
    for (std::size_t i = 0; i < unknowns; ++i)
        m(i, i) += 12;
    return m;
}
Dense spreadMatrix() { return withSpectrum(logarithmicSpectrum(unknowns, 1e-3), 3); }

/// The inverse of the diagonal, with another error at every call: neither linear nor the same twice.
struct ChangingPreconditioner {
    using Field = DoubleField;

    std::vector<double> inverse;
    double error = 0.2;
    mutable unsigned calls = 0;

    void apply(Field& out, const Field& in) const
    {
        const DoubleField noise = randomField(in.v.size(), ++calls);
        out.assign([&](std::size_t i) { return inverse[i] * in.v[i] * (1.0 + error * noise.v[i].real()); });
    }
};

TEST(FlexibleSolverTest, WithoutAPreconditionerHasTheDirectSolutionOfAnyMatrix)
{
    const Operator a(generalMatrix());
    const DoubleField b = randomField(unknowns, 1);
    DoubleField x(unknowns);

    const SolverResult result = flexibleSolve(a, NoPreconditioner<DoubleField>(), x, b, {.tolerance = 1e-13});

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_LT(deviation(x, directSolution(generalMatrix(), b)), 1e-11);
    EXPECT_GT(result.iterations, 16) << "so that it had to make room for directions";
}

TEST(FlexibleSolverTest, OfAPositiveMatrixIsConjugateGradientsWithoutAPreconditioner)
{
    const PositiveOperator a(spreadMatrix());
    const DoubleField b = randomField(unknowns, 1);
    DoubleField x(unknowns), y(unknowns);

    const SolverResult flexible =
        flexibleSolve(a, NoPreconditioner<DoubleField>(), x, b, {.tolerance = 1e-3, .maxIterations = 12});
    const SolverResult plain = conjugateGradient(a, y, b, {.tolerance = 1e-3, .maxIterations = 12});

    EXPECT_EQ(flexible.iterations, plain.iterations);
    ASSERT_EQ(flexible.history.size(), plain.history.size());
    for (std::size_t i = 0; i < plain.history.size(); ++i)
        EXPECT_NEAR(flexible.history[i].relativeResidual, plain.history[i].relativeResidual,
                    1e-8 * plain.history[i].relativeResidual);
    EXPECT_LT(deviation(x, y), 1e-8);
}

TEST(FlexibleSolverTest, ResidualOfAnyMatrixNeverRises)
{
    const DoubleField b = randomField(unknowns, 1);
    DoubleField x(unknowns);

    const SolverResult result =
        flexibleSolve(Operator(generalMatrix()), ChangingPreconditioner{std::vector<double>(unknowns, 1.0), 0.9}, x, b,
                      {.tolerance = 1e-10});

    EXPECT_TRUE(result.converged());
    ASSERT_GT(result.history.size(), 2U);
    for (std::size_t i = 1; i < result.history.size(); ++i)
        EXPECT_LE(result.history[i].relativeResidual, result.history[i - 1].relativeResidual * (1 + 1e-12));
}

template<class A>
void expectHelp(const Dense& spread, const std::vector<double>& inverse)
{
    const A a(spread);
    const DoubleField b = randomField(unknowns, 1);
    DoubleField x(unknowns), y(unknowns);
    const SolverParameters parameters{.tolerance = 1e-12, .maxIterations = 3000, .stagnationWindow = 3000};

    const SolverResult helped = flexibleSolve(a, ChangingPreconditioner{inverse}, x, b, parameters);
    const SolverResult alone = flexibleSolve(a, NoPreconditioner<DoubleField>(), y, b, parameters);

    EXPECT_TRUE(helped.converged());
    EXPECT_LE(helped.relativeResidual, 1e-12);
    EXPECT_LT(deviation(x, directSolution(spread, b)), 1e-7);
    EXPECT_LT(helped.iterations, alone.iterations / 2);
}

TEST(FlexibleSolverTest, TakesAPreconditionerThatIsAnotherOneAtEveryCall)
{
    const std::vector<double> scales = logarithmicSpectrum(unknowns, 1e-4);
    std::vector<double> inverse;
    for (const double scale : scales)
        inverse.push_back(1 / scale);
    Dense positive = withSpectrum(logarithmicSpectrum(unknowns, 0.3), 3), general = generalMatrix();
    for (std::size_t i = 0; i < unknowns; ++i)
        for (std::size_t j = 0; j < unknowns; ++j) {
            positive(i, j) *= std::sqrt(scales[i] * scales[j]);
            general(i, j) *= scales[j] / 12;
        }

    expectHelp<PositiveOperator>(positive, inverse);
    expectHelp<Operator>(general, inverse);
}

TEST(FlexibleSolverTest, KeepsDirectionsWhenTheResidualIsReplaced)
{
    const PositiveOperator a(spreadMatrix());
    const DoubleField b = randomField(unknowns, 1);
    const auto iterations = [&](bool keep) {
        const NoPreconditioner<DoubleField> none;
        FlexibleSolver pass(a, none);
        DoubleField x(unknowns), r = b;
        SolverLimits limits;
        limits.maxIterations = 4;
        limits.keepSearchDirection = keep;
        for (int i = 0; i < 10; ++i)
            pass.advance(x, r, {limits});
        return norm2(r);
    };

    EXPECT_LT(iterations(true), 0.1 * iterations(false));
}

TEST(FlexibleSolverTest, SaysWhenTheMatrixIsNotPositive)
{
    DoubleField x(3), b = randomField(3, 1);

    const SolverResult result =
        flexibleSolve(PositiveOperator(diagonal({1, -2, 3})), NoPreconditioner<DoubleField>(), x, b);

    EXPECT_EQ(result.status, SolverStatus::NotPositive);
}

TEST(FlexibleSolverTest, StopsAtTheLimitOfIterations)
{
    DoubleField x(unknowns);

    const SolverResult result = flexibleSolve(Operator(generalMatrix()), NoPreconditioner<DoubleField>(), x,
                                              randomField(unknowns, 1), {.tolerance = 1e-13, .maxIterations = 5});

    EXPECT_EQ(result.status, SolverStatus::TooManyIterations);
    EXPECT_EQ(result.iterations, 5);
}

} // namespace
} // namespace gaugegl::testing_support

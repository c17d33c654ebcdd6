// Solvers on fields whose numbers are known late.
#include "solvers/bicgstab.h"
#include "solvers/cgnr.h"
#include "solvers/multishift.h"
#include "support/dense.h"
#include "support/late_field.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

static_assert(VectorField<LateField>);

using Plain = DenseOperator<DoubleField>;
using LateMatrix = LateOperator<Plain>;

enum class Method { Cg, Cgnr, Bicgstab };

template<class A>
SolverResult solve(Method method, const A& a, typename A::Field& x, const typename A::Field& b,
                   const SolverParameters& parameters)
{
    switch (method) {
    case Method::Cg:
        return conjugateGradient(a, x, b, parameters);
    case Method::Cgnr:
        return normalConjugateGradient(a, x, b, parameters);
    case Method::Bicgstab:
        break;
    }
    return bicgstab(a, x, b, parameters);
}

class LatePollTest : public testing::TestWithParam<std::tuple<Method, int>> {
protected:
    Method method = std::get<0>(GetParam());
    int interval = std::get<1>(GetParam());
};

TEST_P(LatePollTest, CostsAtMostTwoIntervalsAndKeepsTheAnswer)
{
    const std::size_t n = 60;
    const Plain a(withSpectrum(logarithmicSpectrum(n, 0.05), 3));
    const DoubleField b = randomField(n, 1);
    DoubleField x(n);
    LateField late{x};

    const SolverResult prompt = solve(method, a, x, b, {.tolerance = 1e-8});
    const SolverResult result =
        solve(method, LateMatrix{a}, late, LateField{b}, {.tolerance = 1e-8, .pollInterval = interval});

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_GE(result.iterations, prompt.iterations);
    EXPECT_LE(result.iterations, prompt.iterations + 2 * interval);
    EXPECT_LE(result.relativeResidual, 1e-8);
}

TEST_P(LatePollTest, IterationsAfterTheLastOneDoNotSpoilTheAnswer)
{
    // Two eigenvalues: the residual is 0 after two iterations, or as small as rounding lets it be.
    const std::vector<double> eigenvalues = {1, 2, 1, 2, 2, 1};
    const LateField b{randomField(eigenvalues.size(), 1)};
    LateField x = zeroLike(b);

    const SolverResult result =
        solve(method, LateMatrix{Plain(diagonal(eigenvalues))}, x, b, {.tolerance = 1e-10, .pollInterval = interval});

    EXPECT_EQ(result.status, SolverStatus::Converged);
    EXPECT_LE(result.relativeResidual, 1e-10);
}

TEST_P(LatePollTest, NeverWaitsForANumberInAnIteration)
{
    const std::size_t n = 60;
    const LateMatrix a{Plain(withSpectrum(logarithmicSpectrum(n, 0.05), 3))};
    const LateField b{randomField(n, 1)};
    const auto waitsOf = [&](double tolerance) {
        LateField x = zeroLike(b);
        waits() = 0;
        const SolverResult result = solve(method, a, x, b, {.tolerance = tolerance, .pollInterval = interval});
        EXPECT_EQ(result.restarts, 0);
        return std::pair(waits(), result.iterations);
    };

    const auto [few, short_] = waitsOf(1e-2);
    const auto [many, long_] = waitsOf(1e-8);

    EXPECT_GT(long_, short_);
    EXPECT_EQ(few, many);
}

TEST_P(LatePollTest, FindsWhatIsNoNumber)
{
    Dense m = diagonal({1, 2, 3});
    m(1, 1) = std::nan("");
    const LateField b{randomField(3, 1)};
    LateField x = zeroLike(b);

    const SolverResult result = solve(method, LateMatrix{Plain(m)}, x, b, {.pollInterval = interval});

    EXPECT_EQ(result.status, SolverStatus::NotANumber);
}

INSTANTIATE_TEST_SUITE_P(Intervals, LatePollTest,
                         testing::Combine(testing::Values(Method::Cg, Method::Cgnr, Method::Bicgstab),
                                          testing::Values(1, 3, 16)));

TEST(LateMultiShiftTest, ConvergesForAllShifts)
{
    const std::size_t n = 60;
    const LateMatrix a{Plain(withSpectrum(logarithmicSpectrum(n, 0.05), 3))};
    const LateField b{randomField(n, 1)};
    std::vector<LateField> x(3, zeroLike(b));

    const MultiShiftResult result = multiShiftConjugateGradient(
        a, std::span<LateField>(x), b, {.shifts = {0.1, 0, 5}, .solver = {.tolerance = 1e-9, .pollInterval = 4}});

    EXPECT_TRUE(result.converged());
    for (const SolverResult& shift : result.shifts)
        EXPECT_LE(shift.relativeResidual, 1e-9);
}

} // namespace
} // namespace gaugegl::testing_support

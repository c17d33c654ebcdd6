#include "solvers/multishift.h"

#include "algebra/schur.h"
#include "support/dense.h"
#include "support/test_hopping.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

constexpr std::size_t order = 50;

struct Problem {
    DenseOperator<DoubleField> a{withSpectrum(logarithmicSpectrum(order, 1e-3), 3)};
    DoubleField b = randomField(order, 1);
    std::vector<double> shifts = {0.3, 0.001, 2, 0.02}; // the smallest is not the first
    std::vector<DoubleField> x = std::vector<DoubleField>(4, randomField(order, 9));

    MultiShiftResult solve(const SolverParameters& parameters)
    {
        return multiShiftConjugateGradient(a, std::span<DoubleField>(x), b, {shifts, parameters});
    }
};

TEST(MultiShiftTest, EveryShiftIsSolvedAsItsOwnCgDoes)
{
    Problem problem;

    const MultiShiftResult result = problem.solve({.tolerance = 1e-12});

    EXPECT_TRUE(result.converged());
    for (std::size_t i = 0; i < problem.shifts.size(); ++i) {
        const Shifted shifted(problem.a, problem.shifts[i]);
        DoubleField x(order);
        conjugateGradient(shifted, x, problem.b, {.tolerance = 1e-13});
        EXPECT_LT(deviation(problem.x[i], x), 1e-9) << "shift " << problem.shifts[i];
        EXPECT_LE(result.shifts[i].relativeResidual, 1e-12);
    }
}

TEST(MultiShiftTest, ResidualsOfTheRecursionAreTrue)
{
    // A pass of few iterations: no rounding hides a wrong factor.
    Problem problem;

    const MultiShiftResult result = problem.solve({.tolerance = 1e-12, .maxIterations = 5});

    for (const SolverResult& shift : result.shifts) {
        EXPECT_EQ(shift.status, SolverStatus::TooManyIterations);
        ASSERT_EQ(shift.history.size(), 5U);
        EXPECT_NEAR(shift.history.back().relativeResidual, shift.relativeResidual, 1e-10 * shift.relativeResidual);
    }
}

TEST(MultiShiftTest, FinishingAShiftAloneKeepsToTheIterations)
{
    // In single precision the true residual misses what the recursion has reached.
    const Problem exact;
    const DenseOperator<SingleField> a(withSpectrum(logarithmicSpectrum(order, 1e-3), 3));
    SingleField b(order);
    b.assign([&](std::size_t i) { return std::complex<float>(exact.b.v[i]); });
    int finished = 0;
    for (int most = 10; most < 200; ++most) {
        std::vector<SingleField> x(exact.shifts.size(), b);

        const MultiShiftResult result = multiShiftConjugateGradient(
            a, std::span<SingleField>(x), b, {exact.shifts, {.tolerance = 1e-7, .maxIterations = most}});

        for (const SolverResult& shift : result.shifts) {
            EXPECT_LE(shift.iterations, most);
            finished += shift.restarts > 0 ? 1 : 0;
        }
    }
    EXPECT_GT(finished, 0);
}

TEST(MultiShiftTest, ConvergedShiftsLeaveTheLoop)
{
    Problem problem;

    const MultiShiftResult result = problem.solve({.tolerance = 1e-8});

    const auto iterations = [&](std::size_t i) { return result.shifts[i].iterations; };
    EXPECT_LT(iterations(2), iterations(0)); // 2 before 0.3
    EXPECT_LT(iterations(0), iterations(3)); // before 0.02
    EXPECT_LT(iterations(3), iterations(1)); // before 0.001
    EXPECT_EQ(result.iterations, iterations(1));
}

TEST(MultiShiftTest, OneShiftIsPlainCg)
{
    Problem problem;
    problem.shifts = {0.5};
    problem.x.resize(1);
    DoubleField x(order);

    const MultiShiftResult result = problem.solve({.tolerance = 1e-12});
    const SolverResult plain = conjugateGradient(Shifted(problem.a, 0.5), x, problem.b, {.tolerance = 1e-12});

    EXPECT_TRUE(result.converged());
    EXPECT_EQ(result.iterations, plain.iterations);
    EXPECT_LT(deviation(problem.x[0], x), 1e-14);
}

TEST(MultiShiftTest, ZeroSourceHasTheSolutionZero)
{
    Problem problem;
    setZero(problem.b);

    const MultiShiftResult result = problem.solve({});

    EXPECT_TRUE(result.converged());
    for (const DoubleField& x : problem.x)
        EXPECT_EQ(norm2(x), 0);
}

TEST(MultiShiftTest, IndefiniteMatrixIsNotPositive)
{
    Problem problem;
    problem.shifts = {-0.5, 0, 0.1, 0.2};

    const MultiShiftResult result = problem.solve({});

    EXPECT_FALSE(result.converged());
    EXPECT_EQ(result.shifts[0].status, SolverStatus::NotPositive);
}

TEST(MultiShiftTest, StaggeredMassesComeFromOneKrylovSpace)
{
    const TestHopping<DoubleField> d({Lattice({4, 2, 2, 6}), 2, FermionKind::Staggered});
    const StaggeredSchur<TestHopping<DoubleField>> a(d, {.mass = 0.2});
    const DoubleField b = randomField(d.size(), 1);
    std::vector<DoubleField> x(2, a.makeField());

    const MultiShiftResult result = multiShiftConjugateGradient(a, std::span<DoubleField>(x), b,
                                                                {{0, 0.3 * 0.3 - 0.2 * 0.2}, {.tolerance = 1e-11}});

    const StaggeredSchur<TestHopping<DoubleField>> heavier(d, {.mass = 0.3});
    DoubleField image = a.makeField();
    heavier.apply(image, x[1]);
    EXPECT_TRUE(result.converged());
    EXPECT_LT(deviation(image, b), 1.1e-11);
}

} // namespace
} // namespace gaugegl::testing_support

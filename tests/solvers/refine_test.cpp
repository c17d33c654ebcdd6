#include "solvers/refine.h"

#include "algebra/schur.h"
#include "solvers/bicgstab.h"
#include "solvers/cg.h"
#include "solvers/cgnr.h"
#include "support/dense.h"
#include "support/late_field.h"
#include "support/test_hopping.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

constexpr std::size_t n = 60;

using Single = InnerPass<DoubleField, TestConversion<SingleField>>;

// A pass in 16 bits inside one in single precision: everything that such a solve needs.
template<template<class> class Method, class A16, class ASingle>
struct Nested {
    Method<A16> method;
    InnerPass<SingleField, TestConversion<Field16>> inSingle;
    PassOfPasses<SingleField> single;
    Single inDouble;

    Nested(const A16& a16, const ASingle& a, std::size_t size)
        : method(a16), inSingle(method, {size}, bits16Reduction), single(a, inSingle), inDouble(single, {size})
    {}
};

struct System {
    Dense m;
    DoubleField b = randomField(n, 1);
    DenseOperator<DoubleField> a{m};
    DenseOperator<SingleField> single{m};
    DenseOperator<Field16> bits16{m};
};
System positive() { return {withSpectrum(logarithmicSpectrum(n, 1e-3), 3)}; }
System general()
{
    Dense m = randomMatrix(n, 5);
    for (std::size_t i = 0; i < n; ++i)
        m(i, i) += 15;
    return {m};
}

template<class Pass>
void expectSolved(const System& system, Pass& pass, double tolerance)
{
    DoubleField x(n);

    const SolverResult result = refine(system.a, x, system.b, pass, {.tolerance = tolerance});

    EXPECT_EQ(result.status, SolverStatus::Converged) << name(result.status);
    EXPECT_GT(result.restarts, 0);
    DoubleField r(n);
    system.a.apply(r, x);
    xpay(system.b, -1.0, r);
    EXPECT_LE(std::sqrt(norm2(r) / norm2(system.b)), tolerance);
}

TEST(RefineTest, SinglePrecisionReachesDouble)
{
    const System s = positive(), g = general();
    ConjugateGradient cg(s.single);
    NormalConjugateGradient cgnr(g.single);
    Bicgstab stab(g.single);
    Single cgPass(cg, {n});
    Single cgnrPass(cgnr, {n});
    Single stabPass(stab, {n});

    for (const double tolerance : {1e-12, 2e-14}) {
        expectSolved(s, cgPass, tolerance);
        expectSolved(g, cgnrPass, tolerance);
        expectSolved(g, stabPass, tolerance);
    }
}

TEST(RefineTest, SixteenBitsInSingleReachDouble)
{
    const System s = positive(), g = general();
    Nested<ConjugateGradient, DenseOperator<Field16>, DenseOperator<SingleField>> cg(s.bits16, s.single, n);
    Nested<NormalConjugateGradient, DenseOperator<Field16>, DenseOperator<SingleField>> cgnr(g.bits16, g.single, n);

    for (const double tolerance : {1e-12, 2e-14}) {
        expectSolved(s, cg.inDouble, tolerance);
        expectSolved(g, cgnr.inDouble, tolerance);
    }
}

TEST(RefineTest, SmallAndLargeSourcesAreSolvedAlike)
{
    // 1e-30 squared is no number of single precision.
    const System s = positive();
    int iterations = 0;
    for (const double scale : {1.0, 1e-30, 1e30}) {
        ConjugateGradient cg(s.single);
        Single pass(cg, {n});
        DoubleField b(n), x(n);
        axpy(scale, s.b, b);

        const SolverResult result = refine(s.a, x, b, pass, {.tolerance = 1e-12});

        EXPECT_TRUE(result.converged());
        if (iterations == 0) iterations = result.iterations;
        EXPECT_NEAR(result.iterations, iterations, 3);
    }
}

TEST(RefineTest, HistoryHasTheTrueResiduals)
{
    const System s = positive();
    ConjugateGradient cg(s.single);
    Single pass(cg, {n}, 0.01);
    DoubleField x(n);

    const SolverResult result = refine(s.a, x, s.b, pass, {.tolerance = 1e-12});

    ASSERT_EQ(result.history.size(), std::size_t(result.restarts + 1));
    EXPECT_EQ(result.history.back(), (ResidualPoint{result.iterations, result.relativeResidual}));
    for (std::size_t i = 1; i < result.history.size(); ++i) {
        const double before = result.history[i - 1].relativeResidual;
        EXPECT_LT(result.history[i].relativeResidual, std::max(0.02 * before, 1e-12)); // the last pass has less to do
        EXPECT_GT(result.history[i].iteration, result.history[i - 1].iteration);
    }
}

TEST(RefineTest, StagnationOfTheOuterResidualIsTold)
{
    const System s = positive();
    ConjugateGradient cg(s.single);
    Single pass(cg, {n});
    DoubleField x(n);

    const SolverResult result = refine(s.a, x, s.b, pass, {.tolerance = 1e-19});

    EXPECT_EQ(result.status, SolverStatus::Stagnation);
    EXPECT_LT(result.relativeResidual, 1e-13);
}

TEST(RefineTest, InnerMatrixThatIsAnotherStagnates)
{
    const System s = positive();
    const DenseOperator<SingleField> wrong(withSpectrum(logarithmicSpectrum(n, 1e-3), 77));
    ConjugateGradient cg(wrong);
    Single pass(cg, {n});
    DoubleField x(n);

    const SolverResult result = refine(s.a, x, s.b, pass);

    EXPECT_EQ(result.status, SolverStatus::Stagnation);
    EXPECT_GT(result.relativeResidual, 1e-3);
}

TEST(RefineTest, NanInTheInnerMatrixLeavesTheSolution)
{
    const System s = positive();
    Dense broken = s.m;
    broken(3, 3) = std::nan("");
    const DenseOperator<SingleField> a(broken);
    ConjugateGradient cg(a);
    Single pass(cg, {n});
    DoubleField x = randomField(n, 2);
    const DoubleField before = x;

    const SolverResult result = refine(s.a, x, s.b, pass);

    EXPECT_EQ(result.status, SolverStatus::NotANumber);
    EXPECT_EQ(x.v, before.v);
}

TEST(RefineTest, IterationsAreLimitedInTotal)
{
    const System s = positive();
    ConjugateGradient cg(s.single);
    Single pass(cg, {n});
    DoubleField x(n);

    const SolverResult result = refine(s.a, x, s.b, pass, {.tolerance = 1e-12, .maxIterations = 40});

    EXPECT_EQ(result.status, SolverStatus::TooManyIterations);
    EXPECT_EQ(result.iterations, 40);
}

// The way to fields whose numbers are known late.
struct LateConversion {
    LateField makeField() const { return {DoubleField(n)}; }
    void send(LateField& inner, double factor, const DoubleField& outer) const { convert(inner.f, factor, outer); }
    void add(DoubleField& outer, double factor, const LateField& inner) const { axpy(factor, inner.f, outer); }
};

TEST(RefineTest, WorksWithNumbersThatAreKnownLate)
{
    const System s = positive();
    const LateOperator<DenseOperator<DoubleField>> late{s.a};
    ConjugateGradient cg(late);
    InnerPass<DoubleField, LateConversion> pass(cg, {});
    DoubleField x(n);

    const SolverResult result = refine(s.a, x, s.b, pass, {.tolerance = 1e-12, .pollInterval = 5});

    EXPECT_TRUE(result.converged());
    EXPECT_LE(result.relativeResidual, 1e-12);
}

// Staggered fermions on smooth links and a small mass: more than 200 iterations.
class KeptDirectionTest : public testing::Test {
protected:
    template<class F>
    struct On {
        TestHopping<F> d{{Lattice({4, 4, 2, 8}), 3, FermionKind::Staggered, {}, 0.6}};
        StaggeredSchur<TestHopping<F>> a{d, {.mass = 0.04}};
    };
    On<DoubleField> onDouble;
    On<SingleField> onSingle;
    On<Field16> on16;
    std::size_t size = onDouble.d.size();
    DoubleField b = randomField(size, 1);

    int plain() const
    {
        DoubleField x(size);
        const SolverResult result = conjugateGradient(onDouble.a, x, b, {.tolerance = 1e-12});
        EXPECT_TRUE(result.converged());
        return result.iterations;
    }
    int mixed(bool keep) const
    {
        ConjugateGradient cg(onSingle.a);
        Single pass(cg, {size});
        return refined(pass, keep);
    }
    int mixed16(bool keep) const
    {
        Nested<ConjugateGradient, StaggeredSchur<TestHopping<Field16>>, StaggeredSchur<TestHopping<SingleField>>>
            nested(on16.a, onSingle.a, size);
        return refined(nested.inDouble, keep);
    }

private:
    template<class Pass>
    int refined(Pass& pass, bool keep) const
    {
        DoubleField x(size);
        const SolverResult result = refine(onDouble.a, x, b, pass, {.tolerance = 1e-12, .keepSearchDirection = keep});
        EXPECT_TRUE(result.converged());
        return result.iterations;
    }
};

TEST_F(KeptDirectionTest, MixedPrecisionCostsAtMostAFifthMoreIterations)
{
    const int iterations = plain(), kept = mixed(true);

    EXPECT_GE(iterations, 200);
    EXPECT_LE(kept, 1.2 * iterations);
    EXPECT_LT(kept, mixed(false));
}

TEST_F(KeptDirectionTest, SixteenBitsCostAtMostHalfMoreIterations)
{
    const int iterations = plain(), kept = mixed16(true);

    EXPECT_GE(iterations, 200);
    EXPECT_LE(kept, 1.5 * iterations);
    EXPECT_LT(kept, mixed16(false));
}

} // namespace
} // namespace gaugegl::testing_support

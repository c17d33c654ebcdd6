#include "algebra/normal.h"

#include "support/dense.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

using Operator = DenseOperator<DoubleField>;

constexpr std::size_t n = 12;
const DoubleField p = randomField(n, 2), r = randomField(n, 3);

// (p, A p) and r - alpha A p from apply(), against the fused forms.
template<class A>
void expectFusedFormsToAgree(const A& a)
{
    DoubleField image(n), expected = r, descended = r;
    a.apply(image, p);
    axpy(-0.7, image, expected);

    EXPECT_NEAR(a.curvature(p), dot(p, image).real(), 1e-12 * norm2(image));
    EXPECT_NEAR(a.descend(descended, 0.7, p), norm2(expected), 1e-12 * norm2(expected));
    EXPECT_LT(deviation(descended, expected), 1e-14);
}

TEST(QuotientTest, ByZeroIsZero)
{
    EXPECT_EQ(quotient(3.0, 2.0), 1.5);
    EXPECT_EQ(quotient(3.0, 0.0), 0);
    EXPECT_EQ(quotient(std::complex<double>(0, 3), std::complex<double>(2)), std::complex<double>(0, 1.5));
    EXPECT_EQ(quotient(std::complex<double>(0, 3), std::complex<double>(0)), std::complex<double>(0));
}

TEST(NormalTest, FusedFormsAgreeWithApply)
{
    const Operator a(randomMatrix(n, 1));

    expectFusedFormsToAgree(Normal(a));
    expectFusedFormsToAgree(Normal(a, 0.6));
}

TEST(NormalTest, IsAdjointTimesOperatorPlusShift)
{
    const Operator a(randomMatrix(n, 1));
    DoubleField image(n), expected(n), result(n);

    a.apply(image, p);
    a.applyAdjoint(expected, image);
    axpy(0.6, p, expected);
    Normal(a, 0.6).apply(result, p);

    EXPECT_LT(deviation(result, expected), 1e-15);
}

TEST(ShiftedTest, FusedFormsAgreeWithApply)
{
    const Operator a(withSpectrum(logarithmicSpectrum(n, 0.1), 1));

    expectFusedFormsToAgree(Shifted(a, 0));
    expectFusedFormsToAgree(Shifted(a, 0.6));
    expectFusedFormsToAgree(Shifted(Normal(a), 0.6)); // on an operator that is fused itself
}

TEST(ShiftedTest, AddsTheShiftToOperatorAndAdjoint)
{
    const Operator a(randomMatrix(n, 1));
    const Shifted shifted(a, 0.6);
    DoubleField image(n), expected(n);

    a.apply(expected, p);
    axpy(0.6, p, expected);
    shifted.apply(image, p);
    EXPECT_LT(deviation(image, expected), 1e-15);

    a.applyAdjoint(expected, p);
    axpy(0.6, p, expected);
    shifted.applyAdjoint(image, p);
    EXPECT_LT(deviation(image, expected), 1e-15);
}

} // namespace
} // namespace gaugegl::testing_support

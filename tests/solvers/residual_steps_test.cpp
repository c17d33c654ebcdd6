#include "solvers/residual_steps.h"

#include "support/dense.h"

#include <gtest/gtest.h>

namespace gaugegl::testing_support {
namespace {

constexpr std::size_t dimension = 40;

/// Counts its applications.
struct CountingOperator : DenseOperator<DoubleField> {
    using DenseOperator::DenseOperator;
    mutable int calls = 0;
    void apply(DoubleField& out, const DoubleField& in) const
    {
        ++calls;
        DenseOperator::apply(out, in);
    }
};

double residualOf(const CountingOperator& a, const DoubleField& x, const DoubleField& b)
{
    DoubleField ax(b.v.size());
    a.apply(ax, x);
    axpy(-1.0, b, ax);
    return std::sqrt(norm2(ax) / norm2(b));
}

TEST(ResidualStepsTest, OfOtherRightHandSidesAreALinearMap)
{
    const CountingOperator a(withSpectrum(logarithmicSpectrum(dimension, 0.1), 3));
    const ResidualPolynomial inverse(a, learnResidualSteps(a, randomField(dimension, 9), 5));
    const DoubleField b = randomField(dimension, 1), c = randomField(dimension, 2);
    DoubleField sum = b, xb(dimension), xc(dimension), xSum(dimension);
    axpy(std::complex<double>(0.3, -2), c, sum);

    inverse.apply(xb, b);
    inverse.apply(xc, c);
    inverse.apply(xSum, sum);

    axpy(std::complex<double>(0.3, -2), xc, xb);
    EXPECT_LT(deviation(xSum, xb), 1e-12);
}

TEST(ResidualStepsTest, HaveTheSmallestResidualWhereTheyWereLearnt)
{
    // Of a Hermitian matrix these are conjugate residuals, so the derivative by every power of A vanishes: A^k r is
    // orthogonal to what remains for k = 1 .. n + 1.
    const CountingOperator a(withSpectrum(logarithmicSpectrum(dimension, 0.1), 3));
    const DoubleField noise = randomField(dimension, 9);
    const int n = 4;
    const ResidualPolynomial inverse(a, learnResidualSteps(a, noise, n));
    DoubleField x(dimension), rest(dimension), power = noise;

    inverse.apply(x, noise);

    a.apply(rest, x);
    axpy(-1.0, noise, rest);
    for (int k = 1; k <= n + 1; ++k) {
        DoubleField next(dimension);
        a.apply(next, power);
        power = next;
        // Coefficients are real, so only the real part vanishes.
        EXPECT_NEAR(dot(power, rest).real() / std::sqrt(norm2(power) * norm2(rest)), 0, 1e-8) << k;
    }
    DoubleField beyond(dimension);
    a.apply(beyond, power);
    EXPECT_GT(std::abs(dot(beyond, rest).real()) / std::sqrt(norm2(beyond) * norm2(rest)), 1e-4);
}

TEST(ResidualStepsTest, ApplyTheMatrixAsOftenAsTheySay)
{
    const CountingOperator a(withSpectrum(logarithmicSpectrum(dimension, 0.1), 3));
    for (const int n : {0, 1, 7}) {
        const ResidualSteps steps = learnResidualSteps(a, randomField(dimension, 9), n);
        DoubleField x(dimension);
        a.calls = 0;
        ResidualPolynomial(a, steps).apply(x, randomField(dimension, 1));
        EXPECT_EQ(steps.applications(), n);
        EXPECT_EQ(a.calls, n);
    }
}

TEST(ResidualStepsTest, ReduceOtherResidualsMoreTheMoreThereAre)
{
    Dense shifted = randomMatrix(dimension, 5);
    for (std::size_t i = 0; i < dimension; ++i)
        shifted(i, i) += 20;
    for (const Dense& m : {withSpectrum(logarithmicSpectrum(dimension, 0.05), 3), shifted}) {
        const CountingOperator a(m);
        const DoubleField b = randomField(dimension, 1);
        double last = 1;
        for (const int n : {0, 2, 5, 10}) {
            DoubleField x(dimension);
            ResidualPolynomial(a, learnResidualSteps(a, randomField(dimension, 9), n)).apply(x, b);
            const double now = residualOf(a, x, b);
            EXPECT_LT(now, last) << n;
            last = now;
        }
        EXPECT_LT(last, 0.1);
    }
}

TEST(ResidualStepsTest, Tolerate16Bits)
{
    const Dense m = withSpectrum(logarithmicSpectrum(48, 0.02), 3);
    const DenseOperator<DoubleField> a(m);
    const DenseOperator<Field16> a16(m);
    const ResidualSteps steps = learnResidualSteps(a, randomField(48, 9), 12);
    DoubleField x(48);
    Field16 x16(48), b16(48);
    const DoubleField b = randomField(48, 1);
    convert(b16, 1, b);

    ResidualPolynomial(a, steps).apply(x, b);
    ResidualPolynomial(a16, steps).apply(x16, b16);

    DoubleField rounded(48);
    convert(rounded, 1, x16);
    EXPECT_LT(deviation(rounded, x), 1e-3);
}

} // namespace
} // namespace gaugegl::testing_support

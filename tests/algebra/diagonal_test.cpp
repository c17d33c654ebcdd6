// The diagonal of fermion operators: where gamma_5 is 1 and where it is -1 it is a complex number, and all that is
// computed of it is that of this number.
#include "algebra/diagonal.h"

#include <complex>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

std::complex<double> at(const SiteDiagonal& r, double gamma5) { return {r.number, r.ofGamma5() * gamma5}; }

class SiteDiagonalTest : public testing::TestWithParam<double> {
protected:
    const double gamma5 = GetParam();
    const SiteDiagonal r = {0.7, -1.3};
};

TEST_P(SiteDiagonalTest, InverseAdjointAndMultipleAreThoseOfANumber)
{
    const std::complex<double> z = at(r, gamma5);

    EXPECT_LT(std::abs(at(r.inverse(), gamma5) - 1.0 / z), 1e-15);
    EXPECT_EQ(at(r.adjoint(), gamma5), std::conj(z));
    EXPECT_LT(std::abs(at(-2 * r, gamma5) + 2.0 * z), 1e-15);
    EXPECT_NEAR(r.norm(), std::abs(z), 1e-15);
}

TEST_P(SiteDiagonalTest, IsThatOfTheOperators)
{
    const WilsonParameters twisted{.kappa = 0.15, .mu = 0.4};

    EXPECT_EQ(at(diagonalOf(twisted), gamma5), std::complex<double>(1, 2 * 0.15 * 0.4 * gamma5));
    EXPECT_EQ(hopFactorOf(twisted), -0.15);
    EXPECT_EQ(at(diagonalOf(StaggeredParameters{.mass = 0.05}), gamma5), 0.05);
    EXPECT_EQ(hopFactorOf(StaggeredParameters{.mass = 0.05}), 0.5);
}

INSTANTIATE_TEST_SUITE_P(Gamma5, SiteDiagonalTest, testing::Values(1.0, -1.0));

TEST(SiteDiagonal, TermsThatAreAbsentHaveNoCoefficients)
{
    const HopCoefficients f = fused(noDiagonal, {-2, 0.5});

    EXPECT_EQ(f.diagonal, 0);
    EXPECT_EQ(f.diagonalTwist, 0);
    EXPECT_EQ(f.hop, -2);
    EXPECT_EQ(f.hopTwist, -1);
}

} // namespace
} // namespace gaugegl

// The laws of the clover term of the reference, and constant fields in which it is known.
#include "reference/clover.h"

#include "reference/dirac.h"
#include "support/known_fields.h"

#include <gtest/gtest.h>

namespace gaugegl::reference {
namespace {

using Complex = std::complex<double>;
using testing_support::FluxField;

const Lattice cloverLattice({4, 6, 2, 8});

template<class T>
class ReferenceClover : public testing::Test {
protected:
    const GaugeField<T::value> u_ = hotStart<T::value>(cloverLattice, 11, Precision::Double);
};
using BothGroups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ReferenceClover, BothGroups);

TYPED_TEST(ReferenceClover, FieldStrengthIsAntihermitianAndOddInItsPlane)
{
    const Coordinates x = {3, 1, 0, 7};
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = 0; nu < 4; ++nu) {
            if (mu == nu) continue;
            const auto g = cloverG(this->u_, mu, nu, x);
            EXPECT_LT(largestDifference(adj(g), -1.0 * g), 1e-15);
            EXPECT_LT(largestDifference(cloverG(this->u_, nu, mu, x), -1.0 * g), 1e-15);
        }
}

TYPED_TEST(ReferenceClover, IsHermitianAndDoesNotMixTheSpinsOfGamma5)
{
    constexpr int N = TypeParam::value;
    const Matrix<4 * N> m = cloverMatrix(this->u_, {1, 5, 1, 2});
    EXPECT_LT(largestDifference(adj(m), m), 1e-14);
    for (int row = 0; row < 2 * N; ++row)
        for (int column = 2 * N; column < 4 * N; ++column)
            EXPECT_EQ(std::abs(m(row, column)), 0);
    EXPECT_LT(std::abs(trace(m)), 1e-14);
}

TYPED_TEST(ReferenceClover, IsGaugeCovariant)
{
    constexpr int N = TypeParam::value;
    const auto g = randomGaugeTransformation<N>(cloverLattice, 4, Precision::Double);
    const GaugeField<N> v = reference::transformed(this->u_, g);
    const Coordinates x = {1, 5, 1, 2};
    Matrix<4 * N> turn;
    for (int row = 0; row < 4 * N; ++row)
        for (int column = 0; column < N; ++column)
            turn(row, row / N * N + column) = g[std::size_t(cloverLattice.index(x))](row % N, column);
    EXPECT_LT(largestDifference(cloverMatrix(v, x), turn * cloverMatrix(this->u_, x) * adj(turn)), 1e-13);
}

// With colours of the charges q a plaquette has the phase q f_munu, i G is Hermitian and diagonal with -sin(q f_munu), and on the
// spins with gamma_5 = s the term is -sigma.v, v = (F_12 - s F_03, F_02 + s F_13, F_01 - s F_23): (B - 1)^2 = (kappa c_SW v)^2.
// The charges do not add up to 0 as sines: the trace of G is kept.
TEST(ReferenceCloverInAConstantField, HasTheSpectrumThatIsKnown)
{
    const Lattice on({4, 6, 4, 6});
    const FluxField field{{1, 2, 3, 1, 2, 1}, {1, 1, -2}};
    const auto u = field.links<3>(on);
    const auto f = [&](double q, int mu, int nu) { return std::sin(q * field.strength(on, mu, nu)); };
    const Matrix<12> m = cloverMatrix(u, {1, 4, 2, 3}), square = m * m;
    for (const double s : {1.0, -1.0})
        for (int colour = 0; colour < 3; ++colour) {
            const double q = field.charges[std::size_t(colour)];
            const double v1 = f(q, 1, 2) - s * f(q, 0, 3), v2 = f(q, 0, 2) + s * f(q, 1, 3),
                         v3 = f(q, 0, 1) - s * f(q, 2, 3);
            for (const int spin : {0, 1}) {
                const int row = ((s > 0 ? 0 : 2) + spin) * 3 + colour;
                EXPECT_NEAR(square(row, row).real(), v1 * v1 + v2 * v2 + v3 * v3, 1e-13);
                for (int column = 0; column < 12; ++column) {
                    if (column == row) continue;
                    EXPECT_LT(std::abs(square(row, column)), 1e-13);
                }
            }
        }
}

// In a weak field G_munu is i a^2 F_munu: the term of tree level, c_SW = 1, is the Pauli term sigma.F / 2 of the continuum.
TEST(ReferenceCloverInAConstantField, IsThePauliTermWhereItIsWeak)
{
    const Lattice on({16, 16, 2, 2});
    const FluxField field{{1, 0, 0, 0, 0, 0}, {1, -1}};
    const double strength = field.strength(on, 0, 1);
    const Matrix<2> g = cloverG(field.links<2>(on), 0, 1, {3, 4, 0, 1});
    EXPECT_NEAR(g(0, 0).imag() / strength, 1, strength * strength / 5);
    EXPECT_NEAR(g(1, 1).imag() / strength, -1, strength * strength / 5);
}

} // namespace
} // namespace gaugegl::reference

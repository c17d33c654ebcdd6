#include "reference/random_element.h"
#include "reference/subgroup.h"

#include <gtest/gtest.h>
#include <limits>

namespace gaugegl::reference {
namespace {

using Complex = std::complex<double>;

// A few products of numbers of order one: rounding stays below ten times the machine epsilon.
constexpr double matrixRounding = 1e-14;

template<int N>
Matrix<N> groupElement(std::uint32_t site)
{
    return randomElement<N>({.seed = 11, .purpose = Purpose::Test, .mu = 0, .sweep = 0, .site = site},
                            Precision::Double);
}

/// Any matrix, far from the group.
template<int N>
Matrix<N> anyMatrix(std::uint32_t site)
{
    Matrix<N> m;
    for (std::uint32_t k = 0; k < std::uint32_t(N * N); ++k) {
        const auto g =
            gaussians({.seed = 12, .purpose = Purpose::Test, .mu = 0, .sweep = 0, .site = site}, k, Precision::Double);
        m.e[k] = {g[0], g[1]};
    }
    return m;
}

TEST(ReferenceMatrix, ProductIsRowTimesColumn)
{
    const Matrix<2> a{{Complex(1, 1), Complex(2, 0), Complex(0, 3), Complex(-1, 0)}};
    const Matrix<2> b{{Complex(0, 1), Complex(1, 0), Complex(2, -1), Complex(0, 4)}};

    const Matrix<2> c = a * b;

    const Matrix<2> expected{{Complex(3, -1), Complex(1, 9), Complex(-5, 1), Complex(0, -1)}};
    EXPECT_EQ(c, expected);
}

TEST(ReferenceMatrix, AdjointReversesAProduct)
{
    const Matrix<3> a = anyMatrix<3>(1), b = anyMatrix<3>(2);

    EXPECT_LT(largestDifference(adj(a * b), adj(b) * adj(a)), matrixRounding);
    EXPECT_EQ(adj(a)(0, 2), std::conj(a(2, 0)));
}

TEST(ReferenceMatrix, TraceAndDeterminantAreThoseByHand)
{
    const Matrix<2> a{{Complex(1, 1), Complex(2, 0), Complex(0, 3), Complex(-1, 0)}};
    const Matrix<3> b{{1, 2, 3, 0, Complex(0, 1), 4, 5, 6, 0}};

    EXPECT_EQ(trace(a), Complex(0, 1));
    EXPECT_EQ(determinant(a), Complex(-1, -7));
    EXPECT_EQ(trace(b), Complex(1, 1));
    // 1 (0 - 24) - 2 (0 - 20) + 3 (0 - 5i)
    EXPECT_EQ(determinant(b), Complex(16, -15));
}

TEST(ReferenceMatrix, LargestDifferenceIsTheLargestComponentAndSeesNaN)
{
    Matrix<3> a = anyMatrix<3>(3), b = a;
    b(1, 2) += Complex(0.25, -0.5);

    EXPECT_DOUBLE_EQ(largestDifference(a, b), 0.5);

    b(0, 0) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(largestDifference(a, b)));
}

template<int N>
void checkReunitarised()
{
    for (std::uint32_t site = 0; site < 20; ++site) {
        const Matrix<N> u = groupElement<N>(site);
        const Matrix<N> bent = u + 1e-3 * anyMatrix<N>(site);

        const Matrix<N> straight = reunitarised(bent);

        EXPECT_GT(unitarityDeviation(bent), 1e-4);
        EXPECT_LT(unitarityDeviation(straight), matrixRounding);
        EXPECT_LT(largestDifference(straight, u), 2e-2) << "the projection goes to a near element";
        EXPECT_LT(largestDifference(reunitarised(u), u), matrixRounding) << "an element of the group stays";
    }
}

TEST(ReferenceMatrix, ReunitarisedIsTheElementNextToIt)
{
    checkReunitarised<2>();
    checkReunitarised<3>();
}

// CONVENTIONS.md, "Unitarity": the SU(3) rows 0 and 1 in this order, whatever row 2 holds.
TEST(ReferenceMatrix, ReunitarisedKeepsTheDirectionOfRowZeroAndIgnoresRowTwo)
{
    const Matrix<3> m = anyMatrix<3>(4);
    Matrix<3> other = m;
    other(2, 1) = Complex(100, 3);

    const Matrix<3> u = reunitarised(m);

    const Complex ratio = u(0, 0) / m(0, 0);
    EXPECT_NEAR(ratio.imag(), 0, matrixRounding);
    EXPECT_GT(ratio.real(), 0);
    EXPECT_LT(std::abs(u(0, 2) - ratio * m(0, 2)), matrixRounding);
    EXPECT_EQ(reunitarised(other), u);
}

TEST(ReferenceMatrix, UnitarityDeviationSeesTheDeterminantAndNaN)
{
    const Matrix<3> phase{{Complex(0, 1), 0, 0, 0, 1, 0, 0, 0, 1}};
    Matrix<3> broken = Matrix<3>::identity();
    broken(2, 2) = std::numeric_limits<double>::quiet_NaN();

    EXPECT_NEAR(unitarityDeviation(phase), std::sqrt(2.0), matrixRounding); // unitary, but |i - 1| = sqrt 2
    EXPECT_TRUE(std::isnan(unitarityDeviation(broken)));
    EXPECT_EQ(unitarityDeviation(Matrix<3>::identity()), 0);
}

TEST(ReferenceSubgroup, QuaternionProductIsTheMatrixProduct)
{
    const Quaternion a{0.5, -1, 2, 0.25}, b{1.5, 3, -0.5, 2};

    EXPECT_LT(largestDifference(toMatrix(mul(a, b)), toMatrix(a) * toMatrix(b)), matrixRounding);
    EXPECT_EQ(toMatrix(adj(a)), adj(toMatrix(a)));
    EXPECT_NEAR(determinant(toMatrix(a)).real(), norm(a) * norm(a), matrixRounding);
}

TEST(ReferenceSubgroup, QuaternionMatrixIsTheOneOfTheConventions)
{
    const Matrix<2> expected{{Complex(1, 4), Complex(3, 2), Complex(-3, 2), Complex(1, -4)}};

    EXPECT_EQ(toMatrix({1, 2, 3, 4}), expected);
    EXPECT_EQ(quaternionPart(expected, {0, 1}), (Quaternion{1, 2, 3, 4}));
}

// Re tr(a M) = 2 (a . adj q) + the part of M outside the block: what makes v^dagger the maximum.
TEST(ReferenceSubgroup, QuaternionPartIsAllThatTheTraceSees)
{
    const Quaternion a{0.5, -0.5, 0.1, std::sqrt(0.49)};
    const Matrix<3> m = anyMatrix<3>(5);
    for (const Rows& rows : subgroups<3>) {
        Matrix<3> product = m;
        multiplyRows(product, a, rows);

        const int outside = 3 - rows.i - rows.j;
        const Quaternion q = adj(quaternionPart(m, rows));
        const double dot = a[0] * q[0] + a[1] * q[1] + a[2] * q[2] + a[3] * q[3];
        EXPECT_NEAR(trace(product).real(), 2 * dot + m(outside, outside).real(), matrixRounding);
    }
}

TEST(ReferenceSubgroup, MultiplyRowsIsTheProductWithTheEmbeddedElement)
{
    const Quaternion a = quaternionPart(groupElement<2>(6), {0, 1});
    const Matrix<3> m = anyMatrix<3>(6);
    for (const Rows& rows : subgroups<3>) {
        Matrix<3> embedded = Matrix<3>::identity(), product = m;
        embedded(rows.i, rows.i) = toMatrix(a)(0, 0);
        embedded(rows.i, rows.j) = toMatrix(a)(0, 1);
        embedded(rows.j, rows.i) = toMatrix(a)(1, 0);
        embedded(rows.j, rows.j) = toMatrix(a)(1, 1);

        multiplyRows(product, a, rows);

        EXPECT_LT(largestDifference(product, embedded * m), matrixRounding);
    }
}

} // namespace
} // namespace gaugegl::reference

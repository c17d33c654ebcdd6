#include "gaugegl/base/error.h"
#include "reference/gauge_field.h"
#include "reference/random_element.h"

#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl::reference {
namespace {

const Lattice fieldLattice({4, 6, 8, 10});

// Products of a few matrices with elements below one.
constexpr double fieldRounding = 1e-14;

TEST(ReferenceGaugeField, ColdStartIsTheIdentityEverywhere)
{
    const GaugeField<3> u(fieldLattice);

    for (std::int64_t site = 0; site < fieldLattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            ASSERT_EQ(u(mu, site), Matrix<3>::identity());
}

TEST(ReferenceGaugeField, CoordinatesAndSiteNumberNameTheSameLink)
{
    GaugeField<2> u(fieldLattice);
    u(2, {1, 2, 3, 4})(0, 1) = 7.0;

    EXPECT_EQ(u(2, 1 + 4 * (2 + 6 * (3 + 8 * 4)))(0, 1), 7.0);
}

// The formula of CONVENTIONS.md written out for one link in the middle of the fieldLattice.
TEST(ReferenceHotStart, TakesTheGaussiansOfTheConventions)
{
    const std::uint64_t seed = 0x123456789abcdef0u;
    const std::int64_t site = 1234;
    const int mu = 2;
    const RandomSite at{seed, Purpose::HotStart, mu, 0, std::uint32_t(site)};
    const auto u = uniforms(at, 0, Precision::Double), v = uniforms(at, 1, Precision::Double);
    const double twoPi = 2 * std::numbers::pi;
    const double g0 = std::sqrt(-2 * std::log(u[0])) * std::cos(twoPi * u[1]);
    const double g1 = std::sqrt(-2 * std::log(u[0])) * std::sin(twoPi * u[1]);
    const double g2 = std::sqrt(-2 * std::log(u[2])) * std::cos(twoPi * u[3]);
    const double g3 = std::sqrt(-2 * std::log(u[2])) * std::sin(twoPi * u[3]);
    const double g5 = std::sqrt(-2 * std::log(v[0])) * std::sin(twoPi * v[1]);

    const Matrix<2> two = hotStart<2>(fieldLattice, seed, Precision::Double)(mu, site);
    const Matrix<3> three = hotStart<3>(fieldLattice, seed, Precision::Double)(mu, site);

    const double norm = std::sqrt(g0 * g0 + g1 * g1 + g2 * g2 + g3 * g3);
    EXPECT_LT(std::abs(two(0, 0) - std::complex(g0, g3) / norm), fieldRounding);
    EXPECT_LT(std::abs(two(0, 1) - std::complex(g2, g1) / norm), fieldRounding);
    // Row 0 is (g0 + i g1, g2 + i g3, g4 + i g5) times a positive number.
    EXPECT_LT(std::abs(three(0, 0) * std::complex(g2, g3) - three(0, 1) * std::complex(g0, g1)), 10 * fieldRounding);
    EXPECT_NEAR(three(0, 0).real() / g0, three(0, 2).imag() / g5, 10 * fieldRounding);
}

// For the Haar measure <tr U> = 0, <|tr U|^2> = 1, <|tr U|^4> = 2 in SU(2) and SU(3) alike, and <U_ij> = 0.
template<int N>
void checkHaar()
{
    const GaugeField<N> u = hotStart<N>(fieldLattice, 5, Precision::Single);
    const double links = 4.0 * double(fieldLattice.volume());
    double re = 0, second = 0, fourth = 0, eighth = 0, deviation = 0;
    Matrix<N> mean;
    for (std::int64_t site = 0; site < fieldLattice.volume(); ++site) {
        for (int mu = 0; mu < 4; ++mu) {
            const std::complex<double> tr = trace(u(mu, site));
            const double square = std::norm(tr);
            re += tr.real() / links;
            second += square / links;
            fourth += square * square / links;
            eighth += std::pow(square, 4) / links;
            mean += (1 / links) * u(mu, site);
            deviation = larger(deviation, unitarityDeviation(u(mu, site)));
        }
    }

    // Five standard errors; |U_ij|^2 and (Re tr U)^2 have means of at most one.
    const double sigma = 1 / std::sqrt(links);
    EXPECT_NEAR(re, 0, 5 * sigma);
    EXPECT_NEAR(second, 1, 5 * std::sqrt(fourth - second * second) * sigma);
    EXPECT_NEAR(fourth, 2, 5 * std::sqrt(eighth - fourth * fourth) * sigma);
    EXPECT_LT(largestDifference(mean, Matrix<N>()), 5 * sigma);
    EXPECT_LT(deviation, fieldRounding);
}

TEST(ReferenceHotStart, IsHaarDistributedInSU2) { checkHaar<2>(); }
TEST(ReferenceHotStart, IsHaarDistributedInSU3) { checkHaar<3>(); }

TEST(ReferenceHotStart, DependsOnTheSeedAndIsReproducible)
{
    const auto u = hotStart<3>(fieldLattice, 5, Precision::Double),
               same = hotStart<3>(fieldLattice, 5, Precision::Double);
    const auto other = hotStart<3>(fieldLattice, 5 + (1ull << 32), Precision::Double);

    EXPECT_EQ(u(3, 77), same(3, 77));
    EXPECT_GT(largestDifference(u(3, 77), other(3, 77)), 1e-3);
    EXPECT_GT(largestDifference(u(3, 77), u(2, 77)), 1e-3);
    EXPECT_GT(largestDifference(u(3, 77), u(3, 78)), 1e-3);
}

// Single draws keep 23 bits: an angle is off by at most pi 2^-23 = 4e-7, a radius by more only where u is small.
TEST(ReferenceHotStart, SingleDrawsAreTheRoundedDoubles)
{
    const auto single = hotStart<3>(fieldLattice, 6, Precision::Single),
               inDouble = hotStart<3>(fieldLattice, 6, Precision::Double);
    double sum = 0;
    for (std::int64_t site = 0; site < fieldLattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            sum += largestDifference(single(mu, site), inDouble(mu, site));
    const double mean = sum / (4.0 * double(fieldLattice.volume()));

    EXPECT_LT(mean, 1e-5);
    EXPECT_GT(mean, 1e-9) << "the precision must reach the random numbers";
}

TEST(ReferencePath, FollowsTheLinksForwardsAndBackwards)
{
    const auto u = hotStart<3>(fieldLattice, 7, Precision::Double);

    // From (3,0,0,9): forwards in t and x over the boundary, then back in z.
    const Matrix<3> product = pathProduct(u, {3, 0, 0, 9}, {{3, +1}, {0, +1}, {2, -1}});

    EXPECT_LT(largestDifference(product, u(3, {3, 0, 0, 9}) * u(0, {3, 0, 0, 0}) * adj(u(2, {0, 0, 7, 0}))),
              fieldRounding);
}

TEST(ReferencePath, ThereAndBackIsTheIdentity)
{
    const auto u = hotStart<2>(fieldLattice, 8, Precision::Double);

    const Matrix<2> product = pathProduct(u, {3, 5, 7, 9}, {{1, +1}, {3, +1}, {0, -1}, {0, +1}, {3, -1}, {1, -1}});

    EXPECT_LT(largestDifference(product, Matrix<2>::identity()), fieldRounding);
}

// A path from x to y turns into g(x) P g(y)^dagger; the path ends at x + 2 mu + nu over two boundaries.
TEST(ReferenceGaugeTransformation, TurnsAPathAtItsTwoEnds)
{
    const auto u = hotStart<3>(fieldLattice, 9, Precision::Double);
    const auto g = randomGaugeTransformation<3>(fieldLattice, 10, Precision::Double);
    const Coordinates x{2, 1, 7, 3}, y{0, 1, 0, 3};

    const Matrix<3> before = pathProduct(u, x, {{0, +1}, {2, +1}, {0, +1}});
    const Matrix<3> after = pathProduct(transformed(u, g), x, {{0, +1}, {2, +1}, {0, +1}});

    const Matrix<3>&gx = g[std::size_t(fieldLattice.index(x))], &gy = g[std::size_t(fieldLattice.index(y))];
    EXPECT_LT(largestDifference(after, gx * before * adj(gy)), fieldRounding);
    EXPECT_GT(largestDifference(after, before), 1e-2);
}

TEST(ReferenceGaugeTransformation, OfTheWrongSizeIsRefused)
{
    const std::vector<Matrix<2>> g(7, Matrix<2>::identity());

    EXPECT_THROW(transformed(GaugeField<2>(fieldLattice), g), InputError);
}

} // namespace
} // namespace gaugegl::reference

// Monopoles, vortices and projected plaquettes of fields where they are known by hand.
#include "reference/projection.h"

#include "support/known_fields.h"
#include "support/projected_fields.h"

#include <gtest/gtest.h>

namespace gaugegl::reference {
namespace {

using testing_support::FluxField;
using testing_support::MonopolePair;

constexpr double projectionRounding = 1e-12;

template<class N>
class ProjectionOf : public testing::Test {};
using Groups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ProjectionOf, Groups);

TYPED_TEST(ProjectionOf, ColdLatticeHasNothing)
{
    const GaugeField<TypeParam::value> u(Lattice({4, 2, 4, 2}));
    const AbelianObservables a = abelianObservables(u);
    EXPECT_EQ(a.monopoleDensity, 0);
    EXPECT_NEAR(a.plaquette, 1, projectionRounding);
    const CentreObservables c = centreObservables(u);
    EXPECT_EQ(c.vortexDensity, 0);
    EXPECT_EQ(c.plaquette, 1);
}

// Elements of the centre and diagonal elements are their own projections.
TYPED_TEST(ProjectionOf, DiagonalLinksKeepTheirAngles)
{
    constexpr int n = TypeParam::value;
    Matrix<n> link;
    const std::array<double, 3> angles = n == 2 ? std::array{0.4, -0.4, 0.0} : std::array{0.3, -0.45, 0.15};
    for (int i = 0; i < n; ++i)
        link(i, i) = std::polar(1.0, 2 * std::numbers::pi * angles[std::size_t(i)]);
    const Colourful<n> found = abelianAngles(link);
    for (std::size_t i = 0; i < std::size_t(n); ++i)
        EXPECT_NEAR(found[i], angles[i], projectionRounding);
    for (int z = 0; z < n; ++z) {
        for (int i = 0; i < n; ++i)
            link(i, i) = std::polar(1.0, 2 * std::numbers::pi * z / n);
        EXPECT_EQ(centreOf(link), z);
    }
}

// Angles of any link make an element of the maximal torus.
TYPED_TEST(ProjectionOf, AnglesHaveTheDeterminantOne)
{
    constexpr int n = TypeParam::value;
    const auto u = hotStart<n>(Lattice({2, 2, 2, 2}), 3, Precision::Double);
    for (const Colourful<n>& angles : abelianProjection(u)) {
        double sum = 0;
        for (const double angle : angles)
            sum += angle;
        EXPECT_NEAR(sum, std::round(sum), projectionRounding);
    }
}

TYPED_TEST(ProjectionOf, ConstantFieldHasItsPlaquetteAndNoMonopole)
{
    constexpr int n = TypeParam::value;
    const Lattice lattice({4, 6, 4, 6});
    const FluxField field{{1, 2, -1, 1, 2, 1}, n == 2 ? std::vector<double>{1, -1} : std::vector<double>{1, 1, -2}};
    const AbelianObservables found = abelianObservables(field.links<n>(lattice));
    double space = 0, time = 0;
    for (int nu = 1; nu < 4; ++nu)
        for (int mu = 0; mu < nu; ++mu)
            (nu == 3 ? time : space) += field.loop(field.strength(lattice, mu, nu)) / 3;
    EXPECT_NEAR(found.plaquetteSpace, space, projectionRounding);
    EXPECT_NEAR(found.plaquetteTime, time, projectionRounding);
    EXPECT_NEAR(found.plaquette, (space + time) / 2, projectionRounding);
    EXPECT_EQ(found.monopoleDensity, 0);
}

TYPED_TEST(ProjectionOf, MonopolesAreWhereTheyWerePut)
{
    constexpr int n = TypeParam::value;
    const Lattice lattice({8, 8, 10, 2});
    const MonopolePair pair{{3, 4, 3}, 6};
    const auto u = pair.links<n>(lattice);
    const auto a = abelianProjection(u);
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const Coordinates x = lattice.coordinates(site);
        for (int mu = 0; mu < 4; ++mu) {
            double expected = 0;
            if (mu == 3 && x[0] == 3 && x[1] == 4) expected = x[2] == 3 ? -1 : x[2] == 6 ? 1 : 0;
            const Colourful<n> k = monopoleCurrent<n>(a, lattice, x, mu);
            EXPECT_EQ(k[0], expected) << site << " " << mu;
            EXPECT_EQ(k[1], -expected);
        }
    }
    const AbelianObservables found = abelianObservables(u);
    const double colours = n == 2 ? 1 : 2. / 3; // of SU(3) two have them
    EXPECT_NEAR(found.monopoleDensityTime, colours * 2 / double(lattice.spatialVolume()), projectionRounding);
    EXPECT_NEAR(found.monopoleDensity, found.monopoleDensityTime / 4, projectionRounding);
}

// Of any field the current is whole, conserved, and its sum over colours is 0; a monopole does not see Abelian gauges.
TYPED_TEST(ProjectionOf, CurrentIsConserved)
{
    constexpr int n = TypeParam::value;
    const Lattice lattice({4, 2, 4, 6});
    const auto a = abelianProjection(hotStart<n>(lattice, 8, Precision::Double));
    AbelianField<n> turned = a;
    const auto gauge = [](std::int64_t site, std::size_t colour) { // sums to a whole number of turns
        const double first = std::cos(double(site)), second = std::sin(double(3 * site));
        if (n == 2) return colour == 0 ? first : -first;
        return colour == 0 ? first : colour == 1 ? second : -first - second;
    };
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            for (std::size_t i = 0; i < std::size_t(n); ++i)
                turned[std::size_t(4 * site + mu)][i] +=
                    gauge(site, i) - gauge(lattice.index(lattice.shifted(lattice.coordinates(site), mu, 1)), i);
    int monopoles = 0;
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const Coordinates x = lattice.coordinates(site);
        Colourful<n> divergence{};
        for (int mu = 0; mu < 4; ++mu) {
            const Colourful<n> here = monopoleCurrent<n>(a, lattice, x, mu);
            const Colourful<n> ahead = monopoleCurrent<n>(a, lattice, lattice.shifted(x, mu, 1), mu);
            double sum = 0;
            for (std::size_t i = 0; i < std::size_t(n); ++i) {
                divergence[i] += ahead[i] - here[i];
                sum += here[i];
                monopoles += here[i] != 0;
            }
            EXPECT_EQ(sum, 0);
            EXPECT_EQ(here, (monopoleCurrent<n>(turned, lattice, x, mu)));
        }
        for (const double d : divergence)
            EXPECT_EQ(d, 0);
    }
    EXPECT_GT(monopoles, 100);
}

TYPED_TEST(ProjectionOf, VorticesAreWhereTheyWerePut)
{
    constexpr int n = TypeParam::value;
    const Lattice lattice({4, 6, 2, 4});
    const CentreObservables found = centreObservables(testing_support::vortexPair<n>(lattice));
    EXPECT_EQ(found.vortexDensitySpace, 0);
    EXPECT_NEAR(found.vortexDensityTime, 2.0 * 6 * 2 / (3.0 * double(lattice.volume())), projectionRounding);
    EXPECT_NEAR(found.plaquette, 1 - found.vortexDensity * (n == 2 ? 2 : 1.5), projectionRounding);
}

// The boundary of a boundary: a vortex is a closed surface, so that an even number (SU(2)) of faces of a cube are
// pierced.
TEST(CentreProjection, VorticesAreClosed)
{
    const Lattice lattice({4, 4, 4, 4});
    const auto u = hotStart<2>(lattice, 5, Precision::Double);
    const auto pierced = [&](const Coordinates& x, int mu, int nu) {
        return centreOf(u(mu, x)) + centreOf(u(nu, lattice.shifted(x, mu, 1))) +
               centreOf(u(mu, lattice.shifted(x, nu, 1))) + centreOf(u(nu, x));
    };
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const Coordinates x = lattice.coordinates(site);
        int faces = 0;
        for (const auto& [mu, nu, rho] : {std::array{0, 1, 3}, {0, 3, 1}, {1, 3, 0}})
            faces += pierced(x, mu, nu) % 2 + pierced(lattice.shifted(x, rho, 1), mu, nu) % 2;
        EXPECT_EQ(faces % 2, 0);
    }
    EXPECT_NEAR(centreObservables(u).vortexDensity, 0.5, 0.05); // signs are independent
}

} // namespace
} // namespace gaugegl::reference

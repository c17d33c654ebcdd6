#include "reference/observables.h"

#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl::reference {
namespace {

const Lattice observablesLattice({4, 6, 8, 10});

// Means of 1e4 terms of order one: rounding of the terms is 1e-15, that of the sums about 1e-13 at worst.
constexpr double observablesRounding = 1e-12;

/// The charges of the Abelian subgroup exp(i theta diag(charges)).
template<int N>
constexpr std::array<double, std::size_t(N)> charges{};
template<>
constexpr std::array<double, 2> charges<2>{1, -1};
template<>
constexpr std::array<double, 3> charges<3>{1, 2, -3};

template<int N>
Matrix<N> abelian(double theta)
{
    Matrix<N> m;
    for (int i = 0; i < N; ++i)
        m(i, i) = std::polar(1.0, charges<N>[std::size_t(i)] * theta);
    return m;
}

/// (1/N) tr exp(i theta diag(charges)).
template<int N>
std::complex<double> abelianTrace(double theta)
{
    return trace(abelian<N>(theta)) / double(N);
}

/// The field of constant links exp(i theta_mu), pure gauge but for its winding loops.
template<int N>
GaugeField<N> constantLinks(const std::array<double, 4>& theta)
{
    GaugeField<N> u(observablesLattice);
    for (std::int64_t site = 0; site < observablesLattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            u(mu, site) = abelian<N>(theta[std::size_t(mu)]);
    return u;
}

/// The phase of every plaquette (mu, nu), mu < nu: flux 1..6 through the planes xy, xz, xt, yz, yt, zt.
double fieldStrength(int mu, int nu)
{
    const std::array<std::array<int, 4>, 4> flux = {{{0, 1, 2, 3}, {0, 0, 4, 5}, {0, 0, 0, 6}, {0, 0, 0, 0}}};
    return 2 * std::numbers::pi * flux[std::size_t(mu)][std::size_t(nu)] /
           (observablesLattice.extent(mu) * observablesLattice.extent(nu));
}

/// theta_nu(x) = f x_mu, and theta_mu(x) = -f L_mu x_nu on the last site of direction mu: every plaquette has the
/// phase f because the total flux f L_mu L_nu is a multiple of 2 pi.
template<int N>
GaugeField<N> constantFieldStrength()
{
    GaugeField<N> u(observablesLattice);
    for (std::int64_t site = 0; site < observablesLattice.volume(); ++site) {
        const Coordinates x = observablesLattice.coordinates(site);
        std::array<double, 4> theta{};
        for (std::size_t mu = 0; mu < 4; ++mu) {
            for (std::size_t nu = mu + 1; nu < 4; ++nu) {
                const double f = fieldStrength(int(mu), int(nu));
                theta[nu] += f * x[mu];
                if (x[mu] == observablesLattice.extent(int(mu)) - 1)
                    theta[mu] -= f * observablesLattice.extent(int(mu)) * x[nu];
            }
        }
        for (int mu = 0; mu < 4; ++mu)
            u(mu, site) = abelian<N>(theta[std::size_t(mu)]);
    }
    return u;
}

// The trace of the rotation R_ab = (1/2) tr(sigma_a P sigma_b P^dagger) of SU(2), over 3.
TEST(ReferenceObservables, TheAdjointPolyakovLoopIsTheTraceOfARotation)
{
    const std::complex<double> i(0, 1);
    std::array<Matrix<2>, 3> sigma;
    sigma[0](0, 1) = sigma[0](1, 0) = 1;
    sigma[1](0, 1) = -i;
    sigma[1](1, 0) = i;
    sigma[2](0, 0) = 1;
    sigma[2](1, 1) = -1;
    const auto u = hotStart<2>(observablesLattice, 4, Precision::Double);
    const std::vector<double> found = adjointPolyakovLoops(u);
    for (const std::int64_t site : {std::int64_t(0), observablesLattice.spatialVolume() - 1}) {
        Matrix<2> line = Matrix<2>::identity();
        for (int t = 0; t < observablesLattice.extent(3); ++t)
            line = line * u(3, site + t * observablesLattice.spatialVolume());
        std::complex<double> rotation = 0;
        for (const Matrix<2>& one : sigma)
            rotation += trace(one * line * one * adj(line)) / 2.0;
        EXPECT_NEAR(found[std::size_t(site)], rotation.real() / 3, 1e-14);
    }
}

TEST(ReferenceObservables, ColdFieldHasTheValuesOfTheVacuum)
{
    const GaugeField<3> u(observablesLattice);

    EXPECT_DOUBLE_EQ(plaquettes(u).all, 1);
    EXPECT_DOUBLE_EQ(plaquettes(u).space, 1);
    EXPECT_DOUBLE_EQ(plaquettes(u).time, 1);
    EXPECT_DOUBLE_EQ(rectangle(u), 1);
    EXPECT_DOUBLE_EQ(linkTrace(u), 1);
    EXPECT_DOUBLE_EQ(polyakovLoop(u).real(), 1);
    EXPECT_EQ(polyakovLoop(u).imag(), 0);
    EXPECT_EQ(actionDensity(u), 0);
    EXPECT_EQ(wilsonAction(u, 6.0), 0);
}

template<int N>
void checkConstantLinks()
{
    const std::array<double, 4> theta{0.1, 0.23, 0.31, 0.47};

    const GaugeField<N> u = constantLinks<N>(theta);

    double links = 0;
    for (double angle : theta)
        links += abelianTrace<N>(angle).real() / 4;
    EXPECT_NEAR(plaquettes(u).all, 1, observablesRounding);
    EXPECT_NEAR(rectangle(u), 1, observablesRounding);
    EXPECT_NEAR(linkTrace(u), links, observablesRounding);
    EXPECT_LT(std::abs(polyakovLoop(u) - abelianTrace<N>(10 * theta[3])), observablesRounding);
    for (int mu = 0; mu < 3; ++mu) {
        const auto density = densityOf("spatial_polyakov_loop", u, {{3, 2, 5, 7}}, mu);
        const std::complex<double> found(density[0][0], density[0][1]);
        EXPECT_LT(std::abs(found - abelianTrace<N>(observablesLattice.extent(mu) * theta[std::size_t(mu)])),
                  observablesRounding);
    }
}

TEST(ReferenceObservables, ConstantLinksHaveOnlyWindingLoopsAndLinkTrace)
{
    checkConstantLinks<2>();
    checkConstantLinks<3>();
}

// At every site, so that each density is checked by itself; the planes have six different phases.
template<int N>
void checkConstantFieldStrength()
{
    double space = 0, time = 0, loops = 0;
    for (int nu = 1; nu < 4; ++nu) {
        for (int mu = 0; mu < nu; ++mu) {
            const double f = fieldStrength(mu, nu);
            (nu == 3 ? time : space) += abelianTrace<N>(f).real() / 3;
            loops += abelianTrace<N>(2 * f).real() / 6; // two of the twelve loops, and both have the area 2
        }
    }

    const GaugeField<N> u = constantFieldStrength<N>();

    EXPECT_NEAR(plaquettes(u).space, space, observablesRounding);
    EXPECT_NEAR(plaquettes(u).time, time, observablesRounding);
    EXPECT_NEAR(plaquettes(u).all, (space + time) / 2, observablesRounding);
    EXPECT_NEAR(rectangle(u), loops, observablesRounding);
    EXPECT_NEAR(actionDensity(u), 6 - 3 * space - 3 * time, 6 * observablesRounding);
    EXPECT_NEAR(wilsonAction(u, 2.5), 2.5 * 1920 * (6 - 3 * space - 3 * time), 1e5 * observablesRounding);
    for (const SiteObservables& at : siteObservables(u)) {
        ASSERT_NEAR(at.plaquetteSpace, space, observablesRounding);
        ASSERT_NEAR(at.plaquetteTime, time, observablesRounding);
        ASSERT_NEAR(at.rectangle, loops, observablesRounding);
        ASSERT_NEAR(at.actionDensity, 6 - 3 * space - 3 * time, 6 * observablesRounding);
    }
}

TEST(ReferenceObservables, ConstantFieldStrengthHasThePlaquettesAndRectanglesByHand)
{
    checkConstantFieldStrength<2>();
    checkConstantFieldStrength<3>();
}

// A single link exp(i f) lies on 6 plaquettes, and on 18 of the loops: 12 times in the long side, 6 in the short one.
TEST(ReferenceObservables, OneLinkTouchesItsSixPlaquettesAndEighteenRectangles)
{
    const double defect = 1 - std::cos(0.7), volume = 1920;
    for (int mu = 0; mu < 4; ++mu) {
        GaugeField<2> u(observablesLattice);
        u(mu, {1, 5, 3, 9}) = abelian<2>(0.7);

        const int time = mu == 3 ? 6 : 2;
        EXPECT_NEAR(plaquettes(u).time, 1 - time * defect / (3 * volume), observablesRounding);
        EXPECT_NEAR(plaquettes(u).space, 1 - (6 - time) * defect / (3 * volume), observablesRounding);
        EXPECT_NEAR(rectangle(u), 1 - 18 * defect / (12 * volume), observablesRounding);
        EXPECT_NEAR(linkTrace(u), 1 - defect / (4 * volume), observablesRounding);
    }
}

TEST(ReferenceObservables, DensitiesBelongToTheCornerOfTheirLoops)
{
    GaugeField<2> u(observablesLattice);
    const Coordinates x{1, 5, 3, 9};
    u(0, x) = abelian<2>(0.7);

    const auto at = [density = siteObservables(u)](const Coordinates& y) {
        return density[std::size_t(observablesLattice.index(y))];
    };

    const double defect = 1 - std::cos(0.7);
    EXPECT_NEAR(at(x).plaquetteSpace, 1 - 2 * defect / 3, observablesRounding); // planes xy and xz
    EXPECT_NEAR(at(x).plaquetteTime, 1 - defect / 3, observablesRounding);      // plane xt
    EXPECT_NEAR(at(observablesLattice.shifted(x, 1, -1)).plaquetteSpace, 1 - defect / 3,
                observablesRounding); // the link is its far side
    EXPECT_NEAR(at(observablesLattice.shifted(x, 1, +1)).plaquetteSpace, 1, observablesRounding);
    EXPECT_NEAR(at(x).actionDensity, 3 * defect, observablesRounding);
    EXPECT_NEAR(at(x).linkTrace, 1 - defect / 4, observablesRounding);
    // From x: near long side in three planes, short side in three; from x-0: second half of the long side.
    EXPECT_NEAR(at(x).rectangle, 1 - 6 * defect / 12, observablesRounding);
    EXPECT_NEAR(at(observablesLattice.shifted(x, 0, -1)).rectangle, 1 - 3 * defect / 12, observablesRounding);
    EXPECT_NEAR(at(observablesLattice.shifted(x, 1, -2)).rectangle, 1 - defect / 12, observablesRounding);
}

// exp(i phase(x,y,z)) on one time slice only: the loop does not depend on which, and the phases tell the sites apart.
TEST(ReferenceObservables, PolyakovLoopsAreNumberedAsTheSpatialSites)
{
    GaugeField<3> u(observablesLattice);
    const auto phase = [](int x, int y, int z) { return 0.01 * x + 0.07 * y + 0.5 * z; };
    for (int z = 0; z < 8; ++z)
        for (int y = 0; y < 6; ++y)
            for (int x = 0; x < 4; ++x)
                u(3, {x, y, z, (x + y + z) % 10}) = abelian<3>(phase(x, y, z));

    const auto loops = polyakovLoops(u);

    ASSERT_EQ(loops.size(), 4u * 6 * 8);
    for (int z = 0; z < 8; ++z)
        for (int y = 0; y < 6; ++y)
            for (int x = 0; x < 4; ++x)
                EXPECT_LT(std::abs(loops[std::size_t(x + 4 * (y + 6 * z))] - abelianTrace<3>(phase(x, y, z))),
                          observablesRounding);
}

TEST(ReferenceObservables, AreTheMeansOfTheirDensities)
{
    const auto u = hotStart<3>(observablesLattice, 21, Precision::Double);
    SiteObservables mean{};
    for (const SiteObservables& at : siteObservables(u)) {
        mean.plaquetteSpace += at.plaquetteSpace / 1920;
        mean.plaquetteTime += at.plaquetteTime / 1920;
        mean.actionDensity += at.actionDensity / 1920;
        mean.linkTrace += at.linkTrace / 1920;
        mean.rectangle += at.rectangle / 1920;
    }

    EXPECT_NEAR(mean.plaquetteSpace, plaquettes(u).space, observablesRounding);
    EXPECT_NEAR(mean.plaquetteTime, plaquettes(u).time, observablesRounding);
    EXPECT_NEAR(mean.actionDensity, actionDensity(u), observablesRounding);
    EXPECT_NEAR(mean.linkTrace, linkTrace(u), observablesRounding);
    EXPECT_NEAR(mean.rectangle, rectangle(u), observablesRounding);
}

// On a hot field the order of non-commuting links matters: a loop that is not closed or not ordered is not invariant.
template<int N>
void checkGaugeInvariance()
{
    const GaugeField<N> u = hotStart<N>(observablesLattice, 22, Precision::Double);
    const GaugeField<N> v = transformed(u, randomGaugeTransformation<N>(observablesLattice, 23, Precision::Double));

    const auto before = siteObservables(u), after = siteObservables(v);
    for (std::size_t site = 0; site < before.size(); ++site) {
        ASSERT_NEAR(before[site].plaquetteSpace, after[site].plaquetteSpace, observablesRounding);
        ASSERT_NEAR(before[site].plaquetteTime, after[site].plaquetteTime, observablesRounding);
        ASSERT_NEAR(before[site].actionDensity, after[site].actionDensity, observablesRounding);
        ASSERT_NEAR(before[site].rectangle, after[site].rectangle, observablesRounding);
    }
    const auto loops = polyakovLoops(u), turned = polyakovLoops(v);
    for (std::size_t x = 0; x < loops.size(); ++x)
        ASSERT_LT(std::abs(loops[x] - turned[x]), observablesRounding);
    EXPECT_GT(std::abs(linkTrace(u) - linkTrace(v)), 1e-4) << "the link trace is not invariant";
}

TEST(ReferenceObservables, AreGaugeInvariantInSU2) { checkGaugeInvariance<2>(); }
TEST(ReferenceObservables, AreGaugeInvariantInSU3) { checkGaugeInvariance<3>(); }

} // namespace
} // namespace gaugegl::reference

#include "gaugegl/base/error.h"
#include "reference/observables.h"
#include "reference/random_element.h"
#include "reference/update.h"

#include <gtest/gtest.h>
#include <limits>

namespace gaugegl::reference {
namespace {

const Lattice updateLattice({4, 4, 6, 8});
const double volume = 4 * 4 * 6 * 8;

// Products of a few matrices, and sums of six of them.
constexpr double updateRounding = 1e-13;

HeatBath parametersFor(double beta, int trials = 16)
{
    return {.beta = beta, .algorithm = HeatBathAlgorithm::KennedyPendleton, .trials = trials};
}

/// The links that differ by more than rounding, by direction and parity.
template<int N>
std::array<std::array<int, 2>, 4> changedLinks(const GaugeField<N>& u, const GaugeField<N>& v)
{
    std::array<std::array<int, 2>, 4> changed{};
    for (std::int64_t site = 0; site < updateLattice.volume(); ++site) {
        const auto parity = std::size_t(Lattice::parity(updateLattice.coordinates(site)));
        for (int mu = 0; mu < 4; ++mu)
            if (!(u(mu, site) == v(mu, site))) ++changed[std::size_t(mu)][parity];
    }
    return changed;
}

template<int N>
double largestDeviation(const GaugeField<N>& u)
{
    double worst = 0;
    for (std::int64_t site = 0; site < updateLattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            worst = larger(worst, unitarityDeviation(u(mu, site)));
    return worst;
}

/// sum over links of Re tr U A.
template<int N>
double sumOverLinks(const GaugeField<N>& u, const PlaneWeights& weights)
{
    double sum = 0;
    for (std::int64_t site = 0; site < updateLattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            sum += trace(u(mu, site) * staple(u, mu, site, {}, weights)).real();
    return sum;
}

// Re tr U A is the sum over the plaquettes of a link, and each plaquette has four links.
TEST(ReferenceStaple, SumsToFourTimesThePlaquettes)
{
    const auto u = hotStart<3>(updateLattice, 1, Precision::Double);

    EXPECT_NEAR(sumOverLinks(u, {}), 4 * 3 * 6 * volume * plaquettes(u).all, 1e4 * updateRounding);
}

TEST(ReferenceStaple, WithWeightsOfOnePlaneSumsOverThatPlane)
{
    const auto u = hotStart<3>(updateLattice, 2, Precision::Double);
    double plane = 0;
    for (std::int64_t site = 0; site < updateLattice.volume(); ++site)
        plane += trace(pathProduct(u, updateLattice.coordinates(site), {{1, +1}, {3, +1}, {1, -1}, {3, -1}})).real();

    EXPECT_NEAR(sumOverLinks(u, PlaneWeights::only(1, 3)), 4 * plane, 1e4 * updateRounding);
    EXPECT_EQ(staple(u, 0, 5, {}, PlaneWeights::only(1, 3)), Matrix<3>());
}

// S(U') - S(U) = -(beta/N) Re tr (U' - U) A when a single link changes, whatever the change.
template<int N>
void checkStapleIsTheDerivative()
{
    const double beta = 2.7;
    for (int mu = 0; mu < 4; ++mu) {
        GaugeField<N> u = hotStart<N>(updateLattice, 3, Precision::Double);
        const std::int64_t site = updateLattice.index({3, 0, 5, 7});
        const double before = wilsonAction(u, beta);
        const Matrix<N> old = u(mu, site), sum = staple(u, mu, site);

        u(mu, site) = randomElement<N>({.seed = 4, .purpose = Purpose::Test, .mu = mu}, Precision::Double);

        const double expected = -beta / N * trace((u(mu, site) - old) * sum).real();
        EXPECT_NEAR(wilsonAction(u, beta) - before, expected, 1e4 * updateRounding); // the actions are about 1e4
        EXPECT_GT(std::abs(expected), 0.01);
    }
}

TEST(ReferenceStaple, IsTheDerivativeOfTheWilsonAction)
{
    checkStapleIsTheDerivative<2>();
    checkStapleIsTheDerivative<3>();
}

/// S of plaquettes and rectangles.
template<int N>
double action(const GaugeField<N>& u, double beta, const GaugeAction& loops)
{
    return beta * volume *
           (6 * loops.of(LoopShape::Plaquette) * (1 - plaquettes(u).all) +
            12 * loops.of(LoopShape::Rectangle) * (1 - rectangle(u)));
}

// The same with rectangles, of which a link lies in 18.
template<int N>
void checkStapleIsTheDerivativeWithRectangles(const GaugeAction& loops)
{
    const double beta = 2.7;
    for (int mu = 0; mu < 4; ++mu) {
        GaugeField<N> u = hotStart<N>(updateLattice, 33, Precision::Double);
        const std::int64_t site = updateLattice.index({0, 3, 5, 7});
        const double before = action(u, beta, loops);
        const Matrix<N> old = u(mu, site), sum = staple(u, mu, site, loops);

        u(mu, site) = randomElement<N>({.seed = 34, .purpose = Purpose::Test, .mu = mu}, Precision::Double);

        const double expected = -beta / N * trace((u(mu, site) - old) * sum).real();
        EXPECT_NEAR(action(u, beta, loops) - before, expected, 1e5 * updateRounding);
        EXPECT_GT(std::abs(expected), 1e-3);
    }
}

TEST(ReferenceStaple, IsTheDerivativeOfTheActionWithRectangles)
{
    for (const GaugeAction& loops : {actions::symanzik, actions::iwasaki, actions::dbw2}) {
        checkStapleIsTheDerivativeWithRectangles<2>(loops);
        checkStapleIsTheDerivativeWithRectangles<3>(loops);
    }
}

// A link in a cold field has six plaquettes and eighteen rectangles.
TEST(ReferenceStaple, OfAColdFieldCountsLoops)
{
    const GaugeField<3> cold(updateLattice);
    EXPECT_NEAR(staple(cold, 1, 7, actions::dbw2)(2, 2).real(), 6 * (1 + 8 * 1.4088) - 18 * 1.4088,
                updateRounding * 100);
}

template<int N>
void checkOverrelaxationWithRectangles()
{
    GaugeField<N> u = hotStart<N>(updateLattice, 35, Precision::Double);
    HeatBath parameters = parametersFor(N == 2 ? 1.8 : 4.5);
    parameters.action = actions::iwasaki;
    heatBathSweep(u, parameters, 35, 0, Precision::Double);
    const GaugeField<N> start = u;
    const double before = action(u, 1, actions::iwasaki), wilson = wilsonAction(u, 1);

    overrelaxationSweep(u, actions::iwasaki);

    EXPECT_NEAR(action(u, 1, actions::iwasaki), before, 1e5 * updateRounding);
    EXPECT_GT(std::abs(wilsonAction(u, 1) - wilson), 1); // another action does not stay
    for (const auto& byParity : changedLinks(start, u))
        for (int changed : byParity)
            EXPECT_EQ(changed, volume / 2);
}

TEST(ReferenceOverrelaxation, KeepsTheActionWithRectanglesInSU2) { checkOverrelaxationWithRectangles<2>(); }
TEST(ReferenceOverrelaxation, KeepsTheActionWithRectanglesInSU3) { checkOverrelaxationWithRectangles<3>(); }

template<int N>
void checkOverrelaxation()
{
    GaugeField<N> u = hotStart<N>(updateLattice, 5, Precision::Double);
    heatBathSweep(u, parametersFor(2.5), 5, 0, Precision::Double); // some order, or k would be small everywhere
    const GaugeField<N> start = u;
    const double before = wilsonAction(u, 1);

    overrelaxationSweep(u);

    EXPECT_NEAR(wilsonAction(u, 1), before, 1e4 * updateRounding);
    EXPECT_LT(largestDeviation(u), 10 * updateRounding);
    for (const auto& byParity : changedLinks(start, u))
        for (int changed : byParity)
            EXPECT_EQ(changed, volume / 2);
}

TEST(ReferenceOverrelaxation, KeepsActionAndUnitarityInSU2) { checkOverrelaxation<2>(); }
TEST(ReferenceOverrelaxation, KeepsActionAndUnitarityInSU3) { checkOverrelaxation<3>(); }

TEST(ReferenceOverrelaxation, OfTheSameLinksTwiceIsTheIdentityInSU2)
{
    const auto start = hotStart<2>(updateLattice, 6, Precision::Double);
    auto u = start;
    for (int mu = 0; mu < 4; ++mu) {
        for (int parity = 0; parity < 2; ++parity) {
            overrelaxation(u, {mu, parity});
            EXPECT_GT(largestDifference(u(mu, parity), start(mu, parity)), 1e-3); // sites 0, 1: even, odd

            overrelaxation(u, {mu, parity});
        }
    }
    double worst = 0;
    for (std::int64_t site = 0; site < updateLattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            worst = larger(worst, largestDifference(u(mu, site), start(mu, site)));
    EXPECT_LT(worst, 1e3 * updateRounding); // rounding of the staple is divided by its length k, which can be small
}

TEST(ReferenceOverrelaxation, TakesTheWeightsIntoAccount)
{
    const PlaneWeights plane = PlaneWeights::only(0, 2);
    auto u = hotStart<3>(updateLattice, 7, Precision::Double);
    const auto start = u;
    const double before = sumOverLinks(u, plane);

    overrelaxationSweep(u, {}, plane);

    EXPECT_NEAR(sumOverLinks(u, plane), before, 1e4 * updateRounding);
    const auto changed = changedLinks(start, u);
    EXPECT_EQ(changed[1], (std::array<int, 2>{0, 0})) << "no plane with y";
    EXPECT_EQ(changed[2][0], volume / 2);
}

// On the cold field A = 6: k = 6 for SU(2), v = 1, and the new link is X itself.
TEST(ReferenceHeatBath, OnTheColdFieldOfSU2GivesTheDrawsThemselves)
{
    GaugeField<2> u(updateLattice);

    const UpdateCount count = heatBath(u, {2, 1}, parametersFor(2.3), 8, 3, Precision::Double);

    EXPECT_EQ(count.accepted, count.proposals); // at alpha = 13.8 sixteen Kennedy-Pendleton trials never all fail
    for (std::int64_t site = 0; site < updateLattice.volume(); ++site) {
        if (Lattice::parity(updateLattice.coordinates(site)) == 0) continue;
        const RandomSite at{8, Purpose::HeatBath, 2, 3, std::uint32_t(site)};
        const auto x = drawSubgroup(2.3 * 6, parametersFor(2.3), philoxDraws(at, Precision::Double), 0);
        ASSERT_TRUE(x);
        ASSERT_LT(largestDifference(u(2, site), toMatrix(*x)), updateRounding);
    }
}

// The first subgroup of SU(3) sees k = 6 and alpha = 2 beta k/3 as well; row 2 is untouched until the second one.
TEST(ReferenceHeatBath, OnTheColdFieldOfSU3MultipliesTheThreeDraws)
{
    GaugeField<3> u(updateLattice);
    const double beta = 6.0;
    const std::int64_t site = updateLattice.index({1, 2, 3, 4});
    const RandomSite at{9, Purpose::HeatBath, 1, 0, std::uint32_t(site)};
    Matrix<3> link = Matrix<3>::identity();
    for (int s = 0; s < 3; ++s) {
        // M = 6 U, so its quaternion part is 6 times that of the link built so far.
        const Rows rows = subgroups<3>[std::size_t(s)];
        const Quaternion q = scaled(6, quaternionPart(link, rows));
        const auto x = drawSubgroup(2 * beta * norm(q) / 3, parametersFor(beta), philoxDraws(at, Precision::Double), s);
        ASSERT_TRUE(x);
        multiplyRows(link, mul(*x, adj(scaled(1 / norm(q), q))), rows);
    }

    heatBath(u, {1, Lattice::parity({1, 2, 3, 4})}, parametersFor(beta), 9, 0, Precision::Double);

    EXPECT_LT(largestDifference(u(1, site), link), updateRounding);
}

TEST(ReferenceHeatBath, ChangesTheLinksOfItsDirectionAndParityOnly)
{
    const auto start = hotStart<3>(updateLattice, 10, Precision::Double);
    for (int mu = 0; mu < 4; ++mu) {
        for (int parity = 0; parity < 2; ++parity) {
            auto u = start;

            const UpdateCount count = heatBath(u, {mu, parity}, parametersFor(6), 10, 0, Precision::Double);

            std::array<std::array<int, 2>, 4> expected{};
            expected[std::size_t(mu)][std::size_t(parity)] = int(volume / 2);
            EXPECT_EQ(changedLinks(start, u), expected);
            EXPECT_EQ(count.proposals, 3 * volume / 2);
            EXPECT_LT(largestDeviation(u), updateRounding);
        }
    }
}

TEST(ReferenceHeatBath, SweepVisitsDirectionsInOrderAndEvenSitesFirst)
{
    auto u = hotStart<2>(updateLattice, 11, Precision::Double), v = u;
    UpdateCount steps;
    for (int mu = 0; mu < 4; ++mu) {
        for (int parity = 0; parity < 2; ++parity) {
            const UpdateCount step = heatBath(v, {mu, parity}, parametersFor(2.3, 1), 11, 5, Precision::Single);
            steps.proposals += step.proposals;
            steps.accepted += step.accepted;
        }
    }

    const UpdateCount count = heatBathSweep(u, parametersFor(2.3, 1), 11, 5, Precision::Single);

    EXPECT_EQ(changedLinks(u, v), (std::array<std::array<int, 2>, 4>{}));
    EXPECT_EQ(count, steps);
    EXPECT_EQ(count.proposals, 4 * volume);
    EXPECT_LT(count.accepted, count.proposals) << "one trial cannot always succeed";
    EXPECT_GT(count.accepted, count.proposals / 2);
}

TEST(ReferenceHeatBath, DependsOnSeedAndSweep)
{
    const auto start = hotStart<2>(updateLattice, 12, Precision::Double);
    auto u = start, same = start, seed = start, sweep = start;
    heatBath(u, {0, 0}, parametersFor(2), 12, 0, Precision::Double);
    heatBath(same, {0, 0}, parametersFor(2), 12, 0, Precision::Double);
    heatBath(seed, {0, 0}, parametersFor(2), 13, 0, Precision::Double);
    heatBath(sweep, {0, 0}, parametersFor(2), 12, 1, Precision::Double);

    EXPECT_EQ(u(0, 0), same(0, 0));
    EXPECT_GT(largestDifference(u(0, 0), seed(0, 0)), 1e-3);
    EXPECT_GT(largestDifference(u(0, 0), sweep(0, 0)), 1e-3);
}

TEST(ReferenceHeatBath, RefusesWrongParametersAndNamesThem)
{
    GaugeField<2> u(updateLattice);
    const auto messageOf = [&u](double beta, int trials) -> std::string {
        try {
            heatBath(u, {0, 0}, parametersFor(beta, trials), 1, 0, Precision::Double);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };

    EXPECT_NE(messageOf(-2.5, 16).find("-2.5"), std::string::npos);
    EXPECT_NE(messageOf(2e30, 16).find("2e+30"), std::string::npos);
    EXPECT_EQ(messageOf(0, 16), "");
    EXPECT_NE(messageOf(std::numeric_limits<double>::quiet_NaN(), 16), "");
    EXPECT_NE(messageOf(2, 256).find("256"), std::string::npos);
    EXPECT_NE(messageOf(2, 0), "");
    EXPECT_EQ(messageOf(2, 1), "");
    EXPECT_EQ(messageOf(2, 255), "");
}

TEST(ReferenceReunitarise, ProjectsEveryLinkAndReportsTheLargestDrift)
{
    auto u = hotStart<3>(updateLattice, 14, Precision::Double);
    const auto start = u;
    u(3, 100) = 1.01 * u(3, 100);

    const double drift = reunitarise(u);

    EXPECT_NEAR(drift, 1.01 * 1.01 * 1.01 - 1, updateRounding); // the determinant is further off than m m^dagger
    EXPECT_LT(largestDeviation(u), updateRounding);
    EXPECT_LT(largestDifference(u(3, 100), start(3, 100)), updateRounding);
    u(0, 0)(1, 1) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(reunitarise(u)));
}

} // namespace
} // namespace gaugegl::reference

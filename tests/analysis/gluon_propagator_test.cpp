// The propagator of fields whose Fourier components are known, and of weakly coupled links in Landau gauge.
#include "gaugegl/analysis/gluon_propagator.h"

#include "gaugegl/base/error.h"
#include "reference/dirac.h"
#include "reference/gauge_fixing.h"
#include "reference/update.h"

#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl::analysis {
namespace {

constexpr double rounding = 1e-12;
const Lattice lattice({4, 6, 2, 10}); // factors 2, 3 and 5

/// The class that has the momentum n.
const MomentumClass& classOf(const std::vector<MomentumClass>& classes, const Coordinates& n)
{
    for (const MomentumClass& one : classes)
        for (const std::int64_t k : one.momenta)
            if (k == lattice.index(n)) return one;
    throw InputError("no class has this momentum");
}

/// A wave of momentum n: direction mu has the angle amplitude[mu] cos(k.(x + mu/2)) of diag(1, -1).
template<int N>
LinkVector wave(const Coordinates& n, const std::array<double, 4>& amplitude)
{
    reference::GaugeField<N> u(lattice);
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            const Coordinates x = lattice.coordinates(site);
            double phase = std::numbers::pi * n[std::size_t(mu)] / lattice.extent(mu);
            for (int nu = 0; nu < 4; ++nu)
                phase += 2 * std::numbers::pi * n[std::size_t(nu)] * x[std::size_t(nu)] / lattice.extent(nu);
            const double sine = amplitude[std::size_t(mu)] * std::cos(phase); // A, not the angle
            u(mu, site)(0, 0) = {std::sqrt(1 - sine * sine), sine};
            u(mu, site)(1, 1) = std::conj(u(mu, site)(0, 0));
        }
    return reference::linkVector(u);
}

TEST(GluonPropagator, ClassesHaveEveryMomentumOnceInTheOrderOfTheirSquares)
{
    const auto classes = momentumClasses(lattice);
    std::size_t momenta = 0;
    double last = -1;
    for (const MomentumClass& one : classes) {
        EXPECT_GT(one.p2, last);
        last = one.p2;
        momenta += one.momenta.size();
    }
    EXPECT_EQ(momenta, std::size_t(lattice.volume()));
    EXPECT_EQ(classes.front().p2, 0);
    EXPECT_EQ(classes.front().momenta.size(), 1u);
    // n and -n, and every combination of signs, are alike.
    const MomentumClass& one = classOf(classes, {1, 1, 0, 2});
    EXPECT_EQ(&one, &classOf(classes, {3, 5, 0, 8}));
    EXPECT_EQ(&one, &classOf(classes, {1, 5, 0, 2}));
    const double t = std::sin(std::numbers::pi / 5);
    EXPECT_NEAR(one.p2, 2 + 1 + 4 * t * t, rounding);
    EXPECT_NEAR(last, 16, rounding);
}

TEST(GluonPropagator, CutsKeepTheDiagonal)
{
    const Lattice eight({8, 8, 8, 8});
    const auto has = [&](const MomentumCut& cut, const Coordinates& n) {
        for (const MomentumClass& one : momentumClasses(eight, cut))
            for (const std::int64_t k : one.momenta)
                if (k == eight.index(n)) return true;
        return false;
    };
    for (const MomentumCut& cut : {MomentumCut{.cylinder = 1}, MomentumCut{.cone = 20}}) {
        EXPECT_TRUE(has(cut, {0, 0, 0, 0}));
        EXPECT_TRUE(has(cut, {2, 2, 2, 2}));
        EXPECT_TRUE(has(cut, {2, 6, 2, 2})); // the diagonal of another corner
        EXPECT_FALSE(has(cut, {3, 0, 0, 0}));
    }
    // (1, 0, 0, 0) is sqrt(3)/2 of a unit away, at 60 degrees.
    EXPECT_TRUE(has({.cylinder = 0.87}, {1, 0, 0, 0}));
    EXPECT_FALSE(has({.cylinder = 0.86}, {1, 0, 0, 0}));
    EXPECT_TRUE(has({.cone = 60}, {1, 0, 0, 0}));
    EXPECT_FALSE(has({.cone = 59}, {1, 0, 0, 0}));
    EXPECT_FALSE(has({.cylinder = 2, .cone = 59}, {1, 0, 0, 0}));
    // The unit is the smallest momentum, here of x: (0, 1, 0, 0) is too far away, and (1, 1, 1, 1) follows (1, 0, 0, 0).
    EXPECT_NEAR(momentumClasses(Lattice({4, 2, 2, 2}), {.cylinder = 0.87})[2].p2, 2 + 3 * 4, rounding);
    EXPECT_THROW(momentumClasses(eight, {.cylinder = -1}), InputError);
    EXPECT_THROW(momentumClasses(eight, {.cone = -0.5}), InputError);
}

// A = e cos(k.x) diag(1, -1) = 2 e cos(k.x) T^3 has |A^3(k)|^2 = (V e)^2 at k and at -k.
template<int N>
void expectWave()
{
    const auto classes = momentumClasses(lattice);
    const Group group = N == 2 ? Group::SU2 : Group::SU3;
    const Coordinates n = {1, 2, 0, 3};
    const std::array<double, 4> e = {0.1, 0.2, 0.3, -0.4};
    const GluonSpectrum found = gluonSpectrum(lattice, group, wave<N>(n, e), classes);
    const MomentumClass& mine = classOf(classes, n);
    double e2 = 0, pe = 0, p2 = 0;
    for (std::size_t mu = 0; mu < 4; ++mu) {
        const double p = 2 * std::sin(std::numbers::pi * n[mu] / lattice.extent(int(mu)));
        e2 += e[mu] * e[mu];
        pe += p * e[mu];
        p2 += p * p;
    }
    const double volume = double(lattice.volume());
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const double expected =
            &classes[c] == &mine ? 2 * volume * e2 / double(mine.momenta.size()) / (3 * (N * N - 1)) : 0;
        EXPECT_NEAR(found.propagator[c], expected, rounding * volume) << classes[c].p2;
    }
    EXPECT_NEAR(found.longitudinal, pe * pe / (p2 * e2), rounding);
}

TEST(GluonPropagator, AWaveIsSeenAtItsMomentum)
{
    expectWave<2>();
    expectWave<3>();
}

// At k = 0 there are four components, and no direction is longitudinal.
TEST(GluonPropagator, AConstantFieldIsSeenAtZero)
{
    const auto classes = momentumClasses(lattice);
    const GluonSpectrum found = gluonSpectrum(lattice, Group::SU2, wave<2>({0, 0, 0, 0}, {0.1, 0, 0.3, 0}), classes);
    EXPECT_NEAR(found.propagator[0], 4 * double(lattice.volume()) * 0.1 / (4 * 3), 1e-10);
    for (std::size_t c = 1; c < classes.size(); ++c)
        EXPECT_NEAR(found.propagator[c], 0, rounding);
}

// beta -> infinity: beta/(2N) D p^2 -> 1, and the gluon field of Landau gauge is transverse, that of no gauge is not.
TEST(GluonPropagator, AtWeakCouplingIsThatOfFreeGluons)
{
    constexpr double beta = 300;
    const Lattice small({4, 4, 4, 4});
    const auto classes = momentumClasses(small);
    std::vector<GluonSpectrum> configurations;
    reference::GaugeField<2> u(small);
    const HeatBath heatBath{.beta = beta};
    for (std::uint32_t sweep = 0; sweep < 40; ++sweep) {
        reference::heatBathSweep(u, heatBath, 5, sweep, Precision::Double);
        reference::overrelaxationSweep(u);
        if (sweep % 10 != 9) continue;
        reference::GaugeField<2> fixed = u;
        for (int k = 0; k < 45; ++k)
            reference::fixingSweep(fixed, {.gauge = Gauge::Landau, .step = {.omega = 1.5}});
        EXPECT_LT(reference::gaugeState(fixed, Gauge::Landau).theta, 1e-16);
        configurations.push_back(gluonSpectrum(small, Group::SU2, reference::linkVector(fixed), classes));
        EXPECT_LT(configurations.back().longitudinal, 1e-10);
        EXPECT_GT(gluonSpectrum(small, Group::SU2, reference::linkVector(u), classes).longitudinal, 0.05);
    }
    double sum = 0, momenta = 0;
    for (const GluonPoint& point : gluonPropagator(classes, configurations)) {
        if (point.p2 == 0) continue;
        EXPECT_EQ(point.value.count, configurations.size());
        const double ratio = point.value.mean * point.p2 * beta / 4;
        EXPECT_NEAR(ratio, 1, 1.5 / std::sqrt(double(point.size))) << point.p2;
        sum += double(point.size) * ratio;
        momenta += double(point.size);
    }
    EXPECT_NEAR(sum / momenta, 1, 0.06);
}

TEST(GluonPropagator, OfConfigurationsIsTheirMeanWithItsError)
{
    std::vector<GluonSpectrum> configurations;
    for (const double value : {1.0, 4.0, 2.0, 3.0, 1.5, 3.5, 2.5, 2.5})
        configurations.push_back({.propagator = {value, 10}});
    const auto points = gluonPropagator({{0, {0}}, {4, {1, 3}}}, configurations);
    ASSERT_EQ(points.size(), 2u);
    EXPECT_NEAR(points[0].value.mean, 2.5, rounding);
    EXPECT_NEAR(points[0].value.error, 0.35, 0.15);
    EXPECT_EQ(points[1].p2, 4);
    EXPECT_EQ(points[1].size, 2u);
    EXPECT_NEAR(points[1].value.error, 0, rounding);
}

TEST(GluonPropagator, WrongNumbersAreRefused)
{
    const auto classes = momentumClasses(lattice);
    EXPECT_THROW(gluonSpectrum(lattice, Group::SU3, wave<2>({0, 0, 0, 0}, {}), classes), InputError);
    EXPECT_THROW(gluonPropagator(classes, {GluonSpectrum{}}), InputError);
}

} // namespace
} // namespace gaugegl::analysis

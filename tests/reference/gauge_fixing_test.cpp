// Functionals, gradients, local maxima and sweeps of the gauges where they are known by hand.
#include "reference/gauge_fixing.h"

#include "support/real_file.h"

#include "reference/observables.h"
#include "reference/random_element.h"

#include <gtest/gtest.h>

namespace gaugegl::reference {
namespace {

constexpr double fixingRounding = 1e-13;
constexpr std::array<Gauge, 4> allGauges = {Gauge::Landau, Gauge::Coulomb, Gauge::MaximallyAbelian, Gauge::Centre};

template<class N>
class GaugeFixingOf : public testing::Test {};
using Groups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(GaugeFixingOf, Groups);

const Lattice fixingLattice({2, 4, 6, 4});

template<int N>
Matrix<N> element(std::uint32_t site)
{
    return randomElement<N>({.seed = 7, .purpose = Purpose::Test, .mu = 0, .sweep = 0, .site = site},
                            Precision::Double);
}

template<int N>
FixingState fixedBy(GaugeField<N>& u, const FixingSweep& sweep, int sweeps)
{
    FixingSweep one = sweep;
    for (int k = 0; k < sweeps; ++k) {
        one.step.sweep = std::uint32_t(k);
        fixingSweep(u, one);
    }
    return gaugeState(u, sweep.gauge);
}

/// Links near 1, or, for Abelian gauge, near diagonal ones with phases of any size.
template<int N>
GaugeField<N> smooth(const Lattice& on, double size, Gauge gauge)
{
    GaugeField<N> u = hotStart<N>(on, 3, Precision::Double);
    for (std::int64_t site = 0; site < on.volume(); ++site)
        for (int mu = 0; mu < 4; ++mu) {
            Matrix<N> centre = Matrix<N>::identity();
            if (gauge == Gauge::MaximallyAbelian) {
                centre(0, 0) = std::polar(1.0, double(7 * site + 3 * mu));
                centre(1, 1) = std::conj(centre(0, 0));
            }
            u(mu, site) = reunitarised(centre + size * u(mu, site));
        }
    return u;
}

// e^{ih} for a small Hermitian h, to second order.
template<int N>
Matrix<N> nearOne(const Matrix<N>& h)
{
    Matrix<N> ih;
    for (std::size_t k = 0; k < h.e.size(); ++k)
        ih.e[k] = std::complex<double>(0, 1) * h.e[k];
    return Matrix<N>::identity() + ih + 0.5 * (ih * ih) + (1.0 / 6) * (ih * ih * ih);
}

TYPED_TEST(GaugeFixingOf, ColdLatticeIsFixedInEveryGauge)
{
    constexpr int n = TypeParam::value;
    const GaugeField<n> u(fixingLattice);
    for (const Gauge gauge : allGauges) {
        const FixingState state = gaugeState(u, gauge);
        EXPECT_NEAR(state.functional, 1, fixingRounding);
        EXPECT_LT(state.thetaMax, fixingRounding * fixingRounding);
    }
}

TYPED_TEST(GaugeFixingOf, FunctionalsOfOneLinkAreTheirFormulas)
{
    constexpr int n = TypeParam::value;
    const Matrix<n> v = element<n>(1);
    EXPECT_NEAR(linkFunctional(v, Gauge::Landau), trace(v).real() / n, fixingRounding);
    EXPECT_NEAR(linkFunctional(v, Gauge::Centre), std::norm(trace(v)) / (n * n), fixingRounding);
    Matrix<n> sigma;
    sigma(0, 0) = 1;
    sigma(1, 1) = -1;
    double abelian = 0;
    if (n == 2)
        abelian = trace(sigma * v * sigma * adj(v)).real() / 2;
    else
        for (int i = 0; i < n; ++i)
            abelian += std::norm(v(i, i)) / 3;
    EXPECT_NEAR(linkFunctional(v, Gauge::MaximallyAbelian), abelian, fixingRounding);
    // A link backwards counts as much as forwards.
    for (const Gauge gauge : allGauges)
        EXPECT_NEAR(linkFunctional(v, gauge), linkFunctional(adj(v), gauge), fixingRounding);
}

// A constant Abelian field is in Landau, Coulomb and Abelian gauge, and its centre functional is |mean of e^{i
// theta}|^2.
TYPED_TEST(GaugeFixingOf, ConstantAbelianFieldIsTransverse)
{
    constexpr int n = TypeParam::value;
    GaugeField<n> u(fixingLattice);
    const std::array<double, 4> theta = {0.3, -0.7, 1.1, 0.2};
    double landau = 0, centre = 0;
    for (int mu = 0; mu < 4; ++mu) {
        const double angle = theta[std::size_t(mu)];
        for (std::int64_t site = 0; site < fixingLattice.volume(); ++site) {
            u(mu, site)(0, 0) = std::polar(1.0, angle);
            u(mu, site)(1, 1) = std::polar(1.0, -angle);
        }
        const double real = (2 * std::cos(angle) + n - 2) / n;
        landau += real / 4;
        centre += real * real / 4;
    }
    EXPECT_NEAR(gaugeState(u, Gauge::Landau).functional, landau, fixingRounding);
    EXPECT_NEAR(gaugeState(u, Gauge::Centre).functional, centre, fixingRounding);
    EXPECT_NEAR(gaugeState(u, Gauge::MaximallyAbelian).functional, 1, fixingRounding);
    for (const Gauge gauge : allGauges)
        EXPECT_LT(gaugeState(u, gauge).thetaMax, fixingRounding);
}

// One link e^{i theta} among unit links: Delta = +A and -A at its ends, A = diag(sin theta, -sin theta).
TYPED_TEST(GaugeFixingOf, OneLinkGivesThetaAtItsTwoEnds)
{
    constexpr int n = TypeParam::value;
    GaugeField<n> u(fixingLattice);
    const double angle = 0.4, sine2 = std::sin(angle) * std::sin(angle);
    const Coordinates x = {1, 3, 5, 0};
    u(1, x)(0, 0) = std::polar(1.0, angle);
    u(1, x)(1, 1) = std::polar(1.0, -angle);
    for (const Gauge gauge : {Gauge::Landau, Gauge::Coulomb}) {
        const FixingState state = gaugeState(u, gauge);
        EXPECT_NEAR(state.thetaMax, 2 * sine2 / n, fixingRounding);
        EXPECT_NEAR(state.theta, 2 * 2 * sine2 / n / double(fixingLattice.volume()), fixingRounding);
        const int slices = gauge == Gauge::Coulomb ? fixingLattice.extents()[3] : 1; // both ends lie in one
        EXPECT_NEAR(state.thetaJudged, slices * state.theta, fixingRounding);
        const int directions = fixedDirections(gauge);
        EXPECT_NEAR(1 - state.functional, 2 * (1 - std::cos(angle)) / n / double(directions * fixingLattice.volume()),
                    fixingRounding);
        const Matrix<n> here = gaugeGradient(u, gauge, fixingLattice.index(x));
        const Matrix<n> there = gaugeGradient(u, gauge, fixingLattice.index(fixingLattice.shifted(x, 1, 1)));
        EXPECT_LT(largestDifference(here, -1.0 * there), fixingRounding);
        EXPECT_LT(largestDifference(here, gluonField(u(1, x))), fixingRounding);
    }
    EXPECT_LT(gaugeState(u, Gauge::MaximallyAbelian).thetaMax, fixingRounding);
    u(3, x) = element<n>(4); // none of Coulomb's
    EXPECT_NEAR(gaugeState(u, Gauge::Coulomb).thetaMax, 2 * sine2 / n, fixingRounding);
}

// phi(e^{ih} V) = phi(V) - tr(h Delta)/N to first order, by central differences.
TYPED_TEST(GaugeFixingOf, GradientIsThatOfTheFunctional)
{
    constexpr int n = TypeParam::value;
    const auto u = hotStart<n>(fixingLattice, 5, Precision::Double);
    const std::int64_t site = 77;
    const Matrix<n> h = gluonField(element<n>(9)); // any Hermitian traceless matrix
    EXPECT_LT(largestDifference(h, adj(h)), fixingRounding);
    EXPECT_LT(std::abs(trace(h)), fixingRounding);
    for (const Gauge gauge : allGauges) {
        const auto total = [&](double size) {
            std::vector<Matrix<n>> g(std::size_t(fixingLattice.volume()), Matrix<n>::identity());
            g[std::size_t(site)] = nearOne(size * h);
            return gaugeFunctional(transformed(u, g), gauge) * double(fixingLattice.volume() * fixedDirections(gauge));
        };
        constexpr double step = 1e-4;
        const Matrix<n> delta = gaugeGradient(u, gauge, site);
        const double expected = -trace(h * delta).real() / n;
        EXPECT_NEAR((total(step) - total(-step)) / (2 * step), expected, 1e-6) << int(gauge);
        EXPECT_GT(std::abs(expected), 1e-3);
        EXPECT_LT(largestDifference(delta, adj(delta)), fixingRounding);
        EXPECT_LT(std::abs(trace(delta)), fixingRounding);
    }
}

// f is the sum of phi over the turned links, for any a.
TYPED_TEST(GaugeFixingOf, FormIsTheFunctionalOfTurnedLinks)
{
    constexpr int n = TypeParam::value;
    std::vector<Matrix<n>> links;
    for (std::uint32_t k = 0; k < 8; ++k)
        links.push_back(element<n>(k));
    const Matrix<2> turn = element<2>(20);
    const Quaternion a = quaternionPart(turn, Rows{0, 1});
    for (const Gauge gauge : allGauges)
        for (const Rows& rows : subgroups<n>) {
            double sum = 0;
            for (Matrix<n> v : links) {
                multiplyRows(v, a, rows);
                sum += linkFunctional(v, gauge);
            }
            const SubgroupForm f = subgroupForm(links, gauge, rows);
            EXPECT_NEAR(f(a), sum, fixingRounding);
            const bool linear = gauge == Gauge::Landau || gauge == Gauge::Coulomb;
            if (linear || gauge == Gauge::MaximallyAbelian || n == 2) {
                const double absent = linear ? f.q[0][0] + f.q[1][2] : norm(f.b);
                EXPECT_NEAR(absent, 0, fixingRounding);
            }
        }
}

// No element near the maximum, and none of many at random, has more; the gradient along the sphere vanishes.
TYPED_TEST(GaugeFixingOf, MaximumOfASubgroupIsTheHighest)
{
    constexpr int n = TypeParam::value;
    for (const Gauge gauge : allGauges)
        for (std::uint32_t trial = 0; trial < 20; ++trial) {
            std::vector<Matrix<n>> links;
            for (std::uint32_t k = 0; k < 8; ++k)
                links.push_back(element<n>(100 * trial + k));
            const SubgroupForm f = subgroupForm(links, gauge, subgroups<n>.back());
            const Quaternion best = maximum(f);
            ASSERT_NEAR(norm(best), 1, fixingRounding);
            Quaternion gradient{};
            for (std::size_t i = 0; i < 4; ++i) {
                gradient[i] = f.b[i];
                for (std::size_t j = 0; j < 4; ++j)
                    gradient[i] += f.q[i][j] * best[j];
            }
            double along = 0;
            for (std::size_t i = 0; i < 4; ++i)
                along += gradient[i] * best[i];
            for (std::size_t i = 0; i < 4; ++i)
                EXPECT_NEAR(gradient[i], along * best[i], 1e-11) << int(gauge);
            for (std::uint32_t k = 0; k < 200; ++k)
                ASSERT_LE(f(quaternionPart(element<2>(5000 + k), Rows{0, 1})), f(best) + fixingRounding);
        }
}

TEST(GaugeFixing, MaximaOfEqualHeightAreTheNearestToOne)
{
    // b = 0 and a plane of maxima, as in Abelian gauge: 1 projected on it.
    SubgroupForm plane;
    plane.q = {{{1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, 1}}};
    EXPECT_EQ(maximum(plane), (Quaternion{1, 0, 0, 0}));
    // Turned against it: the rotation by i sigma_1.
    for (auto& row : plane.q)
        for (double& x : row)
            x = -x;
    EXPECT_NEAR(std::abs(maximum(plane)[1]), 1, fixingRounding);
    // Constant.
    EXPECT_EQ(maximum(SubgroupForm{}), (Quaternion{1, 0, 0, 0}));
    // Q alone: the eigenvector with a0 >= 0.
    SubgroupForm line;
    line.q[0][0] = line.q[1][1] = 1;
    line.q[0][1] = line.q[1][0] = -1;
    const Quaternion a = maximum(line);
    EXPECT_NEAR(a[0], std::sqrt(0.5), fixingRounding);
    EXPECT_NEAR(a[1], -std::sqrt(0.5), fixingRounding);
    // b orthogonal to the highest eigenvector (0, 0, 0, 1) and short: a has a part along that.
    SubgroupForm hard;
    hard.q[3][3] = 2;
    hard.b = {0.5, 0, 0, 0};
    const Quaternion h = maximum(hard);
    EXPECT_NEAR(h[0], 0.25, 1e-9); // b / (2 - 0)
    EXPECT_NEAR(h[0] * h[0] + h[3] * h[3], 1, 1e-9);
}

TEST(GaugeFixing, PowersMultiplyTheAngle)
{
    const double angle = 0.8;
    const Quaternion a = {std::cos(angle), 0.6 * std::sin(angle), 0, 0.8 * std::sin(angle)};
    const Quaternion b = power(a, 1.7, PowerOrder::Exact);
    EXPECT_NEAR(b[0], std::cos(1.7 * angle), fixingRounding);
    EXPECT_NEAR(b[3], 0.8 * std::sin(1.7 * angle), fixingRounding);
    const Quaternion square = mul(a, a), second = power(a, 2, PowerOrder::Second),
                     exact = power(a, 2, PowerOrder::Exact);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(exact[i], square[i], fixingRounding);
        EXPECT_NEAR(second[i], square[i], fixingRounding); // the binomial series ends there
        EXPECT_NEAR(power(a, 1, PowerOrder::First)[i], a[i], fixingRounding);
    }
    // (1 - omega + omega a0, omega a) normalised.
    const Quaternion first = power({0.8, 0.6, 0, 0}, 1.5, PowerOrder::First);
    EXPECT_NEAR(first[1] / first[0], 0.9 / 0.7, fixingRounding);
    EXPECT_EQ(power({1, 0, 0, 0}, 1.7, PowerOrder::Exact), (Quaternion{1, 0, 0, 0}));
}

TYPED_TEST(GaugeFixingOf, RelaxationOnlyRaisesTheFunctional)
{
    constexpr int n = TypeParam::value;
    for (const Gauge gauge : allGauges) {
        auto u = hotStart<n>(fixingLattice, 11, Precision::Double);
        const double plaquette = plaquettes(u).all;
        double before = gaugeFunctional(u, gauge);
        for (int k = 0; k < 5; ++k) {
            fixingSweep(u, {.gauge = gauge});
            const double after = gaugeFunctional(u, gauge);
            EXPECT_GT(after, before) << int(gauge);
            before = after;
        }
        EXPECT_NEAR(plaquettes(u).all, plaquette, fixingRounding);
    }
}

TYPED_TEST(GaugeFixingOf, PureGaugeBecomesOne)
{
    constexpr int n = TypeParam::value;
    GaugeField<n> u(Lattice({4, 2, 4, 2}));
    randomTransformation(u, 3, Precision::Double);
    EXPECT_LT(gaugeFunctional(u, Gauge::Landau), 0.2);
    const FixingState state = fixedBy(u, {.gauge = Gauge::Landau, .step = {.omega = 1.5}}, 120);
    EXPECT_NEAR(state.functional, 1, fixingRounding);
    EXPECT_LT(state.thetaMax, fixingRounding);
}

// Every method of every gauge leads a smooth field to theta = 0; reflections and chance only change the way.
TYPED_TEST(GaugeFixingOf, ThetaFallsToRounding)
{
    constexpr int n = TypeParam::value;
    for (const Gauge gauge : allGauges)
        for (const FixingStep& step : {FixingStep{.omega = 1.4}, FixingStep{.omega = 1.4, .power = PowerOrder::First},
                                       FixingStep{.omega = 1.4, .power = PowerOrder::Second},
                                       FixingStep{.kind = FixingStep::Kind::Stochastic, .probability = 0.4}}) {
            auto u = smooth<n>(Lattice({2, 2, 4, 2}), 0.2, gauge);
            const FixingState state = fixedBy(u, {.gauge = gauge, .step = step}, 60);
            EXPECT_LT(state.theta, 1e-13) << int(gauge);
            EXPECT_GT(state.functional, 0.8);
        }
}

TYPED_TEST(GaugeFixingOf, ReflectionsKeepTheFunctionalOfLandauGauge)
{
    constexpr int n = TypeParam::value;
    for (const Gauge gauge : {Gauge::Landau, Gauge::Coulomb}) {
        auto u = hotStart<n>(fixingLattice, 12, Precision::Double);
        const double before = gaugeFunctional(u, gauge);
        const FixingState state = fixedBy(u, {.gauge = gauge, .step = {.omega = 2}}, 3);
        EXPECT_NEAR(state.functional, before, fixingRounding);
    }
}

// A cold bath is a maximum, a hot one any element.
TYPED_TEST(GaugeFixingOf, AnnealingFollowsTheTemperature)
{
    constexpr int n = TypeParam::value;
    for (const Gauge gauge : allGauges) {
        const auto start = smooth<n>(Lattice({2, 2, 4, 2}), 0.1, gauge);
        const auto after = [&](double temperature) {
            auto u = start;
            const FixingStep step{.kind = FixingStep::Kind::HeatBath, .temperature = temperature};
            return fixedBy(u, {.gauge = gauge, .step = step}, 8).functional;
        };
        const double cold = after(1e-3), warm = after(0.1), hot = after(10);
        EXPECT_GT(cold, 0.95) << int(gauge);
        EXPECT_LT(warm, cold);
        EXPECT_LT(hot, warm);
    }
}

// f = 8 a0^2 as at a site of a cold lattice in centre gauge: the density is (1 - a0^2)^(1/2) exp(8 a0^2 / T) in a0.
TEST(GaugeFixing, MetropolisHasTheDensityOfItsTemperature)
{
    SubgroupForm f;
    f.q[0][0] = 8;
    for (const double temperature : {8.0, 1.0}) {
        double numerator = 0, denominator = 0; // by the midpoint rule in the angle
        for (int k = 0; k < 2000; ++k) {
            const double a0 = std::cos(std::numbers::pi * (k + 0.5) / 2000);
            const double weight = (1 - a0 * a0) * std::exp(8 * a0 * a0 / temperature);
            numerator += a0 * a0 * weight;
            denominator += weight;
        }
        Quaternion a = {1, 0, 0, 0};
        const int trials = 40000;
        double sum = 0;
        for (std::uint32_t k = 0; k < trials; ++k) {
            const RandomSite at{.seed = 4, .purpose = Purpose::Test, .mu = 0, .sweep = k, .site = 0};
            a = metropolisTrial(f, a, temperature, uniforms(at, 0, Precision::Double));
            sum += a[0] * a[0] / trials;
        }
        EXPECT_NEAR(sum, numerator / denominator, 0.015) << temperature;
        EXPECT_NEAR(norm(a), 1, 1e-9);
    }
}

// The value that MILC's own fixing of its sample lattice reaches.
TEST(GaugeFixing, SampleLatticeOfMilcReachesItsCoulombFunctional)
{
    const auto file = testing_support::realFile("milc_lat.sample.l4444.ildg");
    if (!file) GTEST_SKIP() << testing_support::noRealFiles;
    const LinkVector links = testing_support::readLinks(*file);
    GaugeField<3> u(Lattice({4, 4, 4, 4}));
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        for (int mu = 0; mu < 4; ++mu)
            std::copy_n(links.begin() + 9 * (4 * site + mu), 9, u(mu, site).e.begin());
    const FixingState state = fixedBy(u, {.gauge = Gauge::Coulomb, .step = {.omega = 1.6}}, 80);
    EXPECT_NEAR(state.functional, 0.89405133, 5e-9);
    EXPECT_LT(state.theta, 1e-12);
}

} // namespace
} // namespace gaugegl::reference

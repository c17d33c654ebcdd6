// The reference of the gradient flow and of cooling: solved fields, the order of its errors, and that the action falls.
#include "reference/flow.h"

#include "gaugegl/gauge/flow/flow.h"
#include "reference/observables.h"

#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl::reference {
namespace {

const Lattice flowLattice({6, 4, 2, 2});

template<typename Colours>
class ReferenceFlow : public testing::Test {
public:
    static constexpr int n = Colours::value;

    static GaugeField<n> warmField()
    {
        GaugeField<n> u = hotStart<n>(flowLattice, 3, Precision::Double);
        for (std::uint32_t sweep = 0; sweep < 2; ++sweep)
            heatBathSweep(u, {.beta = n == 2 ? 2.3 : 5.7}, 3, sweep, Precision::Double);
        return u;
    }

    static GaugeField<n> flowed(GaugeField<n> u, double t, int steps, const GaugeAction& of = {})
    {
        for (int i = 0; i < steps; ++i)
            u = flowStep(u, t / steps, of);
        return u;
    }

    static double action(const GaugeField<n>& u, double c1)
    {
        const double plaquette = 6 * (1 - 8 * c1) * (1 - plaquettes(u).all);
        return c1 == 0 ? plaquette : plaquette + 12 * c1 * (1 - rectangle(u));
    }
};

using Groups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ReferenceFlow, Groups);

// A small transverse wave of an Abelian field decays as exp(-t (p^2 - c1 p^4)), p = 2 sin(pi / L).
TYPED_TEST(ReferenceFlow, DampsAWaveAsItsMomentumSays)
{
    constexpr int N = TestFixture::n;
    const double amplitude = 1e-4, t = 0.7, p = 2 * std::sin(std::numbers::pi / flowLattice.extent(0));
    const auto wave = [&](double height) {
        GaugeField<N> u(flowLattice);
        for (std::int64_t site = 0; site < flowLattice.volume(); ++site) {
            const double theta =
                height * std::sin(2 * std::numbers::pi * flowLattice.coordinates(site)[0] / flowLattice.extent(0));
            u(1, site)(0, 0) = std::polar(1.0, theta);
            u(1, site)(1, 1) = std::polar(1.0, -theta);
        }
        return u;
    };
    for (const double c1 : {0.0, -1.0 / 12}) {
        const double damping = std::exp(-t * (p * p - c1 * p * p * p * p));
        const auto u = TestFixture::flowed(wave(amplitude), t, 5, GaugeAction::withRectangles(c1));
        EXPECT_LT(distance(u, wave(amplitude * damping)), 1e-4 * amplitude) << c1;
    }
}

TYPED_TEST(ReferenceFlow, HasErrorsOfThirdOrder)
{
    const auto u = TestFixture::warmField();
    const double t = 0.2;
    const auto exact = TestFixture::flowed(u, t, 24);
    const double coarse = distance(TestFixture::flowed(u, t, 4), exact);
    const double fine = distance(TestFixture::flowed(u, t, 8), exact);
    EXPECT_NEAR(std::log2(coarse / fine), 3, 0.3);
}

// An embedded step of second order has a local error of third order.
TYPED_TEST(ReferenceFlow, EmbedsAStepOfSecondOrder)
{
    const auto u = TestFixture::warmField();
    const auto apart = [&](double step) {
        auto second = u;
        const auto third = flowStep(u, step, {}, &second);
        return distance(third, second);
    };
    EXPECT_NEAR(std::log2(apart(0.04) / apart(0.02)), 3, 0.3);
}

TYPED_TEST(ReferenceFlow, LowersTheActionAndIsCovariant)
{
    constexpr int N = TestFixture::n;
    const auto g = randomGaugeTransformation<N>(flowLattice, 4, Precision::Double);
    for (const double c1 : {0.0, -1.0 / 12}) {
        auto u = TestFixture::warmField(), v = transformed(u, g);
        for (int i = 0; i < 2; ++i) {
            const double before = TestFixture::action(u, c1);
            u = flowStep(u, 0.05, GaugeAction::withRectangles(c1));
            v = flowStep(v, 0.05, GaugeAction::withRectangles(c1));
            EXPECT_LT(TestFixture::action(u, c1), before);
        }
        EXPECT_LT(distance(transformed(u, g), v), 1e-12);
    }
}

TYPED_TEST(ReferenceFlow, CoolingLowersTheActionLinkByLink)
{
    auto u = TestFixture::warmField();
    double action = TestFixture::action(u, 0);
    for (const LinkSet& set : linkSets(flowLattice, LoopSet())) {
        cooling(u, set);
        const double next = TestFixture::action(u, 0);
        EXPECT_LT(next, action);
        action = next;
    }
}

// The bound of the step is that of the waves which decay fastest, whatever the action: just below it rounding of the links stays
// rounding, just above it doubles again and again.
TYPED_TEST(ReferenceFlow, IsStableUpToTheBoundOfItsStep)
{
    constexpr int N = TestFixture::n;
    const Lattice cube({4, 4, 4, 4}); // its shortest waves have momentum pi in all directions
    const auto roughness = [&](const GaugeAction& of, double share) {
        GaugeField<N> u(cube);
        RandomSite at{.seed = 5, .purpose = Purpose::Test};
        for (at.mu = 0; at.mu < 4; ++at.mu)
            for (std::int64_t site = 0; site < cube.volume(); ++site) {
                at.site = std::uint32_t(site);
                const double theta = 1e-6 * gaussians(at, 0, Precision::Double)[0];
                u(at.mu, site)(0, 0) = std::polar(1.0, theta);
                u(at.mu, site)(1, 1) = std::polar(1.0, -theta);
            }
        const double step = share * longestFlowStep(of);
        for (int i = 0; i < 50; ++i)
            u = flowStep(u, step, of);
        return 1 - plaquettes(u).all;
    };
    for (const GaugeAction& of : {actions::wilson, actions::dbw2}) {
        EXPECT_LT(roughness(of, 0.98), 1e-12);
        EXPECT_GT(roughness(of, 1.05), 1e-9);
    }
    EXPECT_NEAR(longestFlowStep(actions::wilson), 0.157, 5e-4);
    EXPECT_NEAR(longestFlowStep(actions::symanzik), 0.0942, 5e-5);
    EXPECT_NEAR(longestFlowStep(actions::iwasaki), 0.0430, 1e-4);
    EXPECT_NEAR(longestFlowStep(actions::dbw2), 0.01280, 5e-6);
    EXPECT_EQ(defaultFlowStep(actions::wilson), 0.02);
    EXPECT_EQ(defaultFlowStep(actions::symanzik), 0.02);
    EXPECT_NEAR(defaultFlowStep(actions::iwasaki), 0.0107, 1e-4);
    EXPECT_NEAR(defaultFlowStep(actions::dbw2), 0.0032, 5e-6);
}

} // namespace
} // namespace gaugegl::reference

// Energy and topological charge on the device: against the reference, by hand, and what they may not depend on.
#include "gaugegl/gauge/observables/topology.h"

#include "gauge/host_fields.h"
#include "gaugegl/gauge/flow/flow.h"
#include "reference/topology.h"
#include "support/device_fixture.h"
#include "support/known_fields.h"

namespace gaugegl {
namespace {

using namespace testing_support;

class TopologyTest : public DeviceTest {
protected:
    double either(double single, double inDouble) const { return precision() == Precision::Single ? single : inDouble; }

    TopologyObservables measured(const OracleField& host)
    {
        const GaugeField u = onDevice(device(), host);
        return TopologyMeter(device(), u.lattice(), group()).measure(u, true);
    }
};

/// The densities of a meter against those of the reference, at every site.
void expectDensity(const Density& found, const std::vector<reference::EnergyAndCharge>& expected, const Lattice& on,
                   double tolerance)
{
    const auto density = downloadDensity(on, found.even, found.odd);
    double energy = 0, charge = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        energy = std::max(energy, std::abs(density[i][0] - expected[i].energy));
        charge = std::max(charge, std::abs(density[i][1] - expected[i].charge));
    }
    EXPECT_LT(energy, tolerance);
    EXPECT_LT(charge, tolerance);
}

TEST_P(TopologyTest, DensitiesAgreeWithTheReference)
{
    const OracleField host = hostHotStart(group(), 41);
    const GaugeField u = onDevice(device(), host);
    TopologyMeter meter(device(), lattice, group());

    const TopologyObservables o = meter.measure(u, true);

    std::visit(
        [&](const auto& field) {
            const auto clover = reference::topologyDensity(field, false),
                       improved = reference::topologyDensity(field, true);
            expectDensity(meter.density(), clover, lattice, either(5e-6, 1e-13));
            expectDensity(meter.improvedDensity(), improved, lattice, either(2e-5, 1e-12));
            double energy = 0, q = 0, five = 0;
            for (std::size_t i = 0; i < clover.size(); ++i) {
                energy += clover[i].energy / double(lattice.volume());
                q += clover[i].charge;
                five += improved[i].charge;
            }
            EXPECT_NEAR(o.energyClover, energy, either(1e-6, 1e-13));
            EXPECT_NEAR(o.chargeClover, q, either(2e-5, 1e-12));
            EXPECT_NEAR(o.chargeImproved, five, either(2e-5, 1e-12));
        },
        host);
}

// Unequal fluxes through all planes of unequal extents: each product of two planes is told from the others.
TEST_P(TopologyTest, OfAConstantFieldStrengthAreThoseByHand)
{
    const FluxField field{{1, 2, 3, 4, 5, 6}, charges(group())};
    const auto f = [&](int mu, int nu) { return field.strength(lattice, mu, nu); };
    const auto charge = [&](const auto& loops) {
        return double(lattice.volume()) / (4 * std::numbers::pi * std::numbers::pi) *
               (field.product(loops, f(0, 1), f(2, 3)) - field.product(loops, f(0, 2), f(1, 3)) +
                field.product(loops, f(0, 3), f(1, 2)));
    };
    double energy = 0;
    for (int nu = 1; nu < 4; ++nu)
        for (int mu = 0; mu < nu; ++mu)
            energy += field.product(cloverLoops, f(mu, nu), f(mu, nu));

    const TopologyObservables o =
        measured(fieldOf(group(), [&]<int N>() { return OracleField(field.links<N>(lattice)); }));

    EXPECT_NEAR(o.energyClover, energy, either(1e-5, 1e-12) * energy);
    EXPECT_NEAR(o.chargeClover, charge(cloverLoops), either(1e-4, 1e-11));
    EXPECT_NEAR(o.chargeImproved, charge(fiveLoops), either(1e-3, 1e-10));
}

TEST_P(TopologyTest, AreGaugeInvariant)
{
    const OracleField u = hostHotStart(group(), 42);
    const OracleField v = std::visit(
        []<int N>(const reference::GaugeField<N>& field) {
            return OracleField(
                reference::transformed(field, reference::randomGaugeTransformation<N>(lattice, 43, Precision::Double)));
        },
        u);

    const TopologyObservables before = measured(u), after = measured(v);

    EXPECT_NEAR(before.energyClover, after.energyClover, either(1e-6, 1e-13));
    EXPECT_NEAR(before.chargeClover, after.chargeClover, either(1e-5, 1e-12));
    EXPECT_NEAR(before.chargeImproved, after.chargeImproved, either(1e-5, 1e-12));
    EXPECT_GT(std::abs(before.chargeClover), 1e-3) << "nothing to compare";
}

// A reflection of one axis is an orientation-reversing map: Q changes its sign, E does not.
TEST_P(TopologyTest, ChargeIsOddUnderReflections)
{
    const OracleField u = hostHotStart(group(), 44);
    const OracleField v = std::visit(
        []<int N>(const reference::GaugeField<N>& field) {
            reference::GaugeField<N> mirrored(lattice);
            for (std::int64_t site = 0; site < lattice.volume(); ++site) {
                Coordinates x = lattice.coordinates(site);
                x[1] = (lattice.extent(1) - x[1]) % lattice.extent(1);
                for (int mu = 0; mu < 4; ++mu)
                    mirrored(mu, site) = mu == 1 ? reference::adj(field(mu, lattice.shifted(x, mu, -1))) : field(mu, x);
            }
            return OracleField(mirrored);
        },
        u);

    const TopologyObservables a = measured(u), b = measured(v);

    EXPECT_NEAR(a.energyClover, b.energyClover, either(1e-6, 1e-13));
    EXPECT_NEAR(a.chargeClover, -b.chargeClover, either(1e-5, 1e-12));
    EXPECT_NEAR(a.chargeImproved, -b.chargeImproved, either(1e-5, 1e-12));
}

INSTANTIATE_TEST_SUITE_P(Device, TopologyTest, testing::ValuesIn(allVariants()), variantName);

// n1 = n2 = 1 through the planes xy and zt: Q = 2 n1 n2 in an SU(2) subgroup, and the other orientation its opposite.
class FluxChargeTest : public testing::TestWithParam<Group> {};

TEST_P(FluxChargeTest, OfOneFluxThroughTwoPlanesIsTwoUpToDiscretisation)
{
    Device* device = sharedDevice(Path::Fragment, Precision::Single);
    if (device == nullptr) GTEST_SKIP() << "no OpenGL here";
    const Lattice eight({8, 8, 8, 8});
    TopologyMeter meter(*device, eight, GetParam());
    for (const int sign : {1, -1}) {
        const FluxField field{{1, 0, 0, 0, 0, sign}, {1, -1, 0}};
        const GaugeField u =
            onDevice(*device, fieldOf(GetParam(), [&]<int N>() { return OracleField(field.links<N>(eight)); }));

        const TopologyObservables o = meter.measure(u, true);

        EXPECT_NEAR(o.chargeClover, 2 * sign, 0.02 * 2);
        EXPECT_NEAR(o.chargeImproved, 2 * sign, 0.001 * 2);
        EXPECT_GT(std::abs(o.chargeClover - 2 * sign), 0.002 * 2) << "the errors of the clover are known";
    }
}

INSTANTIATE_TEST_SUITE_P(Groups, FluxChargeTest, testing::Values(Group::SU2, Group::SU3),
                         [](const auto& one) { return name(one.param); });

/// The instanton of radius 4a on 16x16x16x16 as it is discretised; its tail is cut where the lattice closes.
GaugeField instantonOn(Device& device, Group group, int orientation)
{
    const Lattice big({16, 16, 16, 16});
    return onDevice(device, fieldOf(group, [&]<int N>() { return OracleField(instanton<N>(big, 4, orientation)); }));
}

TEST(InstantonSU2Test, HasTheChargeOfItsOrientationAndKeepsItUnderTheFlow)
{
    Device* device = sharedDevice(Path::Fragment, Precision::Single);
    if (device == nullptr) GTEST_SKIP() << "no OpenGL here";
    GradientFlow flow(instantonOn(*device, Group::SU2, 1), {.step = 0.1});
    TopologyMeter meter(*device, flow.field().lattice(), Group::SU2);
    const TopologyObservables before = meter.measure(flow.field(), true);
    flow.flowTo(1);
    const TopologyObservables after = meter.measure(flow.field(), true);

    EXPECT_NEAR(before.chargeImproved, 1, 0.02);
    EXPECT_NEAR(before.chargeClover, 1, 0.1);
    EXPECT_NEAR(after.chargeImproved, 1, 0.02);
    EXPECT_LT(std::abs(after.chargeImproved - 1), std::abs(after.chargeClover - 1));
    // A self-dual field has the energy 8 pi^2 |Q|.
    const double volume = double(flow.field().lattice().volume());
    EXPECT_GT(before.energyClover, after.energyClover);
    EXPECT_NEAR(after.energyClover * volume / (8 * std::numbers::pi * std::numbers::pi), 1, 0.1);
}

TEST(InstantonSU3Test, AntiInstantonHasTheOppositeCharge)
{
    Device* device = sharedDevice(Path::Fragment, Precision::Single);
    if (device == nullptr) GTEST_SKIP() << "no OpenGL here";
    const GaugeField u = instantonOn(*device, Group::SU3, -1);

    EXPECT_NEAR(TopologyMeter(*device, u.lattice(), Group::SU3).measure(u, true).chargeImproved, -1, 0.02);
}

} // namespace
} // namespace gaugegl

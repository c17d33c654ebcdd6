// Dynamical overlap quarks: the force is the gradient of the energy, trajectories run backwards and keep the topology, and bounds that
// fail end them.
#include "fermion/eigen/device_modes.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/update/update.h"
#include "gaugegl/hmc/hybrid_monte_carlo.h"
#include "hmc/slope.h"
#include "support/device_fixture.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace gaugegl {
namespace {

using namespace testing_support;

const Lattice unequal({2, 4, 2, 6});

class DynamicalOverlapTest : public DeviceTest {
protected:
    HmcPrecision mode() const { return precision() == Precision::Double ? HmcPrecision::Double : HmcPrecision::Mixed; }
    GaugeField warmField(const Lattice& lattice) const
    {
        GaugeField u(device(), lattice, group());
        coldStart(u);
        for (std::uint32_t sweep = 0; sweep < 4; ++sweep)
            heatBathSweep(u, {.beta = group() == Group::SU2 ? 3.0 : 7.0}, 3, sweep);
        return u;
    }
    HmcParameters overlap() const
    {
        HmcParameters parameters{.beta = group() == Group::SU2 ? 3.0 : 7.0};
        parameters.precision = mode();
        parameters.fermions = {{.action = FermionAction::Overlap,
                                .mass = 0.3,
                                .lambdaMin = 0.02,
                                .lambdaMax = 8,
                                .rho = 1.3,
                                .topologyMu = 0.2}};
        if (precision() == Precision::Double) parameters.forceTolerance = 1e-10;
        return parameters;
    }
};

TEST_P(DynamicalOverlapTest, ForceIsTheGradientOfTheEnergy)
{
    GaugeField u = warmField(unequal);
    AlgebraField p(device(), unequal, group());
    drawMomenta(p, 11, 2);
    const auto philox = Generator::create(device(), unequal, {.group = group(), .seed = 5});
    HmcParameters parameters = overlap();
    parameters.fermions[0].stout = {.rho = 0.1, .steps = 1};
    const auto actions = actionsOf(u, parameters);
    ASSERT_EQ(actions.size(), 3u);
    for (const std::size_t k : {1u, 2u}) {
        Action& action = *actions[k];
        const double drawn = action.refresh({philox.get(), 1, int(k) - 1});
        EXPECT_NEAR(action.energy() / drawn, 1, 1e-9) << action.title();
        const bool isDouble = mode() == HmcPrecision::Double;
        const double numeric = slope(action, u, p, isDouble ? 0.002 : 0.01);
        const Slope force = slopeByForce(action, u, 2);
        ASSERT_GT(force.typical, 0.5) << action.title();
        EXPECT_NEAR(numeric, force.exact, (isDouble ? 1e-6 : 1e-3) * force.typical) << action.title();
    }
}

TEST_P(DynamicalOverlapTest, RunsBackwardsToRounding)
{
    GaugeField u = warmField(unequal);
    HmcParameters parameters = overlap();
    parameters.scales = {{Integrator::SecondOrder, 2}};
    parameters.length = 0.3;
    const Reversal reversal = HybridMonteCarlo(device(), u, parameters, 5).reversal(1);
    const double rounding = precision() == Precision::Double ? 1e-11 : 3e-6;
    EXPECT_GT(reversal.links, 0);
    EXPECT_LT(reversal.links, rounding);
    EXPECT_LT(std::abs(reversal.deltaH), 3e3 * rounding);
}

INSTANTIATE_TEST_SUITE_P(Device, DynamicalOverlapTest,
                         testing::Values(Variant{Group::SU2, Path::Fragment, Precision::Single},
                                         Variant{Group::SU2, Path::Compute, Precision::Double},
                                         Variant{Group::SU3, Path::Compute, Precision::Single}),
                         variantName);

class FixedTopologyTest : public DynamicalOverlapTest {};

TEST_P(FixedTopologyTest, IsKeptByTrajectoriesWithTheWeightOfTheirEnergies)
{
    const Lattice lattice({4, 4, 4, 4});
    GaugeField u = warmField(lattice);
    HmcParameters parameters = overlap();
    parameters.scales = {{Integrator::SecondOrder, 3}, {Integrator::SecondOrder, 4}};
    parameters.length = 0.5;
    HybridMonteCarlo hmc(device(), u, parameters, 5);
    const auto indexNow = [&] {
        const SpectralParameters of{SpectralType::Overlap, {.type = DiracType::Overlap, .rho = 1.3, .signModes = 6}};
        return hostModeFinder(download(u), of)
            ->find({.count = 1, .precision = SolverPrecision::Single, .tolerance = 1e-3})
            .index;
    };
    const auto before = indexNow();
    ASSERT_TRUE(before.has_value());
    double sum = 0;
    constexpr int trajectories = 4;
    for (std::uint64_t number = 1; number <= trajectories; ++number) {
        const Trajectory one = hmc.trajectory(number);
        ASSERT_FALSE(one.failure) << *one.failure;
        EXPECT_LT(std::abs(one.deltaH), 0.3) << number;
        sum += std::exp(-one.deltaH);
    }
    EXPECT_NEAR(sum / trajectories, 1, 0.15);
    EXPECT_EQ(indexNow(), before);
}

TEST_P(FixedTopologyTest, ABoundThatFailsEndsATrajectory)
{
    GaugeField u = warmField(unequal);
    HmcParameters parameters = overlap();
    parameters.fermions[0].lambdaMin = 2;
    const Trajectory one = HybridMonteCarlo(device(), u, parameters, 5).trajectory(1);
    ASSERT_TRUE(one.failure);
    EXPECT_THAT(*one.failure, testing::HasSubstr("an eigenvalue lies outside lambda_min = 2 to lambda_max = 8"));
    parameters.fermions[0].lambdaMin = 0;
    EXPECT_THROW(HybridMonteCarlo(device(), u, parameters, 5), InputError);
    parameters = overlap();
    parameters.fermions[0].topologyMu = 0;
    EXPECT_THROW(HybridMonteCarlo(device(), u, parameters, 5), InputError);
    parameters = overlap();
    parameters.fermions[0].signModes = 3;
    EXPECT_THROW(HybridMonteCarlo(device(), u, parameters, 5), InputError);
}

INSTANTIATE_TEST_SUITE_P(Device, FixedTopologyTest,
                         testing::Values(Variant{Group::SU2, Path::Compute, Precision::Single}), variantName);

} // namespace
} // namespace gaugegl

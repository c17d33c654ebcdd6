// Trajectories: reversible, of an energy error that falls with the step as the order says, functions of links, seed and
// number alone, and harmless where they fail.
#include "gaugegl/base/error.h"

#include "gaugegl/gauge/update/update.h"
#include "gaugegl/hmc/hybrid_monte_carlo.h"

#include "support/device_fixture.h"

#include <cmath>

namespace gaugegl {
namespace {

using namespace testing_support;

const Lattice narrow({4, 2, 4, 6});

HmcParameters twoFlavours(HmcPrecision precision)
{
    HmcParameters parameters{.beta = 2.1};
    parameters.fermions = {{.action = FermionAction::Wilson, .kappa = 0.14, .ratios = {{0.11}}, .scales = {0, 1}}};
    parameters.scales = {{Integrator::SecondOrder, 3}, {Integrator::SecondOrder, 2}};
    parameters.length = 0.5;
    parameters.precision = precision;
    parameters.guess = Guess::Zero;
    return parameters;
}

/// Clover terms with a ratio and a twist, and staggered quarks, both of stout links.
HmcParameters improvedQuarks(HmcPrecision precision)
{
    HmcParameters parameters = twoFlavours(precision);
    FermionTerm& clover = parameters.fermions[0];
    clover.action = FermionAction::TwistedMass;
    clover.mu = 0.1;
    clover.ratios = {{0.12, 0.4}};
    clover.clover = 1.3;
    FermionTerm staggered{.action = FermionAction::Staggered, .mass = 0.4, .scales = {0}};
    clover.stout = staggered.stout = {.rho = 0.11, .steps = 2};
    parameters.fermions.push_back(staggered);
    return parameters;
}

/// Domain walls: two flavours with a ratio, and one more.
HmcParameters domainWalls(HmcPrecision precision)
{
    HmcParameters parameters = twoFlavours(precision);
    const FermionTerm two{
        .action = FermionAction::DomainWall, .ratios = {{.mass = 0.6}}, .mass = 0.3, .m5 = 1.3, .ls = 2};
    const FermionTerm one{.action = FermionAction::RationalDomainWall,
                          .mass = 0.5,
                          .flavours = 1,
                          .range = SpectralRange{0.01, 40},
                          .m5 = 1.3,
                          .ls = 2};
    parameters.fermions = {two, one};
    return parameters;
}

class TrajectoryTest : public DeviceTest {
protected:
    HmcPrecision mode() const { return precision() == Precision::Double ? HmcPrecision::Double : HmcPrecision::Mixed; }
    GaugeField warmField() const
    {
        GaugeField u(device(), narrow, group());
        hotStart(u, 3);
        for (std::uint32_t sweep = 0; sweep < 3; ++sweep)
            heatBathSweep(u, {.beta = group() == Group::SU2 ? 2.3 : 5.7}, 3, sweep);
        return u;
    }
    /// The numbers of all links.
    static std::vector<double> numbers(const GaugeField& u)
    {
        std::vector<double> all;
        for (int mu = 0; mu < 4; ++mu)
            for (int parity = 0; parity < 2; ++parity) {
                const std::vector<double> part = u.links(mu, parity).download();
                all.insert(all.end(), part.begin(), part.end());
            }
        return all;
    }
};

TEST_P(TrajectoryTest, RunsBackwardsToRounding)
{
    for (const HmcParameters& parameters : {twoFlavours(mode()), improvedQuarks(mode()), domainWalls(mode())}) {
        GaugeField u = warmField();
        const std::vector<double> before = numbers(u);
        HybridMonteCarlo hmc(device(), u, parameters, 5);
        const Reversal reversal = hmc.reversal(1);
        const double rounding = precision() == Precision::Double ? 1e-13 : 3e-6;
        EXPECT_GT(reversal.links, 0);
        EXPECT_LT(reversal.links, rounding);
        EXPECT_LT(std::abs(reversal.deltaH), 3e3 * rounding);
        EXPECT_EQ(numbers(u), before);
    }
}

TEST_P(TrajectoryTest, OnTheCpuIsThatOfTheDevice)
{
    const bool isDouble = precision() == Precision::Double;
    for (HmcParameters parameters : {twoFlavours(mode()), improvedQuarks(mode()), domainWalls(mode())}) {
        SCOPED_TRACE(describe(parameters.fermions.front()));
        parameters.forceTolerance = isDouble ? 1e-11 : 1e-6;
        GaugeField u = warmField(), v = u;
        const Trajectory device = HybridMonteCarlo(this->device(), u, parameters, 5).trajectory(1, Proposal::Accept);
        parameters.path = HmcPath::Cpu;
        HybridMonteCarlo cpu(this->device(), v, parameters, 5);
        const Trajectory host = cpu.trajectory(1, Proposal::Accept);
        EXPECT_FALSE(host.failure) << *host.failure;
        // They differ by the tolerance of forces and, in mixed precision, by the rounding of links and momenta on the device, of which H
        // is a sum over 768 links.
        EXPECT_NEAR(host.deltaH, device.deltaH, isDouble ? 1e-7 : 5e-3);
        const std::vector<double> of = numbers(u), is = numbers(v);
        double difference = 0;
        for (std::size_t k = 0; k < of.size(); ++k)
            difference += (of[k] - is[k]) * (of[k] - is[k]);
        EXPECT_LT(std::sqrt(difference / double(of.size())), isDouble ? 1e-10 : 1e-4);
        const Reversal reversal = cpu.reversal(2);
        EXPECT_LT(reversal.links, isDouble ? 1e-12 : 1e-6) << "links and momenta are in double precision";
        EXPECT_EQ(numbers(v), is) << "of the device are untouched";
    }
}

TEST_P(TrajectoryTest, OnTheCpuKeepsTheLinksWhereItIsRejectedOrFails)
{
    GaugeField u = warmField();
    const std::vector<double> before = numbers(u);
    HmcParameters parameters = twoFlavours(mode());
    parameters.path = HmcPath::Cpu;
    parameters.maxIterations = 5;
    const Trajectory failed = HybridMonteCarlo(device(), u, parameters, 5).trajectory(1, Proposal::Accept);
    ASSERT_TRUE(failed.failure);
    EXPECT_NE(failed.failure->find("too many iterations"), std::string::npos) << *failed.failure;
    EXPECT_EQ(numbers(u), before);
}

TEST_P(TrajectoryTest, TakesTheCpuForQuarksWhereThereIsNoCard)
{
    const bool software = device().context().capabilities().software;
    HmcParameters parameters{.beta = 2, .path = HmcPath::Auto};
    EXPECT_EQ(pathOf(parameters, device()), HmcPath::Device);
    parameters.fermions = {{.action = FermionAction::Wilson, .kappa = 0.1}};
    EXPECT_EQ(pathOf(parameters, device()), software ? HmcPath::Cpu : HmcPath::Device);
    parameters.path = HmcPath::Device;
    EXPECT_EQ(pathOf(parameters, device()), HmcPath::Device);
}

TEST_P(TrajectoryTest, ErrorOfTheEnergyFallsWithTheOrderOfTheStep)
{
    for (const auto& [integrator, order] : {std::pair(Integrator::SecondOrder, 2), {Integrator::FourthOrder, 4}}) {
        const auto deltaH = [&, how = integrator](int steps) {
            GaugeField u = warmField();
            HmcParameters parameters = twoFlavours(mode());
            parameters.scales = {{how, steps}};
            parameters.fermions[0].scales = {};
            parameters.forceTolerance = precision() == Precision::Double ? 1e-10 : 1e-6;
            return HybridMonteCarlo(device(), u, parameters, 5).trajectory(1).deltaH;
        };
        const int steps = order == 2 ? 4 : 1;
        const double coarse = deltaH(steps), fine = deltaH(2 * steps);
        const double fall = std::log2(std::abs(coarse / fine));
        EXPECT_GT(fall, 0.75 * order) << coarse << " " << fine;
        EXPECT_LT(fall, 1.4 * order) << coarse << " " << fine; // one step of SU(3) has something of the next order
    }
}

TEST_P(TrajectoryTest, DependsOnLinksSeedAndNumberAlone)
{
    HmcParameters parameters = improvedQuarks(mode());
    parameters.guess = Guess::Chronological;
    GaugeField u = warmField(), v = u;
    HybridMonteCarlo first(device(), u, parameters, 5);
    first.trajectory(1);
    v = u;
    const Trajectory next = first.trajectory(2);

    HybridMonteCarlo restarted(device(), v, parameters, 5);
    const Trajectory again = restarted.trajectory(2);

    EXPECT_EQ(next.deltaH, again.deltaH);
    EXPECT_EQ(next.iterations(), again.iterations());
    EXPECT_EQ(numbers(u), numbers(v));
}

TEST_P(TrajectoryTest, GoodGuessesSaveIterationsAndChangeLittle)
{
    const auto run = [&](Guess guess) {
        GaugeField u = warmField();
        HmcParameters parameters = twoFlavours(mode());
        parameters.scales = {{Integrator::SecondOrder, 6}};
        parameters.fermions[0].scales = {};
        parameters.guess = guess;
        return HybridMonteCarlo(device(), u, parameters, 5).trajectory(1);
    };
    const Trajectory zero = run(Guess::Zero), last = run(Guess::Last), chronological = run(Guess::Chronological);
    EXPECT_LT(last.iterations(), zero.iterations());
    EXPECT_LT(chronological.iterations(), last.iterations());
    EXPECT_NEAR(last.deltaH, zero.deltaH, 0.02);
    EXPECT_NEAR(chronological.deltaH, zero.deltaH, 0.02);
}

TEST_P(TrajectoryTest, IsGivenUpWhereASolverDoesNotConverge)
{
    GaugeField u = warmField();
    const std::vector<double> before = numbers(u);
    HmcParameters parameters = twoFlavours(mode());
    parameters.maxIterations = 5;
    const Trajectory result = HybridMonteCarlo(device(), u, parameters, 5).trajectory(1, Proposal::Accept);
    ASSERT_TRUE(result.failure);
    EXPECT_NE(result.failure->find("too many iterations"), std::string::npos) << *result.failure;
    EXPECT_FALSE(result.accepted);
    EXPECT_TRUE(std::isnan(result.deltaH));
    EXPECT_EQ(numbers(u), before);
}

TEST_P(TrajectoryTest, IsRejectedWithTheOldLinksWhereTheEnergyRoseFar)
{
    GaugeField u = warmField();
    const std::vector<double> before = numbers(u);
    HmcParameters parameters{.beta = 2.3};
    parameters.scales = {{Integrator::Leapfrog, 1}};
    parameters.length = 2;
    parameters.precision = mode();
    HybridMonteCarlo hmc(device(), u, parameters, 5);
    const Trajectory result = hmc.trajectory(1);
    EXPECT_GT(result.deltaH, 20);
    EXPECT_FALSE(result.accepted);
    EXPECT_FALSE(result.failure);
    EXPECT_EQ(numbers(u), before);
    EXPECT_TRUE(hmc.trajectory(1, Proposal::Accept).accepted);
    EXPECT_NE(numbers(u), before);
}

TEST_P(TrajectoryTest, RefusesEigenvaluesOutsideTheRangeOfItsApproximation)
{
    GaugeField u = warmField();
    HmcParameters parameters = twoFlavours(mode());
    parameters.fermions = {
        {.action = FermionAction::RationalStaggered, .mass = 0.3, .flavours = 2, .range = SpectralRange{0.09, 1.5}}};
    parameters.scales = {{Integrator::SecondOrder, 1}};
    const Trajectory result = HybridMonteCarlo(device(), u, parameters, 5).trajectory(1);
    ASSERT_TRUE(result.failure);
    EXPECT_NE(result.failure->find("outside the range 0.09 .. 1.5"), std::string::npos) << *result.failure;
    parameters.fermions[0].range = SpectralRange{0.09, 7};
    EXPECT_FALSE(HybridMonteCarlo(device(), u, parameters, 5).trajectory(1).failure);
}

TEST_P(TrajectoryTest, SharesAddUpToItsTime)
{
    GaugeField u = warmField();
    const Trajectory t = HybridMonteCarlo(device(), u, twoFlavours(mode()), 5).trajectory(1);
    EXPECT_GT(t.solverSeconds, 0);
    EXPECT_GT(t.forceSeconds, 0);
    EXPECT_GT(t.gaugeSeconds, 0);
    EXPECT_GT(t.otherSeconds(), 0);
    ASSERT_EQ(t.terms.size(), 3u);
    EXPECT_EQ(t.terms[0].forces, 6 * (2 * 2 + 1)) << "two link updates in each of three steps";
    EXPECT_EQ(t.terms[1].forces, 2 * 3 + 1);
    EXPECT_GT(t.terms[1].iterations, t.terms[2].iterations / 4);
}

std::vector<Variant> smallVariants()
{
    return {{Group::SU2, Path::Fragment, Precision::Single},
            {Group::SU2, Path::Compute, Precision::Double},
            {Group::SU3, Path::Compute, Precision::Single}};
}

INSTANTIATE_TEST_SUITE_P(Device, TrajectoryTest, testing::ValuesIn(smallVariants()), variantName);

TEST(HybridMonteCarlo, RefusesParametersThatMakeNoSense)
{
    const auto refused = [](auto change) {
        HmcParameters parameters = twoFlavours(HmcPrecision::Mixed);
        change(parameters);
        EXPECT_THROW(validate(parameters), InputError);
    };
    refused([](HmcParameters& p) { p.beta = -1; });
    refused([](HmcParameters& p) { p.action = GaugeAction::withRectangles(0.2); });
    refused([](HmcParameters& p) { p.length = -1; });
    refused([](HmcParameters& p) { p.scales.clear(); });
    refused([](HmcParameters& p) { p.scales[0].steps = 0; });
    refused([](HmcParameters& p) { p.gaugeScale = 2; });
    refused([](HmcParameters& p) { p.fermions[0].scales = {0, 1, 1}; });
    refused([](HmcParameters& p) { p.fermions[0].scales = {2}; });
    refused([](HmcParameters& p) { p.fermions[0].kappa = 0; });
    refused([](HmcParameters& p) { p.fermions[0].mu = 0.1; });
    refused([](HmcParameters& p) { p.fermions[0].ratios[0].kappa = 1.5; });
    refused([](HmcParameters& p) { p.fermions[0].flavours = 2; });
    refused([](HmcParameters& p) { p.fermions[0] = {.action = FermionAction::Staggered}; });
    refused([](HmcParameters& p) {
        p.fermions[0] = {.action = FermionAction::RationalStaggered, .mass = 0.1, .flavours = 4};
    });
    refused([](HmcParameters& p) { p.fermions = std::vector(8, p.fermions[0]); });
    refused([](HmcParameters& p) { p.guesses = 0; });
    refused([](HmcParameters& p) { p.forceTolerance = 1; });
    refused([](HmcParameters& p) { p.maxIterations = 0; });
    EXPECT_NO_THROW(validate(twoFlavours(HmcPrecision::Mixed)));
}

} // namespace
} // namespace gaugegl

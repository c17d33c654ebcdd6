// Hybrid Monte Carlo on 4x4x4x4: <exp(-dH)> = 1 for every action, the plaquette of the heat bath, that of published
// runs with two flavours, and the rational algorithm with two equal fields against four flavours.  The numbers are
// printed.
#include "chain/trajectories.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/chain/ensemble.h"
#include "gaugegl/fermion/measure/spectrum.h"
#include "gaugegl/fields/transfer.h"
#include "reference/dirac.h"

#include "support/device_fixture.h"

#include <cmath>
#include <cstdio>

namespace gaugegl {
namespace {

using analysis::Estimate;
using testing_support::sharedDevice;

struct Value {
    double mean, error;
};

constexpr double allowedSigmas = 4;
/// The largest own error of a plaquette that is compared with published ones, and with that of our heat bath.
constexpr double largestError = 5e-4, largestErrorBesideHeatBath = 7e-4;
/// That of two algorithms for the same staggered quarks, a tenth of what these change.
constexpr double largestErrorOfFourTastes = 2.5e-3;

/// A gauge action, quarks, and how they are integrated.
struct Theory {
    const char* label; ///< of the test; holds the group
    Group group;
    ActionType action = ActionType::Wilson;
    double beta;
    std::vector<FermionTerm> fermions = {};
    std::vector<ScaleParameters> scales; ///< so coarse that dH is felt
    int trajectories = 500;
};

std::string labelOf(const testing::TestParamInfo<Theory>& info) { return info.param.label; }

class HmcPhysicsTest : public testing::TestWithParam<Theory> {
protected:
    static Device* device(HmcPrecision precision)
    {
        for (const Path path : {Path::Compute, Path::Fragment})
            if (Device* one = sharedDevice(path, devicePrecision(precision))) return one;
        return nullptr;
    }

    static RunConfig configOf(const Theory& theory)
    {
        RunConfig run;
        run.lattice = {{4, 4, 4, 4}, theory.group};
        run.action.type = theory.action;
        run.action.beta = theory.beta;
        run.update.start = Start::Hot;
        run.update.seed = 17;
        run.update.thermalisation = 60;
        run.update.sweeps = theory.trajectories;
        run.measure.observables = {Observable::Plaquette, Observable::Rectangle};
        HmcSection& hmc = run.hmc.emplace();
        hmc.acceptFirst = 15;
        hmc.parameters.fermions = theory.fermions;
        hmc.parameters.scales = theory.scales;
        return run;
    }

    /// The same by heat bath, two overrelaxations for each.
    static RunConfig heatBathOf(RunConfig run, int sweeps)
    {
        run.hmc.reset();
        run.update.thermalisation = 300;
        run.update.sweeps = sweeps;
        return run;
    }

    /// After thermalisation.
    static std::vector<double> series(const EnsembleHistory& h, double (*number)(const TrajectoryRecord&))
    {
        std::vector<double> values;
        const auto first = h.trajectories.end() - std::ptrdiff_t(h.measurements.size());
        for (auto at = first; at != h.trajectories.end(); ++at)
            values.push_back(number(*at));
        return values;
    }
    static Estimate plaquetteOf(const EnsembleHistory& history)
    {
        std::vector<double> values;
        for (const Measurement& m : history.measurements)
            values.push_back(m.values.plaquette);
        return analysis::gammaMethod(values);
    }
    static Estimate rectangleOf(const EnsembleHistory& history)
    {
        std::vector<double> values;
        for (const Measurement& m : history.measurements)
            values.push_back(m.values.rectangle());
        return analysis::gammaMethod(values);
    }

    static EnsembleHistory historyOf(const RunConfig& run, const EnsembleEvents& events = {})
    {
        Device* const place = device(run.hmc ? run.hmc->parameters.precision : HmcPrecision::Mixed);
        Ensemble ensemble(*place, run, makeTrajectories);
        EXPECT_TRUE(runEnsemble(ensemble, events));
        return ensemble.history();
    }

    /// <exp(-dH)> is 1, the acceptance is what <dH> says, and no trajectory failed.
    static void expectDetailedBalance(const char* label, const EnsembleHistory& history)
    {
        const Estimate weight =
            analysis::gammaMethod(series(history, [](const TrajectoryRecord& t) { return std::exp(-t.deltaH); }));
        const Estimate deltaH =
            analysis::gammaMethod(series(history, [](const TrajectoryRecord& t) { return t.deltaH; }));
        const Estimate accepted =
            analysis::gammaMethod(series(history, [](const TrajectoryRecord& t) { return double(t.accepted); }));
        const double expected = std::erfc(std::sqrt(std::max(deltaH.mean, 0.0)) / 2);
        std::printf("%-28s <exp(-dH)> %.4f +- %.4f   <dH> %.4f +- %.4f   acceptance %.3f, erfc says %.3f\n", label,
                    weight.mean, weight.error, deltaH.mean, deltaH.error, accepted.mean, expected);
        EXPECT_LT(std::abs(weight.mean - 1), allowedSigmas * weight.error) << label;
        EXPECT_LT(weight.error, 0.08) << label << ": too coarse steps show nothing";
        EXPECT_GT(deltaH.mean, -2 * deltaH.error) << label;
        EXPECT_GT(weight.error, 1e-3) << label << ": too fine steps show nothing";
        EXPECT_NEAR(accepted.mean, expected, 0.08) << label;
        for (const TrajectoryRecord& one : history.trajectories)
            EXPECT_FALSE(one.failed) << label;
    }

    static void compare(const std::string& what, const Estimate& found, const Value& expected)
    {
        const double sigmas = (found.mean - expected.mean) / std::hypot(found.error, expected.error);
        std::printf("%-28s %.6f +- %.6f  tau_int %5.2f   expected %.6f +- %.6f   %+.2f sigma\n", what.c_str(),
                    found.mean, found.error, found.tauInt, expected.mean, expected.error, sigmas);
        EXPECT_LT(std::abs(sigmas), allowedSigmas) << what;
    }

    void SetUp() override
    {
        if (device(HmcPrecision::Mixed) == nullptr) GTEST_SKIP() << "no OpenGL here";
    }
};

FermionTerm quark(FermionAction action, double kappaOrMass)
{
    FermionTerm term{.action = action};
    const bool wilson = action == FermionAction::Wilson || action == FermionAction::TwistedMass;
    (wilson ? term.kappa : term.mass) = kappaOrMass;
    return term;
}

FermionTerm twistedMass(double kappa, double mu, std::vector<RatioQuark> ratios = {})
{
    FermionTerm term = quark(FermionAction::TwistedMass, kappa);
    term.mu = mu;
    term.ratios = std::move(ratios);
    return term;
}

FermionTerm rational(double mass, double flavours)
{
    FermionTerm term = quark(FermionAction::RationalStaggered, mass);
    term.flavours = flavours;
    return term;
}

FermionTerm preconditioned(double kappa, std::vector<RatioQuark> ratios)
{
    FermionTerm term = quark(FermionAction::Wilson, kappa);
    term.ratios = std::move(ratios);
    return term;
}

FermionTerm clover(FermionTerm term, double csw)
{
    term.clover = csw;
    return term;
}

FermionTerm stout(FermionTerm term, double rho, int steps)
{
    term.stout = {.rho = rho, .steps = steps};
    return term;
}

constexpr Integrator second = Integrator::SecondOrder, frog = Integrator::Leapfrog;

class DetailedBalanceTest : public HmcPhysicsTest {};

TEST_P(DetailedBalanceTest, ExpOfMinusDeltaHIsOneInTheMean)
{
    expectDetailedBalance(GetParam().label, historyOf(configOf(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(
    Actions, DetailedBalanceTest,
    testing::Values(Theory{.label = "SU2_wilson_gauge", .group = Group::SU2, .beta = 2.3, .scales = {{frog, 8}}},
                    Theory{.label = "SU2_symanzik_gauge",
                           .group = Group::SU2,
                           .action = ActionType::Symanzik,
                           .beta = 1.7,
                           .scales = {{second, 3}}},
                    Theory{.label = "SU2_wilson",
                           .group = Group::SU2,
                           .beta = 1.8,
                           .fermions = {quark(FermionAction::Wilson, 0.14)},
                           .scales = {{second, 2}, {second, 1}}},
                    Theory{.label = "SU2_wilson_with_a_ratio",
                           .group = Group::SU2,
                           .beta = 1.8,
                           .fermions = {preconditioned(0.14, {{0.11, 0}})},
                           .scales = {{second, 2}, {second, 1}}},
                    Theory{.label = "SU2_twisted_mass_with_ratios",
                           .group = Group::SU2,
                           .action = ActionType::Symanzik,
                           .beta = 1.4,
                           .fermions = {twistedMass(0.15, 0.1, {{0.15, 0.4}, {0.12, 1}})},
                           .scales = {{second, 2}, {second, 1}}},
                    Theory{.label = "SU2_staggered",
                           .group = Group::SU2,
                           .beta = 1.8,
                           .fermions = {quark(FermionAction::Staggered, 0.2)},
                           .scales = {{second, 4}, {second, 1}}},
                    Theory{.label = "SU2_rational_two_and_one",
                           .group = Group::SU2,
                           .beta = 1.8,
                           .fermions = {rational(0.4, 2), rational(0.8, 1)},
                           .scales = {{second, 2}, {second, 1}}},
                    Theory{.label = "SU2_stout_clover",
                           .group = Group::SU2,
                           .beta = 1.8,
                           .fermions = {stout(clover(quark(FermionAction::Wilson, 0.13), 1.2), 0.12, 2)},
                           .scales = {{second, 3}, {second, 1}}},
                    Theory{.label = "SU2_clover_with_twist_and_ratio",
                           .group = Group::SU2,
                           .beta = 1.8,
                           .fermions = {clover(twistedMass(0.13, 0.1, {{0.13, 0.5}}), 1.4)},
                           .scales = {{second, 3}, {second, 1}}},
                    Theory{.label = "SU2_stout_staggered_two_and_one_symanzik",
                           .group = Group::SU2,
                           .action = ActionType::Symanzik,
                           .beta = 1.4,
                           .fermions = {stout(rational(0.2, 2), 0.15, 2), stout(rational(0.8, 1), 0.15, 2)},
                           .scales = {{second, 3}, {second, 1}}}),
    labelOf);

/// Heat bath and HMC simulate one theory.
class HeatBathAgreementTest : public HmcPhysicsTest {};

TEST_P(HeatBathAgreementTest, PlaquetteAndRectangleAreThoseOfTheHeatBath)
{
    const Theory& theory = GetParam();
    const RunConfig run = configOf(theory);

    const EnsembleHistory trajectories = historyOf(run), sweeps = historyOf(heatBathOf(run, 4000));

    const Estimate p = plaquetteOf(trajectories), r = rectangleOf(trajectories), p0 = plaquetteOf(sweeps),
                   r0 = rectangleOf(sweeps);
    EXPECT_LE(p.error, largestErrorBesideHeatBath);
    compare(std::string(theory.label) + " plaquette", p, {p0.mean, p0.error});
    compare(std::string(theory.label) + " rectangle", r, {r0.mean, r0.error});
    expectDetailedBalance(theory.label, trajectories);
}

INSTANTIATE_TEST_SUITE_P(
    Theories, HeatBathAgreementTest,
    testing::Values(
        Theory{.label = "SU2_wilson", .group = Group::SU2, .beta = 2.3, .scales = {{second, 4}}, .trajectories = 8000},
        Theory{.label = "SU2_symanzik",
               .group = Group::SU2,
               .action = ActionType::Symanzik,
               .beta = 1.7,
               .scales = {{second, 4}},
               .trajectories = 8000},
        Theory{.label = "SU3_wilson", .group = Group::SU3, .beta = 5.4, .scales = {{second, 5}}, .trajectories = 8000},
        Theory{.label = "SU3_symanzik",
               .group = Group::SU3,
               .action = ActionType::Symanzik,
               .beta = 4.5,
               .scales = {{second, 5}},
               .trajectories = 1500}),
    labelOf);

class TwoFlavourTest : public HmcPhysicsTest {};

// tmLQCD's sample-hmc0: Wilson gauge action, beta = 6, two flavours of twisted mass with kappa = 0.177, 2 kappa mu =
// 0.177 on 4x4x4x4, antiperiodic in time: plaquette 0.62450(5), and the pion times (2 kappa)^2 at distances 0, 1, 2.
TEST_F(TwoFlavourTest, SU3PlaquetteAndPionAreThePublishedOnes)
{
    constexpr double kappa = 0.177;
    const Theory theory{.label = "SU3_tmLQCD",
                        .group = Group::SU3,
                        .beta = 6,
                        .fermions = {twistedMass(kappa, 0.5)},
                        .scales = {{second, 3}, {second, 2}},
                        .trajectories = 2000};
    const DiracParameters dirac{.type = DiracType::TwistedMass, .kappa = kappa, .mu = 0.5};
    std::array<std::vector<double>, 3> pion;
    EnsembleEvents events;
    events.measured = [&](const Ensemble& ensemble, const Measurement& m) {
        if (m.sweep % 10 != 0) return;
        const HostGaugeField links = download(ensemble.field());
        const SpectrumMeasurement mesons = measureSpectrum(*hostInverter(links, dirac), {links.lattice, links.group},
                                                           {Source::parse("point:0,0,0,0"), 3, {.tolerance = 1e-6}});
        for (std::size_t t = 0; t < pion.size(); ++t)
            pion[t].push_back(4 * kappa * kappa * mesons.correlators.at(0).values[t]);
    };

    const EnsembleHistory history = historyOf(configOf(theory), events);

    const Estimate p = plaquetteOf(history);
    EXPECT_LE(p.error, largestError);
    compare("SU3_tmLQCD plaquette", p, {0.62450, 0.00005});
    const std::array<Value, 3> known = {{{1.638, 0.005}, {0.2020, 0.0006}, {0.0424, 0.0002}}};
    for (std::size_t t = 0; t < pion.size(); ++t)
        compare("SU3_tmLQCD pion, distance " + std::to_string(t), analysis::gammaMethod(pion[t]), known[t]);
    expectDetailedBalance(theory.label, history);
}

class RationalTest : public HmcPhysicsTest {};

TEST_F(RationalTest, SU2TwoFieldsOfTwoFlavoursAreFourFlavours)
{
    const auto theory = [](std::vector<FermionTerm> fermions) {
        return Theory{.label = "SU2_rational",
                      .group = Group::SU2,
                      .beta = 1.8,
                      .fermions = std::move(fermions),
                      .scales = {{second, 3}, {second, 1}},
                      .trajectories = 600};
    };

    const Estimate four = plaquetteOf(historyOf(configOf(theory({quark(FermionAction::Staggered, 0.4)}))));
    const Estimate twice = plaquetteOf(historyOf(configOf(theory({rational(0.4, 2), rational(0.4, 2)}))));

    compare("SU2_rational, two fields", twice, {four.mean, four.error});
    EXPECT_LE(twice.error, largestErrorOfFourTastes);
    EXPECT_LE(four.error, largestErrorOfFourTastes);
    const Estimate quenched = plaquetteOf(historyOf(heatBathOf(configOf(theory({})), 1000)));
    EXPECT_GT(four.mean, quenched.mean + 8 * largestErrorOfFourTastes) << "the quarks are felt";
}

} // namespace
} // namespace gaugegl

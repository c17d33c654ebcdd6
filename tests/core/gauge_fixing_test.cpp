#include "gaugegl/core/gauge_fixing.h"

#include "gaugegl/base/error.h"
#include "gaugegl/core/choice.h"

#include <gtest/gtest.h>

#include <limits>

namespace gaugegl {
namespace {

TEST(GaugeFixing, ChoicesHaveTheNamesOfTheProgram)
{
    EXPECT_EQ(choices<Gauge>(), (std::vector<std::string>{"landau", "coulomb", "mag", "centre"}));
    EXPECT_EQ(choices<FixingMethod>(), (std::vector<std::string>{"relax", "or", "sr", "sa"}));
    EXPECT_EQ(choices<FixingGranularity>(), (std::vector<std::string>{"auto", "1", "8"}));
    EXPECT_EQ(parseChoice<Gauge>("mag"), Gauge::MaximallyAbelian);
    EXPECT_EQ(parseChoice<FixingPrecision>("mixed"), FixingPrecision::Mixed);
    EXPECT_EQ(choiceName(PowerOrder::Second), "second");
    EXPECT_THROW(parseChoice<Gauge>("axial"), InputError);
}

TEST(GaugeFixing, DefaultsAreValid) { EXPECT_NO_THROW(requireValid({})); }

TEST(GaugeFixing, NumbersOutOfRangeAreRefused)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(requireValid({.omega = 0}), InputError);
    EXPECT_THROW(requireValid({.omega = 2}), InputError);
    EXPECT_THROW(requireValid({.omega = nan}), InputError);
    EXPECT_THROW(requireValid({.probability = 1}), InputError);
    EXPECT_THROW(requireValid({.annealing = {.start = 0.0}}), InputError);
    EXPECT_THROW(requireValid({.annealing = {.end = nan}}), InputError);
    EXPECT_THROW(requireValid({.annealing = {.steps = 0}}), InputError);
    EXPECT_THROW(requireValid({.annealing = {.microcanonical = -1}}), InputError);
    EXPECT_THROW(requireValid({.annealing = {.start = 0.1, .end = 0.2}}), InputError);
    EXPECT_NO_THROW(requireValid({.annealing = {.end = 1.0}}));
    EXPECT_NO_THROW(requireValid({.annealing = {.end = 1.0}}, Group::SU2)) << "which begins at 1.5";
    EXPECT_THROW(requireValid({.annealing = {.end = 1.0}}, Group::SU3), InputError) << "which begins at 0.45";
    const Annealing longest{.steps = std::numeric_limits<int>::max()};
    EXPECT_THROW(requireValid({.method = FixingMethod::Annealing, .annealing = longest}), InputError);
    EXPECT_THROW(requireValid({.method = FixingMethod::Annealing, .maxIterations = 4000}), InputError);
    EXPECT_NO_THROW(requireValid({.method = FixingMethod::Annealing, .maxIterations = 4001}));
    EXPECT_THROW(requireValid({.tolerance = 0}), InputError);
    EXPECT_THROW(requireValid({.maxIterations = 0}), InputError);
    EXPECT_THROW(requireValid({.checkEvery = 0}), InputError);
    EXPECT_THROW(requireValid({.reunitariseEvery = 0}), InputError);
}

TEST(GaugeFixing, SinglePrecisionStallsWhereThetaDoesNotHalve)
{
    std::vector<FixingState> history(std::size_t(stalledChecks), {.theta = 1e-12});
    EXPECT_FALSE(stalls(history));
    history.push_back({.theta = 0.4e-12});
    EXPECT_FALSE(stalls(history));
    history.back().theta = 0.6e-12;
    EXPECT_TRUE(stalls(history));
    for (FixingState& state : history)
        state.theta = 1e-9;
    EXPECT_FALSE(stalls(history));
}

TEST(GaugeFixing, TheRestOfMixedPrecisionFollowsWhatWasDone)
{
    const GaugeFixing rest =
        restOf({.method = FixingMethod::Annealing, .maxIterations = 5000, .randomStart = true}, 4200);
    EXPECT_EQ(rest.method, FixingMethod::Overrelaxation);
    EXPECT_EQ(rest.maxIterations, 800);
    EXPECT_FALSE(rest.randomStart);

    const FixingResult both = joined({.theta = 1e-11, .iterations = 40, .seconds = 1, .history = {{.iteration = 40}}},
                                     {.theta = 1e-13,
                                      .iterations = 20,
                                      .converged = true,
                                      .seconds = 2,
                                      .history = {{.iteration = 0}, {.iteration = 20}}});
    EXPECT_EQ(both.iterations, 60);
    EXPECT_EQ(both.theta, 1e-13);
    EXPECT_TRUE(both.converged);
    EXPECT_EQ(both.seconds, 3);
    ASSERT_EQ(both.history.size(), 3u);
    EXPECT_EQ(both.history[2].iteration, 60);
}

TEST(GaugeFixing, TemperaturesFallInEqualSteps)
{
    const Annealing annealing{.start = 1.0, .end = 0.2, .steps = 5};
    for (int step = 0; step < 5; ++step)
        EXPECT_NEAR(temperature(annealing, Gauge::Landau, Group::SU2, step), 1 - 0.2 * step, 1e-15);
    EXPECT_EQ(temperature({}, Gauge::Landau, Group::SU3, 0), 0.45);
    EXPECT_NEAR(temperature({}, Gauge::Coulomb, Group::SU2, 999), 0.01, 1e-15);
}

TEST(GaugeFixing, AnnealingReflectsAfterEachHeatBathAndEndsInOverrelaxation)
{
    const GaugeFixing fixing{.method = FixingMethod::Annealing, .omega = 1.6, .annealing = {.steps = 3}};
    ASSERT_EQ(annealingIterations(fixing.annealing), 12);
    for (int iteration = 0; iteration < 12; ++iteration) {
        const FixingStep step = stepOf(fixing, Group::SU3, iteration);
        EXPECT_EQ(step.kind, iteration % 4 == 0 ? FixingStep::Kind::HeatBath : FixingStep::Kind::Power);
        if (iteration % 4 == 0)
            EXPECT_EQ(step.sweep, unsigned(iteration / 4));
        else
            EXPECT_EQ(step.omega, 2);
    }
    EXPECT_EQ(stepOf(fixing, Group::SU3, 12).omega, 1.6);
}

TEST(GaugeFixing, StepsAreThoseOfTheMethod)
{
    EXPECT_EQ(stepOf({.method = FixingMethod::Relaxation}, Group::SU2, 7).omega, 1);
    EXPECT_EQ(stepOf({.power = PowerOrder::First}, Group::SU2, 7).power, PowerOrder::First);
    const FixingStep stochastic = stepOf({.method = FixingMethod::StochasticRelaxation}, Group::SU2, 7);
    EXPECT_EQ(stochastic.kind, FixingStep::Kind::Stochastic);
    EXPECT_EQ(stochastic.probability, 0.45);
    EXPECT_EQ(stochastic.sweep, 7U);
}

} // namespace
} // namespace gaugegl

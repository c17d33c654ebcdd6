// From the times of the parts of a run to that of the whole.
#include "run/run_estimate.h"

#include "config/run_config_text.h"

namespace gaugegl {
namespace {

RunConfig runOf(int thermalisation, int sweeps, int every)
{
    RunConfig run = parseRunConfig(run_config_test::minimal, "a");
    run.update.thermalisation = thermalisation;
    run.update.sweeps = sweeps;
    run.measure.every = every;
    return run;
}

const RunEstimate estimate{.sweep = 0.1, .measurement = 0.4, .further = {{"loops", 3, 10}, {"flow", 8, 20}}};

TEST(RunEstimate, AddsSweepsAndTheirShareOfMeasurements)
{
    EXPECT_DOUBLE_EQ(estimate.ofMeasuredSweep(2), 0.1 + 0.2 + 0.3 + 0.4);
    EXPECT_DOUBLE_EQ(estimate.of(runOf(50, 200, 2)), 5 + 200 * 1.0);
}

TEST(RunEstimate, FindsTheSweepsOfATime)
{
    EXPECT_EQ(estimate.sweepsWithin(105.5, runOf(50, 1, 2)), 100);
    EXPECT_EQ(estimate.sweepsWithin(4, runOf(50, 1, 2)), 0) << "not even thermalisation";
    const RunEstimate quick{.sweep = 1e-12, .measurement = 0, .further = {}};
    EXPECT_EQ(quick.sweepsWithin(1e9, runOf(50, 1, 1)), std::numeric_limits<int>::max() - 50);
}

} // namespace
} // namespace gaugegl

#include "solvers/monitor.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using enum SolverStatus;

const SolverLimits limits{.target2 = 1e-6, .stagnationWindow = 10, .stagnationFactor = 0.5, .watch = nullptr};
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(MonitorTest, GoesOnWhileTheResidualFalls)
{
    Monitor monitor(limits, NotPositive);

    EXPECT_EQ(monitor.judge({1, 1.0, 1.0}), std::nullopt);
    EXPECT_EQ(monitor.judge({2, 1e-5, 1.0}), std::nullopt);
    EXPECT_EQ(monitor.judge({3, 1e-6, 1.0}), Converged);
}

TEST(MonitorTest, ConvergenceCountsWhereTheCurvatureIsZero)
{
    EXPECT_EQ(Monitor(limits, NotPositive).judge({5, 0.0, 0.0}), Converged);
}

TEST(MonitorTest, CurvatureThatIsNotPositiveMeansWhatTheSolverSays)
{
    EXPECT_EQ(Monitor(limits, NotPositive).judge({5, 1.0, -1.0}), NotPositive);
    EXPECT_EQ(Monitor(limits, Breakdown).judge({5, 1.0, 0.0}), Breakdown);
}

TEST(MonitorTest, WhatIsNotFiniteIsNotANumber)
{
    EXPECT_EQ(Monitor(limits, NotPositive).judge({5, std::nan(""), 1.0}), NotANumber);
    EXPECT_EQ(Monitor(limits, NotPositive).judge({5, infinity, 1.0}), NotANumber);
    EXPECT_EQ(Monitor(limits, NotPositive).judge({5, 1.0, std::nan("")}), NotANumber);
}

TEST(MonitorTest, StagnatesOnlyAfterAWindowWithoutANewMinimum)
{
    Monitor monitor(limits, NotPositive);

    EXPECT_EQ(monitor.judge({1, 1.0, 1.0}), std::nullopt);
    EXPECT_EQ(monitor.judge({8, 0.24, 1.0}), std::nullopt); // below (1/2)^2: a new minimum
    EXPECT_EQ(monitor.judge({17, 0.1, 1.0}), std::nullopt); // not a quarter of it, but within the window
    EXPECT_EQ(monitor.judge({18, 0.1, 1.0}), Stagnation);
}

TEST(MonitorTest, EveryObservationIsHandedOn)
{
    std::vector<int> seen;
    SolverLimits watched = limits;
    watched.watch = [&](const Observation& o) { seen.push_back(o.iteration); };
    Monitor monitor(watched, NotPositive);

    for (int k = 1; k <= 3; ++k)
        EXPECT_EQ(monitor.judge({k, 1.0, 1.0}), std::nullopt);

    EXPECT_EQ(seen, (std::vector{1, 2, 3}));
}

} // namespace
} // namespace gaugegl

// Which trajectories `gaugegl bench` measures.
#include "checks/kernel_entry.h"
#include "checks/trajectories.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/heatbath.h"

#include <gtest/gtest.h>

#include <map>

namespace gaugegl {
namespace {

TEST(HmcBenchmarkTest, TwistedMassHasTheSetupsOfThePaper)
{
    const std::map<std::string, double> masses = {
        {"twisted-mass-a", 0.0025}, {"twisted-mass-b", 0.0035}, {"twisted-mass-c", 0.1}};
    for (const auto& [setup, mu] : masses) {
        const HmcParameters p = benchmarkTrajectory(setup, Group::SU3, Precision::Single);
        EXPECT_NO_THROW(validate(p)) << setup;
        EXPECT_EQ(p.beta, 3.9) << setup;
        EXPECT_EQ(p.action, actions::symanzik) << setup;
        ASSERT_EQ(p.fermions.size(), 1u) << setup;
        EXPECT_EQ(p.fermions[0].action, FermionAction::TwistedMass) << setup;
        EXPECT_EQ(p.fermions[0].kappa, 0.160856) << setup;
        EXPECT_EQ(p.fermions[0].mu, mu) << setup;
    }
    EXPECT_THROW(benchmarkTrajectory("twisted-mass-d", Group::SU3, Precision::Single), InputError);
}

TEST(HmcBenchmarkTest, EverySetupHasItsTrajectoryAndItsShares)
{
    std::map<std::string, int> shares;
    for (const std::string& setup : trajectorySetups())
        for (const KernelEntry& entry : kernelEntries())
            shares[setup] += entry.name.starts_with("trajectory-" + setup);
    for (const std::string& setup : trajectorySetups()) {
        EXPECT_EQ(shares[setup], 6) << setup;
        const KernelEntry& whole = kernelEntry("trajectory-" + setup);
        EXPECT_TRUE(whole.takesSeconds());
        EXPECT_TRUE(whole.host.work) << "the CPU has it, too";
        EXPECT_EQ(setupOfTrajectory(whole.name), setup);
        EXPECT_EQ(setupOfTrajectory(whole.name + "-solver"), std::nullopt);
    }
}

} // namespace
} // namespace gaugegl

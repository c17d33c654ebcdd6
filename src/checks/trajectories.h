// The trajectories that `bench` measures, and what they consist of.
#pragma once

#include "checks/rig.h"
#include "gaugegl/hmc/hybrid_monte_carlo.h"

#include <string>
#include <vector>

namespace gaugegl {

/// The trajectories that are measured, by 2MN with the gauge force on a scale of its own, in mixed precision on a device of single
/// precision, of length 1/2 with four steps and two of the gauge action in each:
/// - "wilson", "staggered": beta 2.3 (SU(2)) or 5.6 (SU(3)), two flavours of Wilson quarks with kappa = 0.14 over 0.12,
///   or four staggered tastes of mass 0.1;
/// - "twisted-mass-a", "-b", "-c": setups A, B and C of Bach, Lindenstruth, Philipsen, Pinke, "Lattice QCD based on
///   OpenCL" (arXiv:1209.5942): two flavours of twisted mass with kappa = 0.160856 and a mu = 0.0025, 0.0035 or 0.1,
///   tree-level Symanzik action at beta = 3.9 (SU(2): 1.7), from links of the heat bath at a beta larger by 0.2.
const std::vector<std::string>& trajectorySetups();
/// "bach-a", "-b", "-c": setups A, B and C as they were integrated there, with ten steps on each scale and of length 0.1 (C: 1); no rows of
/// `bench`.
const std::vector<std::string>& publishedTrajectorySetups();
/// The parameters of one of them.  Throws InputError for an unknown one.
HmcParameters benchmarkTrajectory(const std::string& setup, Group group, Precision precision);
/// The setup of a row trajectory-SETUP; nothing for one of its shares and for other rows.
std::optional<std::string> setupOfTrajectory(const std::string& row);

/// Accepted trajectories of a setup, one after the other, on the links of a rig, which must outlive them, near equilibrium at first.  A
/// call throws UnsolvedError.
std::function<Trajectory()> trajectoriesOf(Rig& rig, const std::string& setup, const HmcParameters& parameters);
/// Those of benchmarkTrajectory().
std::function<Trajectory()> trajectoriesOf(Rig& rig, const std::string& setup);

struct KernelEntry;
/// Rows trajectory-SETUP of setups, of which -solver, -force, -gauge and -rest are the shares
/// (hmc/hybrid_monte_carlo.h): a call is a trajectory, flops and bytes are not counted.  -kernels is another share, that of all programs:
/// their part of one more trajectory, which is profiled (device/profile.h), times the seconds of the others.
std::vector<KernelEntry> trajectoryEntries(const std::vector<std::string>& setups = trajectorySetups());

} // namespace gaugegl

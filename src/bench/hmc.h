// How fast molecular dynamics is: momenta and forces of fermions, beside the flops and bytes of hmc/kernels.h, and
// whole trajectories with their shares.  (Forces of gauge actions are those of the flow, bench/smearing.h.)
#pragma once

#include "bench/kernel_timing.h"
#include "gaugegl/hmc/hybrid_monte_carlo.h"

#include <map>
#include <string>
#include <vector>

namespace gaugegl {

/// What is measured.
struct HmcBenchmarkEntry {
    std::string name;            ///< "force-wilson", "trajectory-staggered-solver"
    std::string kernel;          ///< file of shaders/kernels/; of trajectories "trajectory"
    std::string trajectory = {}; ///< of trajectories the one of trajectorySetups()
    std::string share = {};      ///< of a trajectory: "solver", ..; empty: all of it

    /// A whole trajectory or one of its shares.
    bool isTrajectory() const { return kernel == "trajectory"; }
    /// Whether it takes forces or hopping terms of quarks, of which a tuner chooses a variant.
    bool hasVariants() const { return isTrajectory() || kernel == "fermion_force"; }
    /// Takes minutes on a CPU.
    bool isTwistedMass() const { return trajectory.starts_with("twisted-mass-"); }
    /// Whether the host has it, too: forces of quarks (bench/host_work.h), and whole trajectories on the path of the CPU.
    bool onHost() const { return kernel == "fermion_force" || (isTrajectory() && share.empty()); }
    /// Trajectories from buffers in double precision are left out: software drivers compile them for minutes.
    bool exists(Precision precision, Storage storage) const
    {
        return !isTrajectory() || precision == Precision::Single || storage == Storage::Texture;
    }
};
/// momenta, kinetic-energy, force-wilson, force-staggered and stout-gradient, a call being a pass over the links of one
/// direction and parity (of the energy: over a parity); clover-insertions, over the sites of a parity; force-clover and
/// force-stout, over the links of a direction and parity with the loops of one plane; trajectory-SETUP of all trajectorySetups(), of which -solver, -force, -gauge
/// and -rest are the shares (hmc/hybrid_monte_carlo.h): a call is a trajectory, flops and bytes are not counted.
/// -kernels is another share, that of all programs: their part of one more trajectory, which is profiled
/// (device/profile.h), times the seconds of the others.
const std::vector<HmcBenchmarkEntry>& hmcBenchmarkEntries();

/// The trajectories that are measured, all of length 1/2 by 2MN with the gauge force on a scale of its own, in mixed
/// precision on a device of single precision:
/// - "wilson", "staggered": beta 2.3 (SU(2)) or 5.6 (SU(3)), two flavours of Wilson quarks with kappa = 0.14 over 0.12,
///   or four staggered tastes of mass 0.1;
/// - "twisted-mass-a", "-b", "-c": setups A, B and C of Bach, Lindenstruth, Philipsen, Pinke, "Lattice QCD based on
///   OpenCL" (arXiv:1209.5942): two flavours of twisted mass with kappa = 0.160856 and a mu = 0.0025, 0.0035 or 0.1,
///   tree-level Symanzik action at beta = 3.9 (SU(2): 1.7), from links of the heat bath at a beta larger by 0.2.
const std::vector<std::string>& trajectorySetups();
/// The parameters of one of them.  Throws InputError for an unknown one.
HmcParameters benchmarkTrajectory(const std::string& setup, Group group, Precision precision);

/// Measures on one device.
class HmcBenchmark {
public:
    /// The device must outlive the object.  Throws DeviceError when the lattice does not fit the driver's limits.
    HmcBenchmark(Device& device, const Lattice& lattice, Group group) : u_(device, lattice, group) {}

    /// Where it is measured.
    Device& device() const { return u_.device(); }

    /// A first round, in which programs are compiled, is not timed.  Throws InputError for an unknown name, and
    /// UnsolvedError for a trajectory that fails.
    KernelTiming measure(const std::string& name, const Sampling& sampling = {});
    /// A whole trajectory of a setup on the path of the CPU, in mixed or double precision; the device only makes its first links.
    /// Throws as measure().
    KernelTiming measureHost(const std::string& name, Precision precision, int threads, const Sampling& sampling = {});
    /// Accepted trajectories of a setup, one after the other, from links near equilibrium; the object must outlive it.  A
    /// call throws UnsolvedError.
    std::function<Trajectory()> trajectoriesOf(const std::string& setup)
    {
        return trajectoriesOf(setup, benchmarkTrajectory(setup, u_.group(), device().precision()));
    }

private:
    struct Samples {
        std::vector<Trajectory> trajectories; ///< timed
        double kernels = 0;                   ///< their part of the time of one more
        std::string failure = {};             ///< why there are none
    };
    std::function<Trajectory()> trajectoriesOf(const std::string& setup, const HmcParameters& parameters);
    BenchmarkWork workOf(const HmcBenchmarkEntry& entry);
    BenchmarkWork forceWork(FermionKind kind);
    BenchmarkWork insertionWork(const HmcBenchmarkEntry& entry);
    Samples sampledTrajectories(const std::string& setup, const Sampling& sampling);
    const Samples& trajectories(const std::string& setup, const Sampling& sampling);
    SampledTime share(const HmcBenchmarkEntry& entry, const Sampling& sampling);

    GaugeField u_;
    std::map<std::string, Samples> samples_; ///< by setup: a trajectory gives all its shares at once
};

} // namespace gaugegl

// How work scales when ranks share a lattice: its time on the parts of a lattice beside that of the same ranks with lattices of
// their own (weak), and of one rank with all of it (strong); with a model that knows the time of exchanges alone.
#pragma once

#include "checks/kernel_timing.h"
#include "gaugegl/core/division.h"
#include "gaugegl/core/group.h"

#include <memory>

namespace gaugegl {

/// Whether the lattice grows with the ranks.
enum class Scaling { Weak, Strong };

/// Exchanges of one width between neighbouring ranks, of which a rank sends `bytes` in each: latency + bytes * perByte.
struct ExchangeCost {
    double latency = 0; ///< seconds
    double perByte = 0; ///< seconds

    /// Of so many exchanges with so many bytes in all, in seconds.
    double of(double exchanges, double bytes) const { return exchanges * latency + bytes * perByte; }
};

/// The work of ranks together beside that of ranks alone.
struct ScalingTiming {
    std::string name;                        ///< of scalingTasks()
    Scaling scaling = Scaling::Weak;         ///< what `alone` is
    Group group = Group::SU3;                ///< of the links
    std::string path;                        ///< "fragment", "compute", "buffers"
    Precision precision = Precision::Single; ///< of fields and kernels
    Lattice whole;                           ///< what the ranks share
    Grid grid;                               ///< how
    int ranks = 1;                           ///< how many

    SampledTime alone; ///< Weak: mean of all ranks, each with a lattice of the size of its part, at once; Strong: one
    SampledTime concurrent; ///< of the slowest rank
    /// Weak: alone / together; Strong: that over the number of ranks.  The median over pairs of samples that follow each other.
    double efficiency = 0;
    double spread = 0; ///< of the efficiency: half the interquartile range

    double exchanges = 0;       ///< in a round, of one rank
    double exchangedBytes = 0;  ///< sent in a round by one rank
    double exchangeSeconds = 0; ///< that the host of one rank spends in exchanges in a round, waiting included
    double gatherSeconds = 0;   ///< that the host of one rank spends in sums in a round, waiting included
    double hidden = 0;          ///< part of the exchanges during which the device never waited
    /// The efficiency by the model: exchanges take what they take without kernels, behind the interior or before it.
    double modelHidden = 0, modelOpen = 0;
};

/// What exchanges cost without kernels.
struct LinkReport {
    ExchangeCost ghosts;   ///< read from the device, sent, written to the device
    ExchangeCost messages; ///< sent only
};

/// heatbath, overrelaxation: a sweep; wilson-hop, staggered-hop: one to the odd and one to the even sites; wilson-iteration,
/// staggered-iteration of conjugate gradients, even-odd; wilson-trajectory, staggered-trajectory of HMC (checks/trajectories.h).
const std::vector<std::string>& scalingTasks();
/// Whether a round of it takes seconds.
bool isTrajectory(const std::string& task);

/// Measures on the devices of all ranks; everything is collective.
class ScalingBenchmark {
public:
    /// The options say the ranks, and how they divide lattices.
    ScalingBenchmark(std::shared_ptr<gl::Context> context, const DeviceOptions& options, Group group);

    /// Alone and together by turns.  Strong: of the whole lattice; Weak: `lattice` is the part of each rank.  Throws
    /// InputError where no grid divides it.
    ScalingTiming measure(const std::string& task, Scaling scaling, const Lattice& lattice,
                          const Sampling& sampling = {});

    /// Of ghosts as large as those of a lattice that `lattice` is the part of, where measure() has to know it; measured once for
    /// each lattice.
    const LinkReport& link(const Lattice& whole);

private:
    Lattice wholeOf(const Lattice& part) const;

    Device alone_, concurrently_;
    Group group_;
    Grid grid_; ///< of weak scaling
    std::vector<std::pair<Lattice, LinkReport>> links_;
};

} // namespace gaugegl

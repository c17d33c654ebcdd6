// The interface by which a Markov chain makes trajectories instead of heat bath and overrelaxation sweeps.
// chain/trajectories.h implements it.
#pragma once

#include "gaugegl/config/run_config.h"
#include "gaugegl/fields/any_links.h"

#include <functional>
#include <memory>
#include <string>

namespace gaugegl {

class Generator;

/// The record of a trajectory in the history.
struct TrajectoryRecord {
    double deltaH = 0;     ///< H at its end minus H at its beginning; NaN if it failed
    bool accepted = false; ///< by the Metropolis test
    bool failed = false;   ///< it could not be completed, and is rejected
    int iterations = 0;    ///< of all solvers
    double plaquette = 0;  ///< of the links after it
};

/// Times in seconds, after waiting for the device.
struct TrajectoryTimes {
    double all = 0;    ///< the whole trajectory
    double solver = 0; ///< in solvers
    double force = 0;  ///< in forces of fermions, without their solvers
    double gauge = 0;  ///< in forces of the gauge action

    /// Adds the times of another trajectory.
    TrajectoryTimes& operator+=(const TrajectoryTimes& other);
};

/// The outcome of a trajectory.
struct TrajectoryReport {
    TrajectoryRecord record;  ///< without the plaquette, which the chain measures
    TrajectoryTimes seconds;  ///< its times
    std::string failure;      ///< the reason for a failure; empty if there was none
    bool interrupted = false; ///< aborted by Ctrl-C and not counted; the links are those before it
};

/// Makes trajectories.
class Dynamics {
public:
    virtual ~Dynamics() = default;
    Dynamics() = default;
    Dynamics(const Dynamics&) = delete;
    Dynamics& operator=(const Dynamics&) = delete;

    /// Makes the trajectory with that number of the run, counted from 0.  If it is rejected, the links are restored bit for bit.
    /// All random numbers follow from the number `stream` and the generator of the chain, whose state advances; an interrupted
    /// trajectory leaves it unchanged.
    virtual TrajectoryReport trajectory(std::uint64_t number, std::uint64_t stream) = 0;
};

/// Replaces the path "auto" of [hmc] by what it stands for on this device.
void settlePath(RunConfig& run, const Device& device);

/// Makes the dynamics for the links and the generator of a chain, which must not move; run.hmc must be set.
using DynamicsMaker =
    std::function<std::unique_ptr<Dynamics>(ChangingLinks links, Generator& generator, const RunConfig& run)>;

} // namespace gaugegl

// Trajectories as a chain of gauge fields needs them: what moves the links in place of heat bath and overrelaxation.
// run/trajectories.h makes them.
#pragma once

#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/run/run_config.h"

#include <functional>
#include <memory>
#include <string>

namespace gaugegl {

class Generator;

/// What a history keeps of a trajectory.
struct TrajectoryRecord {
    double deltaH = 0;     ///< H at its end minus H at its beginning; NaN where it failed
    bool accepted = false; ///< by the Metropolis test
    bool failed = false;   ///< it could not be carried out, and is rejected
    int iterations = 0;    ///< of all solvers
    double plaquette = 0;  ///< of the links after it
};

/// Seconds, device finished.
struct TrajectoryTimes {
    double all = 0;    ///< the whole trajectory
    double solver = 0; ///< in solvers
    double force = 0;  ///< in forces of fermions, without their solvers
    double gauge = 0;  ///< in forces of the gauge action

    /// Adds up.
    TrajectoryTimes& operator+=(const TrajectoryTimes& other);
};

/// A trajectory that was made.
struct TrajectoryReport {
    TrajectoryRecord record;  ///< its plaquette is left to the chain
    TrajectoryTimes seconds;  ///< where its time went
    std::string failure;      ///< why it failed; empty if it did not
    bool interrupted = false; ///< it was given up after Ctrl-C and counts for nothing; the links are those before it
};

/// Makes trajectories.
class Dynamics {
public:
    virtual ~Dynamics() = default;
    Dynamics() = default;
    Dynamics(const Dynamics&) = delete;
    Dynamics& operator=(const Dynamics&) = delete;

    /// The trajectory of that number, from 0 on.  Links of a rejected one are, bit for bit, those before it.  All
    /// random numbers follow from the number and the generator of the chain, which goes on; an interrupted trajectory
    /// leaves it as it was.
    virtual TrajectoryReport trajectory(std::uint64_t number) = 0;
};

/// Makes them for the links of a chain, with its generator; both stay where they are, and run.hmc is there.
using DynamicsMaker = std::function<std::unique_ptr<Dynamics>(Device& device, GaugeField& links, Generator& generator,
                                                              const RunConfig& run)>;

} // namespace gaugegl

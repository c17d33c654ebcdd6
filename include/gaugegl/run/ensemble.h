// A Markov chain of gauge fields: start, thermalisation, sweeps, measurements.
#pragma once

#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"
#include "gaugegl/run/checkpoint.h"
#include "gaugegl/run/dynamics.h"
#include "gaugegl/run/run_config.h"

#include <functional>

namespace gaugegl {

/// The observables after one sweep.
struct Measurement {
    int sweep = 0; ///< sweeps after thermalisation, from 1
    /// The observables of the run; others are 0.
    GaugeObservables values;
};

/// The history of a chain.
struct EnsembleHistory {
    /// In the order of their sweeps.
    std::vector<Measurement> measurements;
    HeatBathCount heatBath; ///< acceptance in the sweeps that were followed by a measurement
    int sweeps = 0;         ///< number of sweeps, thermalisation included
    /// For a run with [hmc], whose sweeps are trajectories: all of them, thermalisation included.
    std::vector<TrajectoryRecord> trajectories;
    TrajectoryTimes trajectorySeconds; ///< of the timed trajectories
    double updateSeconds = 0;          ///< seconds of the timed sweeps, after waiting for the device
    int timedSweeps = 0;               ///< all except the first of each kind, in which programs are compiled
    double largestDrift = 0;           ///< the largest unitarityDrift before a reunitarisation
    std::vector<std::string> drivers;  ///< driverName of all devices that the chain used, each once

    /// The number of successive failures up to the last trajectory.
    int failuresInARow() const;
};

/// The number of programs on the device after a few sweeps and a measurement of a chain of this run, for the progress
/// of compilation.  It is determined by a ProgramPrecompiler, which briefly needs the memory of a chain.  Nothing if it
/// cannot be determined.  `fromCheckpoint`: the chain is restored and does not need the programs of its start.
std::optional<std::size_t> programsOfChain(Device& device, const RunConfig& config, const DynamicsMaker& dynamics,
                                           bool fromCheckpoint = false);

/// The driver and the path of a device.  Two devices of the same name give bit for bit the same numbers.
std::string driverName(const Device& device);

/// Throws InputError unless the run can be resumed from the checkpoint: it must be the same run (firstDifference) with
/// at least as many sweeps as are done.
void requireSameRun(CheckpointReader& from, const RunConfig& config);

/// A Markov chain.  A sweep is a heat bath of every link followed by the overrelaxation sweeps of the run, or with
/// [hmc] a trajectory.  Everything is determined by the run's seed, the sweep number and, with RANLUX, the state of the
/// generator.
class Ensemble {
public:
    /// Makes the start: hot, cold, or from a file.  A run with [hmc] needs `dynamics` (run/trajectories.h).  Throws
    /// InputError for an invalid run, and FileError for a start file that is damaged or of another group or lattice.
    Ensemble(Device& device, const RunConfig& config, const DynamicsMaker& dynamics = {});

    /// Resumes from a checkpoint of the same run, possibly with more sweeps.  The continuation is bit for bit that of
    /// an uninterrupted run.  Throws InputError for another run (requireSameRun), and FileError if fields are missing
    /// from the checkpoint.
    Ensemble(Device& device, const RunConfig& config, CheckpointReader& from, const DynamicsMaker& dynamics = {});

    /// Not copyable: the dynamics refer to its links.
    Ensemble(const Ensemble&) = delete;
    /// Not assignable: the dynamics refer to its links.
    Ensemble& operator=(const Ensemble&) = delete;

    /// Writes a checkpoint, between two sweeps.  Throws FileError; an older checkpoint of that name is then kept.
    void save(const std::string& path) const;

    /// Does one sweep, and a reunitarisation when it is due.  With `count` the acceptance of the heat bath is recorded.
    /// For a run with [hmc] it is a trajectory, which is always recorded.  Returns false if an interrupt aborted it;
    /// nothing has changed then.
    bool sweep(bool count = false);

    /// Measures the observables of the run and appends them to the history.
    const Measurement& measure();

    /// The current links.
    const GaugeField& field() const { return field_; }
    /// The configuration of the run.
    const RunConfig& config() const { return config_; }
    /// The history so far.
    const EnsembleHistory& history() const { return history_; }
    /// The reason why the last trajectory failed; empty if it did not.
    const std::string& failure() const { return failure_; }

private:
    struct Cold {};
    Ensemble(Device& device, const RunConfig& config, const DynamicsMaker& dynamics, Cold);
    void drawStart();
    void heatBathAndOverrelaxations(bool count);
    bool trajectory();

    Device* device_;
    RunConfig config_;
    HeatBath heatBath_;
    GaugeField field_;
    std::unique_ptr<Generator> generator_;
    ObservableMeter meter_;
    std::unique_ptr<Dynamics> dynamics_; ///< of a run with [hmc]
    EnsembleHistory history_;
    std::string failure_;
    std::array<bool, 2> compiled_{}; ///< whether a sweep without and with counting has been done
};

/// Callbacks of a run; each may be empty.
struct EnsembleEvents {
    std::function<void(const EnsembleHistory&)> swept;                 ///< after every sweep or trajectory
    std::function<void(const Ensemble&, const Measurement&)> measured; ///< after every measurement
    std::function<bool()> stop; ///< called before every sweep; true stops the run
};

/// Thermalises, then sweeps and measures every `measure.every` sweeps, from the current state of the chain.  Returns
/// false if it was stopped.
bool runEnsemble(Ensemble& ensemble, const EnsembleEvents& events);

} // namespace gaugegl

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
    /// Those of the run; the others are 0.
    GaugeObservables values;
};

/// What a chain has done so far.
struct EnsembleHistory {
    /// In the order of their sweeps.
    std::vector<Measurement> measurements;
    HeatBathCount heatBath; ///< of the sweeps that were followed by a measurement
    int sweeps = 0;         ///< all, thermalisation included
    /// Of a run with [hmc], whose sweeps they are: all, thermalisation included.
    std::vector<TrajectoryRecord> trajectories;
    TrajectoryTimes trajectorySeconds; ///< of the timed ones
    double updateSeconds = 0;          ///< time of the timed sweeps, device finished
    int timedSweeps = 0;               ///< all but the first of each kind, in which programs are compiled
    double largestDrift = 0;           ///< unitarityDrift before a reunitarisation, the largest of all
    std::vector<std::string> drivers;  ///< driverName of all devices that worked on the chain, each once

    /// How many of the last trajectories failed, one after the other.
    int failuresInARow() const;
};

/// How many programs the device has when a chain of this run has made a few sweeps and a measurement, for those who
/// tell how long it takes: found out by a ProgramPrecompiler, which takes the memory of a chain for a moment.  Nothing where it
/// cannot be known.  `fromCheckpoint`: it will not make its start.
std::optional<std::size_t> programsOfChain(Device& device, const RunConfig& config, const DynamicsMaker& dynamics,
                                           bool fromCheckpoint = false);

/// The driver and the path of a device: what two devices must share for their numbers to be the same to the last bit.
std::string driverName(const Device& device);

/// Throws InputError unless the run can go on from a checkpoint: it is the one that was begun (firstDifference), with
/// at least as many sweeps as were done.
void requireSameRun(CheckpointReader& from, const RunConfig& config);

/// One chain.  A sweep is one heat bath of every link and then the overrelaxation sweeps of the run, or, of a run with
/// [hmc], one trajectory.  Everything follows from the run's seed, the sweep number and, with RANLUX, the state of the
/// generator.
class Ensemble {
public:
    /// Makes the start: hot, cold, or from a file.  A run with [hmc] needs `dynamics` (run/trajectories.h).  Throws InputError
    /// for a bad run, and FileError for a start file that is damaged or of another group or lattice.
    Ensemble(Device& device, const RunConfig& config, const DynamicsMaker& dynamics = {});

    /// Goes on from a checkpoint of the same run, which may be asked for more sweeps now: everything that follows is
    /// bit for bit what it would have been.  Throws InputError for another run (requireSameRun) and FileError when the
    /// checkpoint does not hold its fields.
    Ensemble(Device& device, const RunConfig& config, CheckpointReader& from, const DynamicsMaker& dynamics = {});

    /// The dynamics hold on to the links.
    Ensemble(const Ensemble&) = delete;
    /// Not assigned, for the same reason.
    Ensemble& operator=(const Ensemble&) = delete;

    /// Writes a checkpoint, between two sweeps.  Throws FileError; an older checkpoint of that name then stays.
    void save(const std::string& path) const;

    /// One sweep, and a reunitarisation when it is due.  With `count` the acceptance of its heat bath is recorded.  Of
    /// a run with [hmc] one trajectory, which is recorded in any case; false when an interrupt ended it, and nothing
    /// was done.
    bool sweep(bool count = false);

    /// Measures the observables of the run and appends them to the history.
    const Measurement& measure();

    /// The links as they are now.
    const GaugeField& field() const { return field_; }
    /// What the chain does.
    const RunConfig& config() const { return config_; }
    /// What it did.
    const EnsembleHistory& history() const { return history_; }
    /// Why the last trajectory failed; empty if it did not.
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
    std::array<bool, 2> compiled_{}; ///< whether a sweep without, and with counting was done
};

/// What a caller hears of a run; every function may be empty.
struct EnsembleEvents {
    std::function<void(const EnsembleHistory&)> swept;                 ///< after every sweep or trajectory
    std::function<void(const Ensemble&, const Measurement&)> measured; ///< after every measurement
    std::function<bool()> stop; ///< asked before every sweep; true ends the run early
};

/// Thermalises, then sweeps and measures every `measure.every` sweeps, from where the chain is on.  Returns false if it
/// was stopped.
bool runEnsemble(Ensemble& ensemble, const EnsembleEvents& events);

} // namespace gaugegl

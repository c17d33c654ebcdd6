// A Markov chain of gauge fields: start, thermalisation, sweeps, measurements.
#pragma once

#include "gaugegl/run/chain.h"
#include "gaugegl/run/checkpoint.h"

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

/// The chain of a run with its history.
class Ensemble {
public:
    /// Makes the start.  A run with [hmc] needs `dynamics` (run/trajectories.h).  Throws as Chain and Chain::start.
    Ensemble(Device& device, const RunConfig& config, const DynamicsMaker& dynamics = {});

    /// Goes on from a checkpoint of the same run, which may be asked for more sweeps now: everything that follows is
    /// bit for bit what it would have been.  Throws InputError for another run (requireSameRun) and FileError when the
    /// checkpoint does not hold its fields.
    Ensemble(Device& device, const RunConfig& config, CheckpointReader& from, const DynamicsMaker& dynamics = {});

    /// Writes a checkpoint, between two sweeps.  Throws FileError; an older checkpoint of that name then stays.
    void save(const std::string& path) const;

    /// Does the next slice of what the run asks for: the sweep that comes next and, where it is due, the measurement
    /// after it.  A sweep with its measurement ends with Slice::Measured, one without with Slice::Swept.
    Slice advance(Polling polling = Polling::Return);
    /// Whether neither a sweep nor a measurement is under way.
    bool betweenSweeps() const { return chain_.betweenSweeps() && !pending_; }
    /// Whether all sweeps of the run are made.
    bool done() const;

    /// One sweep, and a reunitarisation when it is due, without slices.  With `count` the acceptance of its heat bath is
    /// recorded.  Of a run with [hmc] one trajectory, which is recorded in any case; false when an interrupt ended it,
    /// and nothing was done.
    bool sweep(bool count = false);

    /// Measures the observables of the run and appends them to the history, without slices.
    const Measurement& measure();

    /// The links as they are now.
    const GaugeField& field() const { return chain_.field(); }
    /// What the chain does.
    const RunConfig& config() const { return chain_.run(); }
    /// What it did.
    const EnsembleHistory& history() const { return history_; }
    /// Why the last trajectory failed; empty if it did not.
    const std::string& failure() const { return failure_; }

private:
    bool measuresNext() const;
    void record();
    void beginMeasurement();
    void endMeasurement();

    Chain chain_;
    EnsembleHistory history_;
    std::string failure_;
    std::optional<PendingObservables> pending_; ///< the measurement under way
    std::array<bool, 2> compiled_{};            ///< whether a sweep without, and with counting was done
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

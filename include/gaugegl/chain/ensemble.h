// A Markov chain of gauge fields: start, thermalisation, sweeps, measurements.
#pragma once

#include "gaugegl/base/file_place.h"
#include "gaugegl/chain/chain.h"

#include <functional>

namespace gaugegl {

class CheckpointReader;
class CheckpointWriter;

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
    /// The variants of its kernels that may change bits, "KERNEL LATTICE PATH PRECISION: VARIANT, ORIGIN", each once.
    std::vector<std::string> variants;
    /// What is doubtful about the configuration that the chain began from, a line each.
    Warnings warnings;

    /// The number of successive failures up to the last trajectory.
    int failuresInARow() const;
    /// Those of `variants` of which a kernel had more than one.
    std::vector<std::string> changedVariants() const;
};

/// The driver and the path of a device and, for trajectories on the CPU, its instruction set.  Runs with the same name have bit for bit the
/// same numbers.
std::string driverName(const ChainBackend& backend, const RunConfig& run);

/// Where a run computes, and in which precision, for people: "compute shaders, single".
std::string placeName(const ChainBackend& backend, const RunConfig& run);

/// Throws InputError unless the run can be resumed from the checkpoint: it must be the same run (firstDifference) with
/// at least as many sweeps as are done.
void requireSameRun(CheckpointReader& from, const RunConfig& config);

/// The Markov chain of a run with its history.
class Ensemble {
public:
    /// Makes the start.  A run with [hmc] needs `dynamics` (chain/trajectories.h).  Throws as Chain and Chain::start.
    Ensemble(const ChainBackend& backend, const RunConfig& config, const DynamicsMaker& dynamics = {});

    /// Resumes from a checkpoint of the same run, possibly with more sweeps.  The continuation is bit for bit that of
    /// an uninterrupted run; on the same driver it keeps the variants of kernels.  Throws InputError for another run (requireSameRun), and FileError if fields are missing
    /// from the checkpoint.
    Ensemble(const ChainBackend& backend, const RunConfig& config, CheckpointReader& from,
             const DynamicsMaker& dynamics = {});

    /// Writes a checkpoint, between two sweeps.  Throws FileError; an older checkpoint of that name is then kept.
    void save(const FilePlace& path) const;

    /// Does the next slice of the run: of the next sweep or, where it is due, of the measurement after it.  A sweep with its measurement ends with Slice::Measured, one without with Slice::Swept.
    Slice advance(Polling polling = Polling::Return);
    /// Whether neither a sweep nor a measurement is under way.
    bool betweenSweeps() const { return chain_.betweenSweeps() && !pending_; }
    /// Whether all sweeps of the run are done.
    bool done() const;

    /// Does one sweep at once, and a reunitarisation when it is due.  With `count` the acceptance of the heat bath is
    /// recorded.  For a run with [hmc] it is a trajectory, which is always recorded.  Returns false if an interrupt
    /// aborted it; nothing has changed then.
    bool sweep(bool count = false);

    /// Measures the observables of the run and appends them to the history, at once.
    const Measurement& measure();

    /// The chain, with its links.
    const Chain& chain() const { return chain_; }
    /// Where the links are.
    const ChainBackend& backend() const { return chain_.backend(); }
    /// The current links of a chain on a device.
    const GaugeField& field() const { return chain_.field(); }
    /// The configuration of the run.
    const RunConfig& config() const { return chain_.run(); }
    /// The key of the random numbers.
    std::uint64_t key() const { return chain_.key(); }
    /// The number of the first sweep among those of the key (Chain::firstSweep).
    std::uint32_t firstSweep() const { return chain_.firstSweep(); }
    /// All random numbers that the links rest on.
    RandomPast past() const { return chain_.past(); }
    /// The history so far.
    const EnsembleHistory& history() const { return history_; }
    /// The reason why the last trajectory failed; empty if it did not.
    const std::string& failure() const { return failure_; }

private:
    bool measuresNext() const;
    void record();
    void recordVariants();
    void beginMeasurement();
    void endMeasurement();

    Chain chain_;
    EnsembleHistory history_;
    std::string failure_;
    std::optional<PendingObservables> pending_; ///< the measurement in progress
    std::array<bool, 2> compiled_{};            ///< whether a sweep without, and with counting has been done
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

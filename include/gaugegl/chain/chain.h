// The Markov chain of a run in slices: a set of links each, so that a window, a page or an interrupt never waits long.
#pragma once

#include "gaugegl/base/clock.h"
#include "gaugegl/chain/backend.h"
#include "gaugegl/chain/dynamics.h"
#include "gaugegl/config/run_config.h"
#include "gaugegl/core/random_streams.h"
#include "gaugegl/fields/any_links.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"
#include "gaugegl/gl/fence.h"

#include <functional>
#include <memory>
#include <optional>

namespace gaugegl {

class ChainLinks;
class DeviceLinks;
class SectionReader;
class SectionWriter;

/// The outcome of a slice.
enum class Slice {
    Work,       ///< a part of a sweep or of a measurement was submitted to the device
    Waiting,    ///< none: the device has not finished what was submitted
    Swept,      ///< a sweep, or a trajectory, has ended
    Measured,   ///< the measurement after a sweep has ended
    Interrupted ///< an interrupt aborted a trajectory; nothing has changed
};

/// What happens when the device has not finished.
enum class Polling {
    Return, ///< Slice::Waiting is returned; the next call asks again
    Wait    ///< the call waits
};

/// What a sweep records.
struct SweepChoice {
    bool counts = false; ///< the acceptance of the heat bath
    bool timed = false;  ///< the time of the device
};

/// The record of a sweep.
struct SweepReport {
    std::optional<HeatBathCount> heatBath;      ///< if the sweep counts
    std::optional<double> drift;                ///< unitarityDrift before the reunitarisation, if there was one
    std::optional<TrajectoryReport> trajectory; ///< for a run with [hmc]; includes the plaquette
    double seconds = 0;                         ///< of the updates, device finished, if the sweep is timed
};

/// Throws UnsolvedError, which names the sweep, when a number measured after it is not finite.
void requireNumbers(double value, const RunConfig& run, int sweep);

/// A Markov chain: the links of a run and their updates.  A sweep is a heat bath of every link followed by the
/// overrelaxation sweeps of the run, with a slice for each set of links; with [hmc] it is a trajectory, a slice of its
/// own.  Everything is determined by the start, the run's seed, the sweep number and, with RANLUX, the state of the generator.
class Chain {
public:
    /// Sets every link to 1.  A run with [hmc] needs `dynamics` (chain/trajectories.h).  Throws InputError for an invalid
    /// run, and for one that the CPU cannot make.  The device must outlive the chain.
    Chain(const ChainBackend& backend, const RunConfig& run, const DynamicsMaker& dynamics = {});
    ~Chain();
    /// Not copyable: the dynamics refer to its links.
    Chain(const Chain&) = delete;
    /// Not assignable: the dynamics refer to its links.
    Chain& operator=(const Chain&) = delete;

    /// Makes the start of the run: hot, cold, or from a file, whose random numbers it does not use again (from key version 3 on).
    /// Returns what is doubtful about the file (io::GaugeFileHeader::warnings).  Throws FileError for a file that is damaged or of
    /// another group or lattice.
    Warnings start();
    /// Does the next slice.  The choice counts at the first slice of a sweep.  Throws as requireNumbers().
    Slice advance(const SweepChoice& choice = {}, Polling polling = Polling::Return);
    /// Whether no sweep is in progress.
    bool betweenSweeps() const { return phase_ == Phase::Update && update_ == 0; }
    /// Sweeps so far, including the fraction of the one in progress.
    double progress() const { return sweeps_ + double(update_) / double(updates()); }

    /// Begins to measure the current links, without waiting for the device.
    PendingObservables measure(const ObservableSet& chosen);

    /// Continues with another action or algorithm; only between two sweeps.  True if no sweep has been done and the
    /// random numbers change with the run, so that a hot start would differ.
    bool follow(const RunConfig& run);
    /// Changes the links on a device by something that is no sweep of the run; aborts a sweep in progress.
    void disturb(const std::function<void(GaugeField&)>& change);

    /// Writes the links and the state of the generator; only between two sweeps.
    void save(SectionWriter& to) const;
    /// Resumes from what save() wrote after so many sweeps.  Throws FileError if a section is missing or of another size.
    void restore(SectionReader& from, int sweeps);

    /// Where the links are.
    const ChainBackend& backend() const { return backend_; }
    /// The lattice, and who shares it.
    SharedLattice shared() const;
    /// The current links on the host, this rank's part; collective.
    HostGaugeField download() const;
    /// The current links as measurements read them; collective.
    AnyLinks forMeasurements() const;
    /// The current links of a chain on a device.
    const GaugeField& field() const;
    /// The configuration of the run.
    const RunConfig& run() const { return run_; }
    /// Sweeps so far.
    int sweeps() const { return sweeps_; }
    /// The record of the last sweep.
    const SweepReport& lastSweep() const { return last_; }
    /// The key of the random numbers.
    std::uint64_t key() const { return key_; }
    /// The number of the first sweep among those of the key: 0 unless the chain goes on from a file.
    std::uint32_t firstSweep() const { return first_; }
    /// All that the links rest on.
    RandomPast past() const;
    /// What measures the links of a chain on a device.
    ObservableMeter& meter();
    /// What measures the links of a chain on a device.
    const ObservableMeter& meter() const;

private:
    enum class Phase { Update, Time, Repair, Settle };

    void takeStreams(const RandomPast& past);
    bool goesOnFromFile() const { return run_.update.start == Start::File; }
    std::size_t updates() const;
    Slice update();
    Slice trajectory();
    bool repairs() const;
    bool settled() const;
    Slice endSweep();
    void clearSweep();

    ChainBackend backend_;
    RunConfig run_;
    HeatBath heatBath_;
    std::uint64_t key_;
    std::uint32_t first_ = 0;
    RandomPast past_; ///< of the links of the start
    std::unique_ptr<ChainLinks> links_;
    DeviceLinks* onDevice_ = nullptr;    ///< links_ of a chain on a device
    std::unique_ptr<Dynamics> dynamics_; ///< of a run with [hmc]
    std::vector<LinkSet> sets_;
    int sweeps_ = 0;
    SweepReport last_;

    // The sweep in progress.
    Phase phase_ = Phase::Update;
    std::size_t update_ = 0; ///< the next one
    SweepChoice choice_;
    SweepReport report_;
    std::optional<gl::Fence> fence_; ///< behind the updates on a device
    Stopwatch sinceFence_;
    std::optional<PendingCount> count_;
    bool repaired_ = false;                       ///< whether the links were projected on the group
    std::optional<PendingObservables> plaquette_; ///< after a trajectory
};

} // namespace gaugegl

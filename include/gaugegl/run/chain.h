// The Markov chain of a run in slices: a set of links each, so that a window, a page or an interrupt never waits long.
#pragma once

#include "gaugegl/base/clock.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"
#include "gaugegl/gl/fence.h"
#include "gaugegl/io/sections.h"
#include "gaugegl/run/dynamics.h"
#include "gaugegl/run/run_config.h"

#include <functional>
#include <memory>
#include <optional>

namespace gaugegl {

/// What a slice came to.
enum class Slice {
    Work,       ///< a part of a sweep or of a measurement was given to the device
    Waiting,    ///< nothing: the device is not yet done with what was given to it
    Swept,      ///< a sweep, or a trajectory, has ended
    Measured,   ///< so has the measurement after it
    Interrupted ///< an interrupt ended a trajectory, and nothing was done
};

/// What is done when the device is not yet done.
enum class Polling {
    Return, ///< Slice::Waiting is returned, and the next slice asks again
    Wait    ///< the slice waits
};

/// What is wanted of a sweep beside new links.
struct SweepChoice {
    bool counts = false; ///< how many subgroups the heat bath gave a new value
    bool timed = false;  ///< how long the device took
};

/// What a sweep was found to do.
struct SweepReport {
    std::optional<HeatBathCount> heatBath;      ///< if it counted
    std::optional<double> drift;                ///< unitarityDrift before the reunitarisation, if there was one
    std::optional<TrajectoryReport> trajectory; ///< of a run with [hmc], with its plaquette
    double seconds = 0;                         ///< of the updates, device finished, if it was timed
};

/// The links of a run and what changes them.  A sweep is one heat bath of every link and then the overrelaxation sweeps
/// of the run, a slice for each set of links; or, of a run with [hmc], one trajectory, a slice of its own.  Everything
/// follows from the run's seed, the number of the sweep and, with RANLUX, the state of the generator.
class Chain {
public:
    /// Every link is 1.  A run with [hmc] needs `dynamics` (run/trajectories.h).  Throws InputError for a bad run.  The
    /// device must outlive the chain.
    Chain(Device& device, const RunConfig& run, const DynamicsMaker& dynamics = {});
    /// The dynamics hold on to the links.
    Chain(const Chain&) = delete;
    /// Not assigned, for the same reason.
    Chain& operator=(const Chain&) = delete;

    /// Makes the start of the run: hot, cold, or from a file.  Throws FileError for a file that is damaged or of another
    /// group or lattice.
    void start();
    /// Does the next slice.  What is wanted of a sweep is heard at its first slice.  Throws DeviceError when the links
    /// are not numbers any more.
    Slice advance(const SweepChoice& choice = {}, Polling polling = Polling::Return);
    /// Whether no sweep is under way.
    bool betweenSweeps() const { return phase_ == Phase::Update && update_ == 0; }
    /// Sweeps so far, with the part that is done of the one under way.
    double progress() const { return sweeps_ + double(update_) / double(updates()); }

    /// Asks for the observables of the links as they are now, without waiting for the device.
    PendingObservables measure(const ObservableChoice& choice) { return meter_.begin(field_, choice); }

    /// Goes on with another action or algorithm, between two sweeps.  True when no sweep was made and the random numbers
    /// are now others, so that a hot start would be another one.
    bool follow(const RunConfig& run);
    /// Changes the links by something that is no sweep of the run; a sweep under way is given up.
    void disturb(const std::function<void(GaugeField&)>& change);

    /// Writes the links and the state of the generator, between two sweeps.
    void save(SectionWriter& to) const;
    /// Goes on from there, after so many sweeps.  Throws FileError when a section is missing or has another size.
    void restore(SectionReader& from, int sweeps);

    /// The links as they are now.
    const GaugeField& field() const { return field_; }
    /// What the chain does.
    const RunConfig& run() const { return run_; }
    /// Sweeps so far.
    int sweeps() const { return sweeps_; }
    /// Of the last sweep.
    const SweepReport& lastSweep() const { return last_; }
    /// Of the random numbers.
    std::uint64_t key() const { return key_; }
    /// What measures the links.
    ObservableMeter& meter() { return meter_; }
    /// What measures the links.
    const ObservableMeter& meter() const { return meter_; }

private:
    enum class Phase { Update, Time, Repair, Settle };

    std::unique_ptr<Generator> newGenerator() const;
    std::size_t updates() const;
    Slice update();
    Slice trajectory();
    bool repairs() const;
    bool settled() const;
    Slice endSweep();
    void clearSweep();

    Device* device_;
    RunConfig run_;
    HeatBath heatBath_;
    std::uint64_t key_;
    GaugeField field_;
    std::unique_ptr<Generator> generator_;
    ObservableMeter meter_;
    std::unique_ptr<Dynamics> dynamics_; ///< of a run with [hmc]
    std::vector<LinkSet> sets_;
    int sweeps_ = 0;
    SweepReport last_;

    // The sweep under way.
    Phase phase_ = Phase::Update;
    std::size_t update_ = 0; ///< the next one
    SweepChoice choice_;
    SweepReport report_;
    std::optional<gl::Fence> fence_; ///< behind the updates
    Stopwatch sinceFence_;
    std::optional<PendingCount> count_;
    PendingSums drift_;
    std::optional<PendingObservables> plaquette_; ///< after a trajectory
};

} // namespace gaugegl

// An ensemble on its way, slice by slice: with progress, saved configurations, and what is measured on it besides.
#pragma once

#include "device/compilation_notes.h"
#include "gaugegl/chain/ensemble.h"

#include <deque>

namespace gaugegl {

/// What is done with an ensemble besides making it; functions may be empty.
struct EnsembleTasks {
    ProgressOptions progress;                 ///< its first and total are those of the run
    SharedFolder folder = {};                 ///< where configurations are saved; null: that of the run by its name
    std::optional<std::size_t> programs = {}; ///< programsOfChain
    std::function<void(const std::string&)> warn = {}; ///< hears of trajectories that failed
    std::function<void()> swept = {};                  ///< after each sweep, when its configuration is in place
    std::vector<std::function<void()>> measured = {};  ///< after each measurement, each a slice of its own
};

/// Makes an ensemble until it is done, an interrupt ends it between two sweeps, or as many trajectories failed in a row
/// as the run allows (requireUpdates).  Configurations are saved after the measured sweeps that are multiples of
/// output.saveEvery.
class EnsembleWork {
public:
    /// The ensemble must outlive it.
    EnsembleWork(Ensemble& ensemble, EnsembleTasks tasks);

    /// Does the next slice; false when nothing is left to do.
    bool advance(Polling polling);
    /// Whether no sweep is under way, with all that belongs to it.
    bool betweenSweeps() const { return due_.empty() && ensemble_->betweenSweeps(); }
    /// Seconds so far of compiling and tuning, which are none of sweeps and measurements.
    double secondsOfCompiling() const { return progress_.excluded(); }
    /// Shows what goes on within a slice (Progress::say).
    void say(const std::string& what) { progress_.say(what); }
    /// Whether the run is done.
    bool complete() const { return complete_; }

private:
    void measured();
    void swept();

    Ensemble* ensemble_;
    EnsembleTasks tasks_;
    Progress progress_;
    std::optional<CompilationNotes> notes_; ///< on a device
    std::deque<std::function<void()>> due_; ///< what is left of the last sweep
    bool failing_ = false, complete_ = false, given_ = false;
};

} // namespace gaugegl

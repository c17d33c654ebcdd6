// The checkpoint in the folder of a run: found, checked, and replaced now and then.
#pragma once

#include "chain/checkpoint.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/chain/ensemble.h"
#include "run/run_folder.h"

namespace gaugegl {

/// Throws FileError for a folder without a checkpoint that holds what the run would replace.
void requireUnused(const RunFolder& folder, const RunConfig& run);

/// Whether the folder has a run.toml that a person wrote, which stays as it is.  Throws InputError unless it says what the run does.
bool hasRunFileOfUser(const RunFolder& folder, const RunConfig& run);

/// The checkpoint of this run in the folder, be the run finished or not, if there is one.  Throws InputError for that of
/// another run and for a damaged one.
std::optional<CheckpointReader> openCheckpoint(const RunFolder& folder, const RunConfig& run);

/// Writes the checkpoint of a run now and then.
class Checkpoints {
public:
    Checkpoints(const RunFolder& folder, int seconds) : folder_(&folder), seconds_(seconds) {}

    /// The sweep of the checkpoint in the folder; nothing if there is none.
    std::optional<int> sweep() const { return folder_->has("checkpoint") ? sweep_ : std::nullopt; }

    /// The checkpoint in the folder is that of this chain, or becomes it.
    void begin(const Ensemble& ensemble, bool isThere)
    {
        if (isThere)
            sweep_ = ensemble.history().sweeps;
        else
            save(ensemble);
    }
    void afterSweep(const Ensemble& ensemble)
    {
        // One clock decides for all ranks.
        if (seconds_ == 0 || ofFirstRank(ensemble.backend().ranks(), saved_.seconds() >= seconds_)) save(ensemble);
    }
    void save(const Ensemble& ensemble)
    {
        if (sweep_ == ensemble.history().sweeps) return;
        ensemble.save(folder_->place("checkpoint"));
        sweep_ = ensemble.history().sweeps;
        saved_.restart();
    }

private:
    const RunFolder* folder_;
    int seconds_;
    std::optional<int> sweep_;
    Stopwatch saved_;
};

} // namespace gaugegl

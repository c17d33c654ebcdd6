// One chain in its folder: from its start or its checkpoint to configurations, measurements, results and figures.
#pragma once

#include "ensemble_report.h"
#include "run_folder.h"

namespace gaugegl::cli {

/// How a chain is told of.
struct ChainTelling {
    bool quiet = false;           ///< no progress
    bool prints = true;           ///< summary and names of files on standard output
    std::string again;            ///< the command that goes on with it
    std::string label = "sweeps"; ///< of the progress
    std::string json = {};        ///< where the results go besides results.json, as writeJson takes it; empty: nowhere
    bool profile = false;         ///< says where the time went, also in timing.json
};

/// What came of it.
struct ChainEnd {
    bool complete = false; ///< otherwise it was interrupted; the checkpoint is in the folder
    int sweeps = 0;        ///< thermalisation included
};

/// A run and its folder, which is this process's alone while the object lives.
class Chain {
public:
    /// Makes the folder; with `overwrite` removes the run that is in it.  Throws FileError for a checkpoint of another
    /// run or a damaged one, and for results or configurations without a checkpoint.
    Chain(const RunConfig& run, bool overwrite);

    /// Begins, or goes on from the checkpoint, which stays for a run with more sweeps, until the end or an interrupt
    /// (the caller holds an InterruptGuard).  To be called once.  Errors say how the run goes on.
    ChainEnd run(Device& device, const ChainTelling& telling);

private:
    RunConfig run_;
    RunFolder folder_;
    std::optional<CheckpointReader> from_;
};

/// What an interrupted run says; `sweep` is that of the checkpoint.
std::string interruptedMessage(const RunConfig& run, const std::string& again, std::optional<int> sweep);

/// The run's device, but for what the options say.
Device openDevice(const RunConfig& run, const CommonOptions& options);

} // namespace gaugegl::cli

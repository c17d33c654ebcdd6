// A run in its folder: from its start or its checkpoint to configurations, measurements, results and figures, as
// `gaugegl run` does it.
//
//   const RunConfig config = loadRunConfig("demos/runs/quickstart.toml");
//   Run run(config, {.overwrite = true});
//   Device device = openDevice(config);
//   const RunEnd end = run.finish(device);
//
// or, where something else goes on meanwhile,
//
//   run.begin(device);
//   while (run.advance()) draw(run.ensemble());
//   const RunEnd end = run.end();
#pragma once

#include "gaugegl/base/progress.h"
#include "gaugegl/run/ensemble.h"

namespace gaugegl {

/// Hears what a run says.  What is empty is not said.
struct RunListener {
    using Text = std::function<void(const std::string&)>; ///< takes a text

    ProgressOptions progress = {.label = "sweeps"}; ///< of the sweeps; the run knows how many there are
    Text note = {};                                 ///< a line: where the run goes on
    Text warn = {};    ///< a line: a trajectory that failed, another driver; after an interrupt that could not wait, the end
    Text print = {};   ///< tables and names of files for people, at the end
    Text results = {}; ///< what results.json holds, and the speed, as JSON
};

/// How a run is made.
struct RunSetup {
    bool overwrite = false;    ///< removes the run that is in the folder, and starts again
    bool profile = false;      ///< says where the time went, also in timing.json
    std::string again = {};    ///< what goes on with the run after a stop, a command line for messages
    RunListener listener = {}; ///< what it says
};

/// What came of a run.
struct RunEnd {
    bool complete = false;    ///< otherwise it was interrupted; the checkpoint is in the folder
    int sweeps = 0;           ///< that were made, thermalisation included
    std::string interruption; ///< if it was interrupted: where it goes on, for people
};

/// A run and its folder, which is this process's alone while the object lives.
class Run {
public:
    /// Makes the folder.  Throws FileError for a checkpoint of another run or a damaged one, and for results or
    /// configurations without a checkpoint.
    explicit Run(const RunConfig& config, const RunSetup& setup = {});
    ~Run();
    /// The folder is one's own.
    Run(const Run&) = delete;
    /// Likewise.
    Run& operator=(const Run&) = delete;

    /// Makes the start, or goes on from the checkpoint.  To be called once; the device must live until end(), or until
    /// something throws.  Errors say how the run goes on.
    void begin(Device& device);
    /// Does the next slice: one of the chain (Ensemble::advance), a file of a configuration, or a measurement of [loops],
    /// [flow], [spectrum] or [condensate].  False when nothing is left, or when an interrupt, which is heard between two
    /// sweeps, ended it.  Throws as begin().
    bool advance(Polling polling = Polling::Return);
    /// Ends the sweep under way and writes the checkpoint, results and figures of what was made.  Throws as begin(), and
    /// UnsolvedError when no link changed or trajectories failed.
    RunEnd end();

    /// All of that.
    RunEnd finish(Device& device);

    /// The run, with what it has from its checkpoint.
    const RunConfig& config() const;
    /// The chain, from begin() to end().
    const Ensemble& ensemble() const;

private:
    class Work;
    std::unique_ptr<Work> work_;
};

/// The device of the run: [device].
Device openDevice(const RunConfig& config);

} // namespace gaugegl

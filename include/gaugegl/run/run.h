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
#include "gaugegl/chain/ensemble.h"
#include "gaugegl/comm/communicator.h"

namespace gaugegl {

/// Receives the messages of a run.  Each function may be empty.
struct RunListener {
    using Text = std::function<void(const std::string&)>; ///< takes a text

    ProgressOptions progress = {.label = "sweeps"}; ///< of the sweeps; the run knows how many there are
    Text note = {};                                 ///< a line: where the run resumes
    Text warn = {};    ///< a warning, a line: a doubtful start, a failed trajectory, another driver
    Text stopped = {}; ///< a line: an interrupt that could not wait, and how the run goes on
    Text print = {};   ///< tables and file names for the user, at the end
    Text results = {}; ///< the contents of results.json and the speed, as JSON
};

/// Options of a run.
struct RunSetup {
    bool overwrite = false;                         ///< removes the run in the folder and starts again
    bool profile = false;                           ///< reports where the time was spent, also in timing.json
    std::string again = {};                         ///< the command that resumes the run, for messages
    std::shared_ptr<const Communicator> ranks = {}; ///< those of the device; none: this one alone
    RunListener listener = {};                      ///< receives its messages
};

/// The outcome of a run.
struct RunEnd {
    bool complete = false;    ///< false: it was interrupted, and the folder holds a checkpoint
    int sweeps = 0;           ///< done, thermalisation included
    std::string interruption; ///< if interrupted: where it resumes, for the user
};

/// A run and its folder, which is locked against other processes while the object lives.
class Run {
public:
    /// Makes the folder.  Throws FileError for a checkpoint of another run or a damaged one, and for results or
    /// configurations without a checkpoint.
    explicit Run(const RunConfig& config, const RunSetup& setup = {});
    ~Run();
    /// Not copyable: it holds the lock of its folder.
    Run(const Run&) = delete;
    /// Not assignable: it holds the lock of its folder.
    Run& operator=(const Run&) = delete;

    /// Makes the start, or resumes from the checkpoint, on a device or on the CPU.  To be called once.  The device must live until end(), or until
    /// something throws.  Messages of errors include how to resume the run.
    void begin(const ChainBackend& backend);
    /// Does the next slice: one of the chain (Ensemble::advance), a file of a configuration, or a measurement of [loops],
    /// [flow], [spectrum] or [condensate].  False when nothing is left, or after an interrupt, which takes effect
    /// between two sweeps.  Throws as begin().
    bool advance(Polling polling = Polling::Return);
    /// Ends the sweep in progress and writes the checkpoint, results and figures.  Throws as begin(), and UnsolvedError
    /// when no link changed or too many trajectories failed.
    RunEnd end();

    /// begin(), advance() to the end, end().
    RunEnd finish(const ChainBackend& backend);

    /// The configuration of the run, completed from its checkpoint.
    const RunConfig& config() const;
    /// The chain, from begin() to end().
    const Ensemble& ensemble() const;

private:
    class Work;
    std::unique_ptr<Work> work_;
};

/// Opens what the section [device] of the run asks for; `note` receives a line where that is the CPU because there is no driver.  Throws
/// DeviceError.
ChainBackend openBackend(const RunConfig& config, const std::function<void(const std::string&)>& note = {});

} // namespace gaugegl

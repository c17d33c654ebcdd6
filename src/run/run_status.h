// How a run stands, from the files in its folder alone: nothing there is changed, locked or waited for.
#pragma once

#include "run/run_progress.h"
#include "run/run_results.h"

#include <memory>

namespace gaugegl {

/// What became of a run.
enum class RunState {
    NeverBegun,  ///< no sweep is done and nobody is at work
    Running,     ///< a process holds the lock of the folder
    Interrupted, ///< somebody stopped it; it goes on from its checkpoint
    Failed,      ///< an error ended it; it goes on from its checkpoint
    Killed,      ///< its process ended without a word; it goes on from its checkpoint
    Finished     ///< all sweeps are done and the results are there
};
/// The names of its values, in order.
template<>
inline constexpr auto
    choiceTexts<RunState> = std::to_array<NamedChoice<RunState>>({{RunState::NeverBegun, "never begun"},
                                                                  {RunState::Running, "running"},
                                                                  {RunState::Interrupted, "interrupted"},
                                                                  {RunState::Failed, "failed"},
                                                                  {RunState::Killed, "killed"},
                                                                  {RunState::Finished, "finished"}});

/// A run in its folder.
struct RunStatus { // NOLINT(bugprone-exception-escape): moving a Json throws nothing, which clang-tidy does not see
    std::string folder;
    RunState state = RunState::NeverBegun;
    std::string again;          ///< the command of a scan that it belongs to; else empty
    std::optional<int> process; ///< of one that runs, 0 if not known
    /// run.toml, with the folder as it was asked for; nothing while a run that has just started has not written it.
    std::optional<RunConfig> run;
    EnsembleHistory history; ///< measurements, trajectories, heat bath and sweeps, as far as files have them
    std::optional<RunProgress> progress;     ///< of the process that runs, or of the last one
    report::Json results;                    ///< results.json, if it is that of this history; else null
    std::optional<double> checkpointAge;     ///< seconds
    std::vector<std::string> configurations; ///< saved so far, with the folder

    /// The sweeps of a checkpoint, if there is one whose sweeps are known.
    std::optional<int> checkpoint() const;
    /// The command that goes on with a run that has ended early, or begins one.
    std::string command() const;
    /// Renderer of the device, if known.
    std::optional<std::string> device() const;
    /// Of the measured sweeps: of the heat bath, or of trajectories.
    std::optional<double> acceptance() const;
    /// Sweeps or trajectories per second of a process that runs, with all that belongs to them; those after thermalisation if there
    /// are any.
    std::optional<double> sweepsPerSecond() const;
    /// Of a process that runs (RunProgress::secondsLeft), less the time since its last word.
    std::optional<double> secondsLeft() const;
    /// Whether secondsLeft is a lower bound.
    bool leavesOutMeasurements() const;
    /// The means of `results` where they are there, else of the history: the keys of meansToJson.
    nlohmann::json means() const;
};

/// Whether a folder holds a run: its run file, its checkpoint or its lock.
bool isRunFolder(const std::string& folder);

/// Throws FileError for a folder that is not there or holds no run, and InputError for damaged files.
RunStatus readStatus(const std::string& folder);

/// The sweeps after thermalisation that the results in the folder of a run are of; nothing where there are none, or those of an interrupted
/// run.  Throws FileError.
std::optional<int> sweepsOfResults(const RunConfig& run);

/// The runs that a scan makes in its folder: runs.json.
struct RunList {
    std::vector<std::string> folders; ///< relative to that of the scan
    std::string again;                ///< the command that goes on with it
};
/// The name of the file that holds it.
constexpr const char* runListName = "runs.json";
/// Throws FileError.
void writeRunList(const FilePlace& file, const RunList& list);

/// The runs in a folder: those of a scan in their order, of which some may not have begun, then others by name.  Empty where there are
/// none.  Throws as readStatus.
std::vector<RunStatus> readRunsIn(const std::string& folder);

} // namespace gaugegl

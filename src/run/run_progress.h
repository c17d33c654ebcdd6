// progress.json in the folder of a run: how far it is, how fast and where, for whoever watches it from outside.
#pragma once

#include "gaugegl/base/clock.h"
#include "gaugegl/chain/ensemble.h"
#include "report/json.h"

namespace gaugegl {

/// The sweeps of a part of a run, and the time that they took this process, measurements and files included, without compiling and
/// tuning.
struct TimedSweeps {
    int sweeps = 0;
    double seconds = 0;
};

/// What progress.json says.
struct RunProgress {
    /// How the process that wrote it went on; a process that was killed still says Running.
    enum class State { Running, Interrupted, Failed, Complete };

    State state = State::Running;
    std::string failure;                   ///< the error of one that failed
    int process = 0;                       ///< its number
    std::string host;                      ///< the machine
    double updated = 0;                    ///< seconds since 1970
    int sweeps = 0;                        ///< done, thermalisation included
    int all = 0;                           ///< of the run
    TimedSweeps thermalisation;            ///< those of this process
    TimedSweeps measured;                  ///< those after thermalisation
    std::optional<int> checkpoint;         ///< the sweeps done in the last checkpoint
    std::string device, path;              ///< where its fields are
    std::string precision;                 ///< precisionName
    std::optional<HeatBathCount> heatBath; ///< of the measured sweeps; none with [hmc]
    std::string again;                     ///< the command that goes on

    /// The seconds until all sweeps are done; NaN where nothing is known.  While no sweep after thermalisation was timed, the cost
    /// of measurements is unknown, and it is a lower bound.
    double secondsLeft(int thermalisationOfRun) const;
};
/// The names of its values in the file, in order.
template<>
inline constexpr auto choiceTexts<RunProgress::State> =
    std::to_array<NamedChoice<RunProgress::State>>({{RunProgress::State::Running, "running"},
                                                    {RunProgress::State::Interrupted, "interrupted"},
                                                    {RunProgress::State::Failed, "failed"},
                                                    {RunProgress::State::Complete, "complete"}});

report::Json toJson(const RunProgress& progress);
/// Throws FileError when the file is there but is something else; nothing when it is not there.
std::optional<RunProgress> readProgress(const std::string& file);

/// Writes it, whole or not at all: when the run begins and ends, and in between every few seconds and after each checkpoint.
class ProgressFile {
public:
    /// Writes that the run is there.  The ensemble must outlive the object.  Every member throws FileError.
    ProgressFile(FilePlace file, const Ensemble& ensemble, std::string again);

    /// To be called after every sweep with all that belongs to it.  `compiling`: seconds since the beginning that were spent on
    /// compiling and tuning; `checkpoint`: the sweeps of the last one.
    void afterSweep(double compiling, std::optional<int> checkpoint);
    /// The last word.
    void end(RunProgress::State state, std::optional<int> checkpoint, const std::string& failure = {});

private:
    void write();

    FilePlace file_;
    const Ensemble* ensemble_;
    RunProgress progress_;
    Stopwatch sinceSweep_, sinceWrite_;
    double compiling_ = 0;
};

} // namespace gaugegl

// Experiments in their folder: which pieces are done, and the next ones.
//
//   DIRECTORY/machine.json         the device, its driver and copy bandwidth; another device needs another folder
//   DIRECTORY/ID.PIECE.json        what a piece left
//   DIRECTORY/two-ranks.json       of `mpirun -np 2 gaugegl bench --suite scaling --json`, if somebody put it there
//   DIRECTORY/ID.PIECE/            a run
//   DIRECTORY/ID-FIGURE.png, .svg  figures; papers.json, the report
#pragma once

#include "papers/experiment.h"
#include "run/run_folder.h"

namespace gaugegl::papers {

/// The device of all that lies in a folder.
struct RepetitionMachine {
    std::string device, driver;
    bool software = false;
    double bandwidth = unknownNumber; ///< of copies of fields, in GB/s
};
/// That of a context; its bandwidth is measured, in a third of a second.
RepetitionMachine machineOf(const std::shared_ptr<gl::Context>& context, const SuiteRequest& request);

/// The folder, which is locked against other processes while the object lives unless it is only read.
class RepetitionFolder {
public:
    /// Makes it.  Throws FileError, also when another process works in it.
    explicit RepetitionFolder(const std::string& directory, RunFolder::Access access = RunFolder::Access::Write)
        : folder_(directory, access)
    {}

    /// The machine of what is there; nothing where nothing is.  Throws FileError for a damaged file.
    std::optional<RepetitionMachine> machine() const;
    /// Keeps it.  Throws FileError where results of another device are there.
    void keep(const RepetitionMachine& machine) const;

    /// What the piece left.  Throws FileError for a damaged file.
    std::optional<PieceData> piece(const Experiment& experiment, const Piece& piece) const;
    void keep(const Experiment& experiment, const PieceData& data) const;
    /// All that is there of an experiment.
    Data data(const Experiment& experiment) const;

    /// A place for a file of the program.
    FilePlace place(const std::string& name) const { return folder_.place(name); }
    /// The folder of the run of a piece.  Throws FileError where that is a link.
    std::string runFolder(const Experiment& experiment, const Piece& piece) const;

private:
    RunFolder folder_;
};

/// How pieces are carried out.
struct RepetitionSetup {
    SuiteRequest request = {}; ///< device options, line and progress of what is measured
    std::function<void(const std::string&)> warn = {};
    std::string again = {}; ///< the command that goes on, for messages
};

/// Whether it is done to that effort.
bool isDone(const Experiment& experiment, const Effort& effort, const RepetitionFolder& folder);
/// Carries out the pieces that are not done, and adds what they took to the pace.  With seconds all but the first stay within them:
/// they have a smaller fraction, or are left out.  False after an interrupt: what is complete is kept.  A piece that does not fit the
/// device leaves the reason.  Throws as runs do.
bool carryOut(const Experiment& experiment, const Effort& effort, std::optional<double> seconds, Pace& pace,
              const RepetitionFolder& folder, const std::shared_ptr<gl::Context>& context,
              const RepetitionSetup& setup);

/// The configurations, trajectories or iterations of a fraction of so many, at least `least`.
int fractionOf(int published, double fraction, int least = 1);
/// The run with that fraction of its configurations (trajectories), at least ten; its thermalisation stays.
RunConfig runOfFraction(RunConfig run, double fraction);

} // namespace gaugegl::papers

// What the trajectories of a run with [hmc] say: acceptance, dH, iterations, times; as JSON, CSV, a table and a figure.
#pragma once

#include "base/output_file.h"
#include "gaugegl/chain/ensemble.h"
#include "report/json.h"

namespace gaugegl {

/// Averages over the trajectories after thermalisation.
struct TrajectoryAverages {
    int trajectories = 0;              ///< their number
    int failures = 0;                  ///< of them, those that failed
    analysis::Estimate acceptance;     ///< a failed one is a rejected one
    analysis::Estimate deltaH;         ///< without those that failed
    analysis::Estimate expMinusDeltaH; ///< exp(-dH), which is 1 in the mean; without those that failed
    double iterations = 0;             ///< of all solvers, in a trajectory
};

TrajectoryAverages averagesOfTrajectories(const RunConfig& run, const EnsembleHistory& history);

/// "fermions", "trajectories", "acceptance", "mean_delta_h", "exp_minus_delta_h", "solver_iterations", "failures".
report::Json trajectoriesToJson(const Ensemble& ensemble);

/// What depends on when and where it was computed: "seconds_per_trajectory" and where they go.
report::Json trajectoryTimes(const EnsembleHistory& history);

/// Every trajectory, one per line, counted from the end of the thermalisation: those until then have numbers up to 0.
std::string trajectoriesToCsv(const Ensemble& ensemble);
/// trajectoriesToCsv() in a file that grows with the chain.
class TrajectoryTable {
public:
    /// Writes those that are there; the ensemble must outlive the object.  Throws FileError, as add().
    TrajectoryTable(const FilePlace& place, const Ensemble& ensemble);
    /// Those that were made since.
    void add();

private:
    const Ensemble* ensemble_;
    GrowingFile file_;
    std::size_t rows_;
};

/// The lines of the summary.
std::string trajectorySummary(const Ensemble& ensemble);

/// What the measured trajectories do not vouch for: few of them, a poor acceptance, <exp(-dH)> that is not 1.
Warnings trajectoryWarnings(const RunConfig& run, const EnsembleHistory& history);

/// After the third trajectory of a run that does not accept all of them: what to change where all have a dH with which none is ever
/// accepted.
std::optional<std::string> hopelessBeginning(const RunConfig& run, const EnsembleHistory& history);

/// What the progress says of the last trajectory.
std::string trajectoryNote(const Ensemble& ensemble);

/// dH against the number of the trajectory, dh-history in the folder of the run.
std::vector<std::string> drawTrajectories(const RunConfig& run, const EnsembleHistory& history,
                                          const SharedFolder& folder);

/// Whether the last trajectory was the last of so many that failed in a row as end the run, or twice as many, ..:
/// a run that was ended so and goes on has as many again.
bool failsTooOften(const Ensemble& ensemble);

/// Throws UnsolvedError when failing trajectories have just ended a run with [hmc], and when it accepted none of at
/// least ten.
void requireTrajectories(const Ensemble& ensemble);

} // namespace gaugegl

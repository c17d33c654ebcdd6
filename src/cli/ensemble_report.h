// What a generated ensemble says: averages with errors, as JSON, CSV and a table.
#pragma once

#include "command.h"
#include "profile_report.h"
#include "report.h"

#include "gaugegl/analysis/literature.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/run/ensemble.h"

namespace gaugegl::cli {

/// Averages by the Gamma method.
struct EnsembleAverages {
    analysis::Estimate plaquette, plaquetteSpace, plaquetteTime, rectangle, actionDensity;
    analysis::Estimate polyakovRe, polyakovIm, polyakovAbs;
};

EnsembleAverages averages(const EnsembleHistory& history);

/// One number of every measurement.
std::vector<double> series(const EnsembleHistory& history, const std::function<double(const Measurement&)>& number);

/// Everything about an ensemble that follows from its run: plaquette, polyakov_loop, acceptance and what belongs to
/// them.
nlohmann::json toJson(const Ensemble& ensemble);

/// What depends on when and where it was computed: sweeps_per_second, or seconds_per_trajectory, and the times that it
/// is made of.
nlohmann::json timing(const EnsembleHistory& history);

/// Every measurement, one per line, below a line with their names; cells of observables that the run does not measure
/// are empty.
std::string toCsv(const Ensemble& ensemble);
/// The line of one.
std::string csvRow(const Ensemble& ensemble, const Measurement& measurement);

/// The summary for people, with the published plaquette where one is known.
std::string summary(const Ensemble& ensemble);
/// "SU3 8x8x8x8, beta = 6", for another action than Wilson's "SU3 8x8x8x8, Symanzik action, beta = 4.5", with fermions
/// "SU3 8x8x8x8, beta = 5.5; staggered, four flavours, mass = 0.05".
std::string runTitle(const RunConfig& config);
/// "single" or "double", with [hmc] also "mixed".
std::string precisionName(const RunConfig& config);
/// The plaquette of the same lattice, action and coupling by others, if one is known.
std::optional<analysis::PublishedPlaquette> knownPlaquette(const RunConfig& config);

/// Sweeps per second of the updates alone, without those in which programs were compiled; NaN if there are no others.
double sweepsPerSecond(const EnsembleHistory& history);
double acceptance(const EnsembleHistory& history);

/// Saves the field to directory/prefix.SWEEP.SUFFIX as the run says, reads it back and recomputes its plaquette on the
/// CPU.  Throws DeviceError when that differs from what the device measured.
void saveConfiguration(const Ensemble& ensemble, const Measurement& measurement);

/// The line that shows how far a chain is.
struct ProgressLine {
    std::string label = "sweeps";
    bool quiet = false;
    std::optional<std::size_t> programs = {}; ///< programsOfChain
};

/// Runs the chain with a progress line on standard error until it is done or interrupted, saving configurations after
/// the measured sweeps that are multiples of output.saveEvery.  `measured` is called after each measurement, and
/// `swept` after each sweep, when its configuration is in place.  Trajectories that fail are told, and when as many did
/// in a row as the run allows it is not done either: see requireUpdates.  Returns whether it was done.
bool runWithProgress(Ensemble& ensemble, const ProgressLine& line,
                     const std::function<void(const Ensemble&)>& swept = {},
                     const std::function<void(const Ensemble&, int sweep)>& measured = {});

/// What `generate` and `hmc` say at their end: the summary and the JSON, and on standard error that it is not complete.
void tell(const Ensemble& ensemble, const CommonOptions& options, const std::optional<ProfileReport>& spent,
          bool complete);

/// Throws UnsolvedError when no heat bath changed a link, and as requireTrajectories.
void requireUpdates(const Ensemble& ensemble);

} // namespace gaugegl::cli

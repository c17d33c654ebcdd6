// What a generated ensemble says: averages with errors, as JSON, CSV and a table.
#pragma once

#include "command.h"
#include "report.h"

#include "gaugegl/core/interrupt.h"
#include "gaugegl/gauge/ensemble.h"

namespace gaugegl::cli {

/// Averages by the Gamma method.
struct EnsembleAverages {
    analysis::Estimate plaquette, plaquetteSpace, plaquetteTime, rectangle, actionDensity;
    analysis::Estimate polyakovRe, polyakovIm, polyakovAbs;
};

EnsembleAverages averages(const EnsembleHistory& history);

/// One number of every measurement.
std::vector<double> series(const EnsembleHistory& history, const std::function<double(const Measurement&)>& number);

/// The contract of `gaugegl generate --json`: plaquette, polyakov_loop, acceptance, sweeps_per_second and what belongs
/// to them.
nlohmann::json toJson(const Ensemble& ensemble, const std::vector<std::string>& files);

/// Every measurement, one per line.
std::string toCsv(const EnsembleHistory& history);

/// The summary for people, with the published plaquette where one is known.
std::string summary(const Ensemble& ensemble);

/// Sweeps per second of the updates alone, without those in which programs were compiled; NaN if there are no others.
double sweepsPerSecond(const EnsembleHistory& history);
double acceptance(const EnsembleHistory& history);

/// Saves the field to directory/prefix.SWEEP.SUFFIX as the run says, reads it back and recomputes its plaquette on the
/// CPU.  Returns the file's name.  Throws DeviceError when that differs from what the device measured.
std::string saveConfiguration(const Ensemble& ensemble, const Measurement& measurement);

/// Runs the chain with a progress line on standard error until it is done or interrupted, saving configurations after
/// the measured sweeps that are multiples of output.saveEvery.  Returns the files; `complete` says whether it ended.
std::vector<std::string> runWithProgress(Ensemble& ensemble, bool quiet, bool& complete);

} // namespace gaugegl::cli

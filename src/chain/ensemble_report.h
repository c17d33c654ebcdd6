// What a generated ensemble says: averages with errors, as JSON, CSV and a table.
#pragma once

#include "analysis/literature.h"
#include "gaugegl/chain/ensemble.h"
#include "report/json.h"

namespace gaugegl {

/// A number of an observable that tables and results show.
struct ObservableNumber {
    const char* suffix;                       ///< of its column: "" if it is the only one, else "_re", "_im", "_abs"
    double (*of)(std::complex<double> value); ///< the number
};
/// One if the observable is real, else real and imaginary part and absolute value.
std::vector<ObservableNumber> numbersOf(const ObservablePart& observable);
/// One of its numbers of every measurement.
std::vector<double> series(const EnsembleHistory& history, const ObservablePart& observable,
                           const ObservableNumber& number);
/// What the run measures beside the plaquettes, in the order of tables.
std::vector<ObservablePart> measuredOthers(const RunConfig& config);

/// One number of every measurement.
std::vector<double> series(const EnsembleHistory& history, const std::function<double(const Measurement&)>& number);
std::vector<double> series(const EnsembleHistory& history, double GaugeObservables::*number);

/// One mean of a run by the Gamma method.
struct NamedMean {
    std::string key;   ///< in results.json: "polyakov_loop"
    std::string part;  ///< of a complex observable, below its key: "re", "im", "abs"; else empty
    std::string label; ///< in tables: "Polyakov loop |L|", "  re" below it
    analysis::Estimate estimate;
};
/// The means of what a run measures, in the order of tables.
std::vector<NamedMean> namedMeans(const RunConfig& config, const EnsembleHistory& history);
/// The same as results.json has them: {"mean", "error", "tau_int"}, of a complex observable {"re", "im", "abs"} of these.
nlohmann::json meansToJson(const RunConfig& config, const EnsembleHistory& history);
/// "100 measurements, one every 10 sweeps (tau_int in measurements)".
std::string measurementsLine(const RunConfig& config, const EnsembleHistory& history);

/// What is to be said of the run and of its means.
Warnings warningsOf(const RunConfig& config, const EnsembleHistory& history);
Warnings warningsOf(const Ensemble& ensemble);

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

/// Throws UnsolvedError when no heat bath changed a link, and as requireTrajectories.
void requireUpdates(const Ensemble& ensemble);

} // namespace gaugegl

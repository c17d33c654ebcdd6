// What a run leaves in its folder besides configurations: tables, results and figures.
#pragma once

#include "gaugegl/device/profile.h"
#include "run/sweep_measurement.h"

namespace gaugegl {

/// What a run measures besides its observables.
using Measurements = std::vector<std::unique_ptr<SweepMeasurement>>;

/// How a run ended.
struct RunEnding {
    bool complete = false;                              ///< it was not interrupted
    bool draws = false;                                 ///< figures; without them no OpenGL
    std::function<void(const std::string&)> print = {}; ///< hears which files there are; empty: nobody does
    std::optional<ProfileReport> profile = {};          ///< where the time went, if that is wanted
};

/// Draws the figures of a run with at least one measurement in a folder, and returns their names; those left out that there is no time
/// for (report::timeForFigures).
std::vector<std::string> drawFigures(const RunConfig& config, const EnsembleHistory& history,
                                     const Measurements& measurements, const SharedFolder& folder);

/// Figures, tables and results; the results come last.  Returns them with the speed.
nlohmann::json writeResults(const Ensemble& ensemble, const RunFolder& folder, const Measurements& measurements,
                            const RunEnding& how);

} // namespace gaugegl

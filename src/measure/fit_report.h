// What fits of a correlator say, or of the states of a matrix of them: JSON, tables and figures.
#pragma once

#include "gaugegl/analysis/correlator_fit.h"
#include "gaugegl/analysis/gevp.h"
#include "report/json.h"
#include "report/plot.h"

#include <optional>

namespace gaugegl::measure {

using namespace report;
using report::toJson; // beside those of records

/// The states of a matrix (analysis/gevp.h).
struct GevpTimes {
    int t0 = 1;
    std::optional<int> td = {}; ///< without it 2 t0, or 1 of t0 = 0
};

/// The fits.
struct FitReport {
    analysis::FitTask task;
    std::vector<analysis::CorrelatorFits> states; ///< one, or of a matrix one for each state, the lowest first
    std::optional<GevpTimes> times = {};          ///< of a matrix
    std::vector<std::vector<analysis::Estimate>> energies = {}; ///< of a matrix, by state and t
    Warnings warnings = {};                                     ///< of a matrix, beside those of the fits
};

/// Throws as analysis::fitCorrelators() and principalCorrelators(), and InputError for times without a matrix.
FitReport reportFits(const analysis::CorrelatorMatrices& correlator, const analysis::FitTask& task,
                     const std::optional<GevpTimes>& times);

/// Of one correlator its results, of a matrix {"t0", "td", "gevp_energies", "states": [results]}.
Json resultsOf(const FitReport& report);
/// Parameters, quality, what stands for the covariance, the average, and what is not vouched for.
std::string fitTable(const FitReport& report);
/// NAME-correlator, NAME-energy, NAME-quality (by range) and NAME-stability, of a matrix NAME-states and those of each state, NAME-state0-energy, ..; returns the names of the
/// files.  The labels of `figure` do not matter.
std::vector<std::string> plotFits(const Figure& figure, const FitReport& report);

} // namespace gaugegl::measure

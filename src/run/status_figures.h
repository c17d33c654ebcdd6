// The figures and further tables of a page about a run.
#pragma once

#include "report/html_page.h"
#include "run/run_status.h"

namespace gaugegl {

/// What a section of the run that measures has measured.
struct FurtherMeasurement {
    std::string name;         ///< its key in results.json
    std::size_t measured = 0; ///< configurations
    std::string failure;      ///< why its records cannot be read; empty if they can
};
std::vector<FurtherMeasurement> furtherMeasurements(const RunStatus& status);

/// Histories, histograms and autocorrelation functions, and tables and figures of further measurements.  The run has measurements.
/// Their headings have this level.  Without gnuplot the page says so instead.  Throws FileError and Error.
void addFigures(report::HtmlPage& page, const RunStatus& status, int level);

} // namespace gaugegl

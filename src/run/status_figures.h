// The figures and further tables of a page about a run.
#pragma once

#include "report/html_page.h"
#include "run/run_status.h"

namespace gaugegl {

/// How many configurations each of [loops], [flow], [spectrum] and [condensate] of the run has measured, by its key in results.json.
std::vector<std::pair<std::string, std::size_t>> furtherMeasurements(const RunStatus& status);

/// Histories, histograms and autocorrelation functions, and tables and figures of further measurements.  The run has measurements.
/// Their headings have this level.  Without gnuplot the page says so instead.  Throws FileError and Error.
void addFigures(report::HtmlPage& page, const RunStatus& status, int level);

} // namespace gaugegl

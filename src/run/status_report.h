// What `gaugegl watch` says of a run: as text for a terminal, as JSON, and as a page of HTML.
#pragma once

#include "report/terminal_chart.h"
#include "run/run_status.h"

namespace gaugegl {

/// Its state in a line: "interrupted; `gaugegl run ...` goes on from sweep 300 of 500".
std::string stateLine(const RunStatus& status);

/// The report for people, at most as wide as the chart, whose height is that of the chart alone.
std::string statusText(const RunStatus& status, const report::ChartSize& chart);

/// "state", "folder", what is known of the run, and the means as results.json has them; what is unknown is null.
report::Json toJson(const RunStatus& status);

/// A page with figures, which gnuplot draws in a temporary folder; without gnuplot it says so.  Throws FileError and Error.
std::string statusPage(const RunStatus& status);

/// The reports of several runs: a table with a line for each; below it in the page, what each has measured.
std::string statusText(const std::vector<RunStatus>& runs);
std::string statusPage(const std::string& title, const std::vector<RunStatus>& runs);

} // namespace gaugegl

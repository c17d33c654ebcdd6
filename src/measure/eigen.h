// Low modes of one configuration: JSON, a table and a figure.
#pragma once

#include "gaugegl/fermion/eigen/low_modes.h"
#include "measure/record.h"
#include "report/plot.h"

namespace gaugegl::measure {

/// Adds what a search found: "eigenvalues", which of overlap quarks are pairs, "residuals", .., null unless it has converged.
void addModes(Json& json, const LowModes& modes);

/// The modes, and the index of overlap quarks; empty unless the search has converged.
std::string modeTable(const LowModes& modes);

/// The eigenvalues of overlap quarks in the complex plane, with their circle.  Returns the names of the files.
std::vector<std::string> plotModes(const Figure& figure, const LowModes& modes);

} // namespace gaugegl::measure

// Running gnuplot, which draws the figures of plot.h.
#pragma once

#include <string>

namespace gaugegl::report {

/// Whether gnuplot can be started here.
bool gnuplotAvailable();

/// Whether figures are kept as scripts to be drawn elsewhere: GAUGEGL_PLOTS=scripts, for machines without gnuplot.
bool keepsScripts();

/// Runs a script to its end.  Throws Error with the reason if gnuplot cannot be started or fails.
void runGnuplot(const std::string& script);

/// Throws DiskError unless gnuplot wrote all of a picture, PNG or SVG, under a temporary name: a full disk is no
/// failure to gnuplot.
void requireWhole(const std::string& picture, const std::string& temporary);

/// The text as a gnuplot string; newlines become spaces.
std::string gnuplotString(const std::string& text);

} // namespace gaugegl::report

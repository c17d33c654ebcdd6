// Running gnuplot, which draws the figures of plot.h.
#pragma once

#include <string>

namespace gaugegl::cli {

/// Whether gnuplot can be started here.
bool gnuplotAvailable();

/// Runs a script to its end.  Throws Error with what gnuplot printed if it cannot be started or fails.
void runGnuplot(const std::string& script);

/// The text as a gnuplot string; newlines become spaces.
std::string gnuplotString(const std::string& text);

} // namespace gaugegl::cli

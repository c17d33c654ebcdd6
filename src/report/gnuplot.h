// Running gnuplot, which draws the figures of plot.h.  Whatever a name or a text holds, gnuplot carries out nothing but the script: it
// works in an empty folder, where its files have fixed names, and texts reach it as gnuplotString().
#pragma once

#include <optional>
#include <string>

namespace gaugegl::report {

/// Whether gnuplot can be started here.
bool gnuplotAvailable();

/// Whether figures are kept as scripts to be drawn elsewhere: GAUGEGL_PLOTS=scripts, for machines without gnuplot.
bool keepsScripts();

/// What a script is to write, in the folder that gnuplot works in.
constexpr const char *pngFile = "figure.png", *svgFile = "figure.svg";

/// The bytes of both.
struct Pictures {
    std::string png, svg;
};

/// What a script draws; nothing when an interrupt keeps it from that.  Throws Error with the reason if gnuplot cannot be started or fails, and
/// FileError, DiskError if its files have no room.
std::optional<Pictures> picturesOf(const std::string& script);

/// The text as a gnuplot string of one line: letters, digits and harmless signs as they are, all others by their numbers, so that gnuplot
/// finds no quote, no command of a shell (backquotes), no macro and no escape in it.
std::string gnuplotString(const std::string& text);

/// The name of a file in gnuplot's own folder as a gnuplot string, which begins with "./" so that it names no command.
std::string gnuplotName(const std::string& fileName);

} // namespace gaugegl::report

// Figures by gnuplot, each as PNG and SVG.  Colours are those of Okabe and Ito, told apart by colour-blind readers.
#pragma once

#include "analysis/histogram.h"
#include "analysis/literature.h"
#include "gaugegl/analysis/estimate.h"
#include "gaugegl/base/file_place.h"
#include "gaugegl/core/group.h"

#include <complex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gaugegl::report {

/// Whether gnuplot can be run here, or figures are kept as its scripts (report/gnuplot.h, keepsScripts).
bool plotsAvailable();

/// Whether figures are drawn yet: not from a second after an interrupt on.
bool timeForFigures();

/// Whether this process left a figure out for that reason, or because an interrupt ended gnuplot.
bool figuresAreMissing();

/// What a figure is called and where it goes.  Texts are UTF-8 and shown as they stand, without markup.
struct Figure {
    FilePlace path; ///< without ending; writes path.png and path.svg
    std::string title;
    std::string xLabel; ///< with its unit where there is one, "time / s"
    std::string yLabel;
};

/// A Monte Carlo history.
struct History {
    std::span<const double> sweep;
    std::span<const double> value;
    analysis::Estimate estimate;                           ///< drawn as line and band if known
    std::optional<analysis::PublishedPlaquette> published; ///< drawn as a second line and band
};

/// How a curve of plotLines is drawn.
enum class CurveStyle { LinesAndPoints, Points, OpenPoints, Line, DashedLine, DottedLine, DashDottedLine };

/// One curve of plotLines.
struct Curve {
    std::string label = {}; ///< empty: not in the key
    std::vector<double> x = {};
    std::vector<double> y = {};
    /// One standard deviation of y; empty: exact, no bars.  Points where it is not finite are crosses that the key
    /// calls "error unknown".
    std::vector<double> error = {};
    CurveStyle style = CurveStyle::LinesAndPoints;
    std::optional<std::size_t> colour = {}; ///< and mark; not given: the number of the curve
    bool shapesAxes = true;                 ///< whether the axes must show all of it
};

struct Axes {
    bool logX = false;
    bool logY = false;
    double xBase = 10;   ///< of the marks of a logarithmic x axis, 2 or 10
    bool zeroY = false;  ///< a linear y axis starts at 0
    bool wholeX = false; ///< x are whole numbers, from 1 on, but for shifts: marks at these alone
};

/// All of these write the PNG and the SVG and return the two names; of a figure that is kept as a script path.gnuplot, which draws
/// the two beside it when gnuplot reads it in its folder; none when an interrupt keeps gnuplot from drawing.  Points that are not finite
/// are left out.  They throw Error with what gnuplot says if it fails, FileError if a figure cannot be put in its place.
std::vector<std::string> plotHistory(const Figure& figure, const History& history);

/// The distribution of the values, counted in the bins, with the mean and its error if known.
std::vector<std::string> plotHistogram(const Figure& figure, const analysis::Histogram& bins,
                                       const analysis::Estimate& estimate);

/// Complex Polyakov loops in the plane, with the directions of the centre of the group.
std::vector<std::string> plotScatter(const Figure& figure, std::span<const std::complex<double>> values, Group group);

std::vector<std::string> plotLines(const Figure& figure, const std::vector<Curve>& curves, const Axes& axes);

} // namespace gaugegl::report

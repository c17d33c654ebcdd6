// The figures of `gaugegl bench`.
#pragma once

#include "bench_report.h"

#include "report/plot.h"

namespace gaugegl::cli {

/// Numbers of rows as curves.
struct RowFigure {
    Figure figure; ///< its path is in the folder of --output
    Axes axes;
    std::function<double(const BenchRow&)> x, y; ///< what is not finite is left out
    /// Of a curve; rows with the same one share it.
    std::function<std::string(const BenchRow&)> label;
    /// The interquartile range of y in units of y, drawn as a bar.
    std::function<double(const BenchRow&)> spread = [](const BenchRow& row) { return row.timing.time.spread; };
};

/// Draws it and returns its files; nothing where no row has such numbers.
std::vector<std::string> drawRows(const BenchReport& report, const RowFigure& rows);
/// Where a row was measured: "SU(3) compute, single", "SU(3) CPU host, 2 threads, double".
std::string placeLabel(const KernelTiming& timing);
/// Axes of numbers against the volume.
Axes volumeAxes(bool logarithmic);
/// The volume, and what its axis says.
double volumeOf(const BenchRow& row);
constexpr const char* volumeLabel = "lattice volume / sites";

/// Puts a point on the curve of that label, and makes it where there is none.
void addPoint(std::vector<Curve>& curves, const std::string& label, double x, double y);

/// Has the figures drawn, if gnuplot is there, and returns their files; prints what happens if that is wanted.
Json figures(const std::function<std::vector<std::string>()>& draw, bool prints);

/// Speed against volume, two figures for each update and one for each other kernel.  Returns their files.
std::vector<std::string> drawSpeeds(const BenchReport& report, const std::string& folder);

} // namespace gaugegl::cli

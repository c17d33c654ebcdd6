#include "gaugegl/base/error.h"
#include "report/figure_script.h"
#include "report/gnuplot.h"
#include "report/plot_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::report {
namespace {

// Okabe and Ito, https://jfly.uni-koeln.de/color/
constexpr std::array curveColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr std::array curveMarks = {7, 5, 9, 13, 11, 15, 3};
constexpr std::array openMarks = {6, 4, 8, 12, 10, 14, 2};
/// Rows of x, y and the ends of the error bar.
struct CurveRows {
    std::string all;
    std::string known;   ///< those with a known error, or of a curve without errors
    std::string unknown; ///< those whose error is unknown
};

/// The points of curves that can be drawn on the axes, and what the axes must show.
class Drawing {
public:
    explicit Drawing(const Axes& axes) : axes_(axes) {}

    /// Those of a curve.
    CurveRows rows(const Curve& curve)
    {
        CurveRows result;
        for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
            const double x = curve.x[i];
            const double y = curve.y[i];
            if (!finite({x, y}) || (axes_.logX && x <= 0) || (axes_.logY && y <= 0)) continue;
            const bool known = curve.error.empty() || (i < curve.error.size() && std::isfinite(curve.error[i]));
            const double error = known && !curve.error.empty() ? curve.error[i] : 0;
            const double low = axes_.logY ? std::max(y - error, 1e-3 * y) : y - error;
            const std::string one = row({x, y, low, y + error});
            result.all += one;
            (known ? result.known : result.unknown) += one;
            if (!curve.shapesAxes) continue;
            x_.include(x);
            y_.include(low);
            y_.include(y + error);
        }
        return result;
    }

    std::string axes() const
    {
        const Range wide = axes_.wholeX ? Range{0.5, std::ceil(x_.most - 0.5) + 0.5} : x_.widened(0.04);
        const std::string x = axes_.logX ? logAxis('x', x_.widenedByFactor(0.04), axes_.xBase)
                                         : linearAxis('x', wide, axes_.wholeX ? 1 : 0);
        if (axes_.logY) return x + logAxis('y', y_.widenedByFactor(0.08), 10);
        Range y = y_.widened(0.08);
        if (axes_.zeroY) y.least = std::min(0.0, y_.least);
        return x + linearAxis('y', y);
    }

private:
    Axes axes_;
    Range x_;
    Range y_;
};

/// The plot commands of a curve whose rows are in the blocks `name`, `name`known and `name`unknown.  Points whose error
/// is unknown are crosses; their text in the key, if any, is that of the first such curve.
std::string plotCommands(const Curve& curve, std::size_t number, const CurveRows& rows, const std::string& name,
                         const std::string& unknownTitle)
{
    const std::size_t k = curve.colour.value_or(number), round = k / curveColours.size();
    const char* colour = curveColours[k % curveColours.size()];
    const bool open =
        (curve.style == CurveStyle::OpenPoints) != (round % 2 == 1); // colours come again, never with their mark
    const int mark = (open ? openMarks : curveMarks)[(k + round) % curveMarks.size()];
    const std::string title = curve.label.empty() ? "notitle" : "title " + gnuplotString(typeset(curve.label));
    const std::string points = fmt::format("pt {} ps 1.4 lc rgb '{}'", mark, colour);
    if (curve.style >= CurveStyle::Line) // gnuplot's dash types are in this order
        return fmt::format("${} with lines lw 2.2 dt {} lc rgb '{}' {}", name,
                           1 + int(curve.style) - int(CurveStyle::Line), colour, title);
    const bool lines = curve.style == CurveStyle::LinesAndPoints;
    std::string text;
    if (rows.unknown.empty())
        text = fmt::format("${} with {} {} {}", name, lines ? "linespoints lw 2.2" : "points lw 1.6", points, title);
    else {
        const std::string crosses = fmt::format("pt 2 ps 1.6 lw 2 lc rgb '{}'", colour);
        if (lines) text += fmt::format("${} with lines lw 2.2 lc rgb '{}' notitle, ", name, colour);
        if (!rows.known.empty()) text += fmt::format("${}known with points lw 1.6 {} {}, ", name, points, title);
        text += fmt::format("${}unknown with points {} {}", name, crosses, rows.known.empty() ? title : "notitle");
        if (!unknownTitle.empty())
            text += fmt::format(", NaN with points pt 2 ps 1.6 lw 2 lc rgb '#404040' title {}",
                                gnuplotString(unknownTitle));
    }
    if (!curve.error.empty() && !rows.known.empty())
        text += fmt::format(", ${}known using 1:2:3:4 with yerrorbars lw 1.6 {} notitle", name, points);
    return text;
}

} // namespace

std::vector<std::string> plotLines(const Figure& figure, const std::vector<Curve>& curves, const Axes& axes)
{
    if (collected(figure, {.curves = curves, .axes = axes})) return {};
    Drawing drawing(axes);
    std::string data;
    std::string plot;
    std::string unknownTitle = "error unknown";
    std::size_t entries = 1, longest = unknownTitle.size(); // of the key
    for (const Curve& curve : curves) {
        entries += curve.label.empty() ? 0 : 1;
        longest = std::max(longest, curve.label.size());
    }
    for (std::size_t k = 0; k < curves.size(); ++k) {
        const CurveRows rows = drawing.rows(curves[k]);
        if (rows.all.empty()) continue;
        const std::string name = fmt::format("curve{}", k);
        data += dataBlock(name, rows.all) + dataBlock(name + "known", rows.known) +
                dataBlock(name + "unknown", rows.unknown);
        plot += (plot.empty() ? "plot " : ", ") + plotCommands(curves[k], k, rows, name, unknownTitle);
        if (!rows.unknown.empty()) unknownTitle.clear();
    }
    if (plot.empty()) throw Error(figure.path.path() + ": there is nothing to draw");
    return draw(figure, data + drawing.axes() + keyBeside(entries, longest), plot);
}

} // namespace gaugegl::report

#include "report/plot.h"

#include "base/output_file.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "report/figure_data.h"
#include "report/gnuplot.h"
#include "report/plot_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numbers>
#include <optional>
#include <regex>
#include <utility>

namespace gaugegl::report {
namespace {

// Okabe and Ito, https://jfly.uni-koeln.de/color/
constexpr std::array curveColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
constexpr std::array curveMarks = {7, 5, 9, 13, 11, 15, 3};
constexpr std::array openMarks = {6, 4, 8, 12, 10, 14, 2};
constexpr const char* dataColour = "#0072B2";
constexpr const char* meanColour = "#D55E00";
constexpr const char* publishedColour = "#009E73";

bool missing = false; // a figure

thread_local FigureCollector* collector = nullptr;

bool finite(std::initializer_list<double> numbers)
{
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

/// A line of data.
std::string row(std::initializer_list<double> numbers) { return fmt::format("{:.15g}\n", fmt::join(numbers, " ")); }

std::string dataBlock(const std::string& name, const std::string& rows)
{
    return fmt::format("${} << EOD\n{}EOD\n", name, rows);
}

/// A text of the program as readers of figures know it: "SU2 4x4x4x4, beta = 2.3" becomes "SU(2) 4x4x4x4, β = 2.3".
/// A name of a file is left alone: '/' is part of a word.
std::string typeset(std::string text)
{
    static const auto signs = [] {
        constexpr std::pair<const char*, const char*> words[] = {
            {"alpha", "α"}, {"beta", "β"}, {"kappa", "κ"}, {"lambda", "λ"}, {"mu", "μ"},
            {"omega", "ω"}, {"rho", "ρ"},  {"theta", "θ"}, {"dH", "ΔH"},    {"SU([234])", "SU($2)"}};
        const std::string begin = R"((^|[^\w/]))", end = R"((?![\w/]))";
        std::vector<std::pair<std::regex, std::string>> all;
        for (const auto& [word, sign] : words)
            all.emplace_back(fmt::format("{}{}{}", begin, word, end), fmt::format("$1{}", sign));
        for (const auto& [digit, sign] : {std::pair("2", "²"), std::pair("3", "³"), std::pair("4", "⁴")})
            all.emplace_back(R"(\^)" + (digit + end), sign);
        return all;
    }();
    for (const auto& [expression, sign] : signs)
        text = std::regex_replace(text, expression, sign);
    return text;
}

/// Whether a collector has taken the figure.
bool collected(const Figure& figure, FigureData data)
{
    if (collector == nullptr) return false;
    data.title = typeset(figure.title);
    data.xLabel = typeset(figure.xLabel);
    data.yLabel = typeset(figure.yLabel);
    for (Curve& curve : data.curves)
        curve.label = typeset(curve.label);
    collector->all.push_back(std::move(data));
    return true;
}

/// The title; one too long for its line stands in two smaller ones, broken behind the comma or semicolon nearest its
/// middle.
std::string titleLabels(const std::string& title)
{
    constexpr std::size_t mostOfALine = 66;
    const auto label = [](int number, const std::string& text, double height, int size) {
        return fmt::format("set label {} {} at screen 0.545,{} center noenhanced font ',{}'\n", number,
                           gnuplotString(text), height, size);
    };
    std::size_t end = std::string::npos; // of the first line
    for (std::size_t at = 0; at + 1 < title.size(); ++at)
        if ((title[at] == ',' || title[at] == ';') && title[at + 1] == ' ') {
            const auto unevenness = [&](std::size_t e) { return std::abs(double(e) - double(title.size()) / 2); };
            if (end == std::string::npos || unevenness(at + 1) < unevenness(end)) end = at + 1;
        }
    if (title.size() <= mostOfALine || end == std::string::npos) return label(1, title, 0.955, 20);
    return label(1, title.substr(0, end), 0.98, 17) + label(2, title.substr(end + 1), 0.95, 17);
}

/// Frame, fonts and labels of every figure.
std::string style(const Figure& figure)
{
    return fmt::format("{}"
                       "set xlabel {} noenhanced font ',18' offset 0,-0.4\n"
                       "set ylabel {} noenhanced font ',18' offset -1.5,0\n"
                       "set border 3 lw 1.4 lc rgb '#404040'\n"
                       "set tics nomirror out scale 0.7 font ',16' textcolor rgb '#202020'\n"
                       "set grid back lt 1 lw 0.8 lc rgb '#e2e2e2'\n"
                       "set key at screen 0.545,0.93 center top horizontal Left reverse noenhanced font ',15'\n"
                       "set key samplen 2 spacing 0.95 maxrows 2\n"
                       "set lmargin 13\nset rmargin 5\nset bmargin 4.6\nset tmargin at screen 0.84\n",
                       titleLabels(typeset(figure.title)), gnuplotString(typeset(figure.xLabel)),
                       gnuplotString(typeset(figure.yLabel)));
}

/// The key stands above the plot in two rows; one of many entries stands beside it.
std::string keyBeside(std::size_t entries, std::size_t longestEntry)
{
    constexpr std::size_t mostAbove = 8;
    if (entries <= mostAbove) return {};
    const double width = std::min(0.4, 0.05 + 0.009 * double(longestEntry));
    return fmt::format("set key at screen 0.99,0.84 right top vertical maxrows 40\nset rmargin at screen {:.3f}\n",
                       0.98 - width);
}

/// The commands that draw both pictures.
std::string scriptOf(const Figure& figure, const std::string& settings, const std::string& plot, const char* size,
                     const std::string& png, const std::string& svg)
{
    return fmt::format(
        "{style}{settings}\n"
        "if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) {{ set terminal pngcairo size {size} font 'Sans,16' }}"
        " else {{ set terminal png size {size} font 'Sans,16' }}\n"
        "set output {png}\n{plot}\nset output\n"
        "set terminal svg size {size} dynamic font 'DejaVu Sans,Helvetica,Arial,sans-serif,16' background '#ffffff'\n"
        "set output {svg}\n{plot}\nset output\n",
        fmt::arg("style", style(figure)), fmt::arg("settings", settings), fmt::arg("plot", plot),
        fmt::arg("size", size), fmt::arg("png", gnuplotName(png)), fmt::arg("svg", gnuplotName(svg)));
}

/// Draws once per terminal; both files get their names when both are there.  `settings` are commands, `plot` a plot command.
std::vector<std::string> draw(const Figure& figure, const std::string& settings, const std::string& plot,
                              const char* size = "1200,800")
{
    const FilePlace png = figure.path + ".png", svg = figure.path + ".svg";
    if (keepsScripts()) {
        const FilePlace script = figure.path + ".gnuplot";
        writeTextFile(script, scriptOf(figure, settings, plot, size, png.fileName(), svg.fileName()));
        return {script.path()};
    }
    std::vector<std::string> names = {png.path(), svg.path()};
    if (!writesFiles()) return names;
    std::optional<Pictures> pictures;
    try {
        pictures = picturesOf(scriptOf(figure, settings, plot, size, pngFile, svgFile));
    } catch (const DiskError& error) {
        throw DiskError(png.path(), fmt::format("is drawn in a folder for temporary files (TMPDIR): {}", error.what()));
    } catch (const FileError& error) {
        throw FileError(png.path(), fmt::format("is drawn in a folder for temporary files (TMPDIR): {}", error.what()));
    } catch (const Error& error) {
        throw Error(figure.path.path() + ": " + error.what());
    }
    if (!pictures) {
        missing = true;
        return {};
    }
    OutputFile first(png), second(svg);
    first.write(pictures->png);
    second.write(pictures->svg);
    first.flush();
    second.flush();
    first.commit();
    second.commit();
    return names;
}

/// A shaded band of one error around y = value, behind the data.
std::string band(double value, double error, const char* colour)
{
    return fmt::format("set object rectangle from graph 0, first {:.15g} to graph 1, first {:.15g} behind "
                       "fillcolor rgb '{}' fillstyle transparent solid 0.3 noborder\n",
                       value - error, value + error, colour);
}

/// A line at y = value from left to right, with its text in the key.
std::string level(double value, const char* colour, const std::string& text)
{
    return fmt::format(", {:.15g} with lines lw 1.2 lc rgb '{}' title {}", value, colour, gnuplotString(text));
}

} // namespace

FigureCollector::FigureCollector() { collector = this; }

FigureCollector::~FigureCollector() { collector = nullptr; }

bool plotsAvailable() { return keepsScripts() || gnuplotAvailable(); }

bool timeForFigures()
{
    if (secondsSinceInterrupt() < 1) return true;
    missing = true;
    return false;
}

bool figuresAreMissing() { return missing; }

std::vector<std::string> plotHistory(const Figure& figure, const History& history)
{
    const auto listOf = [](std::span<const double> numbers) {
        return std::vector<double>(numbers.begin(), numbers.end());
    };
    if (collected(figure,
                  {.curves = {{.x = listOf(history.sweep), .y = listOf(history.value)}}, .estimate = history.estimate}))
        return {};
    Range x;
    Range y;
    std::string rows;
    for (std::size_t i = 0; i < std::min(history.sweep.size(), history.value.size()); ++i) {
        if (!finite({history.sweep[i], history.value[i]})) continue;
        rows += row({history.sweep[i], history.value[i]});
        x.include(history.sweep[i]);
        y.include(history.value[i]);
    }
    const double pointSize = history.value.size() > 400 ? 0.3 : 0.7;
    std::string settings = dataBlock("history", rows);
    std::string plot = fmt::format("plot $history with linespoints lw 1.2 pt 7 ps {} lc rgb '{}' title 'measurements'",
                                   pointSize, dataColour);
    if (known(history.estimate)) {
        const double mean = history.estimate.mean;
        const double error = history.estimate.error;
        y.include(mean - error);
        y.include(mean + error);
        settings += band(mean, error, meanColour);
        plot += level(mean, meanColour, "mean " + analysis::formatEstimate(mean, error));
    }
    if (history.published) {
        const analysis::PublishedPlaquette& published = *history.published;
        y.include(published.value - published.error);
        y.include(published.value + published.error);
        settings += band(published.value, published.error, publishedColour);
        const std::string number = analysis::formatEstimate(published.value, published.error);
        plot += level(published.value, publishedColour,
                      "known " + number + (published.sameLattice ? "" : " on " + published.lattice));
    }
    const Range wide = x.least == x.most ? Range{x.least - 1, x.most + 1} : x.widened(0.01);
    settings += linearAxis('x', wide, /*leastStep=*/1) + linearAxis('y', y.widened(0.08));
    return draw(figure, settings, plot);
}

std::vector<std::string> plotHistogram(const Figure& figure, const analysis::Histogram& bins,
                                       const analysis::Estimate& estimate)
{
    if (collected(figure, {.bins = bins, .estimate = estimate})) return {};
    Range x;
    std::string rows;
    std::size_t highest = 1;
    for (std::size_t bin = 0; bin < bins.counts.size(); ++bin) {
        rows += row({bins.centre(bin), static_cast<double>(bins.counts[bin])});
        x.include(bins.centre(bin) - bins.width);
        x.include(bins.centre(bin) + bins.width);
        highest = std::max(highest, bins.counts[bin]);
    }
    const double top = 1.06 * static_cast<double>(highest);
    std::string settings = dataBlock("bins", rows);
    settings += fmt::format("set boxwidth {:.15g} absolute\nset style fill solid 0.55 border lc rgb '{}'\n", bins.width,
                            dataColour);
    std::string plot = fmt::format("plot $bins with boxes lw 1.2 lc rgb '{}' title '{} measurement{}'", dataColour,
                                   bins.total(), bins.total() == 1 ? "" : "s");
    if (known(estimate)) {
        const auto upright = [top](double at) { return row({at, 0}) + row({at, top}) + "\n"; };
        settings += dataBlock("mean", upright(estimate.mean));
        settings +=
            dataBlock("error", upright(estimate.mean - estimate.error) + upright(estimate.mean + estimate.error));
        plot +=
            fmt::format(", $mean with lines lw 2.5 lc rgb '{0}' title {1}, $error with lines lw 1.8 dt 2 lc rgb '{0}' "
                        "title 'its error'",
                        meanColour, gnuplotString("mean " + analysis::formatEstimate(estimate)));
    }
    settings += linearAxis('x', x.widened(0)) + linearAxis('y', {0, top}, 1);
    return draw(figure, settings, plot);
}

std::vector<std::string> plotScatter(const Figure& figure, std::span<const std::complex<double>> values, Group group)
{
    double radius = 0;
    std::string rows;
    for (const std::complex<double>& value : values) {
        if (!finite({value.real(), value.imag()})) continue;
        rows += row({value.real(), value.imag()});
        radius = std::max(radius, std::abs(value));
    }
    radius = radius > 0 ? 1.1 * radius : 1;

    const int n = colours(group);
    std::string rays;
    for (int k = 0; k < n; ++k) {
        const double angle = 2 * std::numbers::pi * k / n;
        rays += row({0, 0}) + row({radius * std::cos(angle), radius * std::sin(angle)}) + "\n";
    }
    const Range range = {-radius, radius};
    const std::string settings = dataBlock("loops", rows) + dataBlock("centre", rays) + "set size ratio -1\n" +
                                 linearAxis('x', range) + linearAxis('y', range);
    const std::string plot = fmt::format("plot $centre with lines lw 2 dt 2 lc rgb '{}' title 'centre of SU({})', "
                                         "$loops with points pt 7 ps 0.9 lc rgb '{}' title 'configurations'",
                                         meanColour, n, "#600072B2");
    return draw(figure, settings, plot, "900,900");
}

namespace {

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

} // namespace

namespace {

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
    if (curve.style == CurveStyle::Line || curve.style == CurveStyle::DashedLine)
        return fmt::format("${} with lines lw 2.2 dt {} lc rgb '{}' {}", name, curve.style == CurveStyle::Line ? 1 : 2,
                           colour, title);
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

#include "bench_figures.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

Curve& curveOf(std::vector<Curve>& curves, const std::string& label)
{
    const auto found = std::ranges::find(curves, label, &Curve::label);
    return found == curves.end() ? curves.emplace_back(Curve{.label = label}) : *found;
}

/// What a figure shows of a row.
struct Quantity {
    const char* suffix;
    const char* label;
    double (BenchRow::*value)() const;
    bool logarithmic;
};
constexpr Quantity gflopsQuantity = {"gflops", "GFLOPS", &BenchRow::gflops, false};
constexpr Quantity sweepsQuantity = {"sweeps", "sweeps per second", &BenchRow::sweepsPerSecond, true};
constexpr Quantity bytesQuantity = {"bandwidth", "GB/s of compulsory bytes", &BenchRow::gigabytesPerSecond, false};

} // namespace

std::string placeLabel(const KernelTiming& t)
{
    const std::string where = fmt::format("{}{}, {}", t.threads > 0 ? "CPU " : "", pathLabel(t), name(t.precision));
    return t.group ? fmt::format("SU({}) {}", colours(*t.group), where) : where;
}

Axes volumeAxes(bool logarithmic) { return {.logX = true, .logY = logarithmic, .xBase = 2, .zeroY = true}; }

double volumeOf(const BenchRow& row) { return double(row.timing.lattice.volume()); }

void addPoint(std::vector<Curve>& curves, const std::string& label, double x, double y)
{
    Curve& curve = curveOf(curves, label);
    curve.x.push_back(x);
    curve.y.push_back(y);
}

Json figures(const std::function<std::vector<std::string>()>& draw, bool prints)
{
    if (!plotsAvailable()) {
        if (prints) printOut("no figures: gnuplot is not installed\n");
        return Json::array();
    }
    const std::vector<std::string> files = draw();
    if (prints)
        for (const std::string& file : files)
            printOut("{}\n", file);
    return files;
}

std::vector<std::string> drawRows(const BenchReport& report, const RowFigure& rows)
{
    std::vector<Curve> curves;
    for (const BenchRow& row : report.rows) {
        const double x = rows.x(row), y = rows.y(row);
        if (!std::isfinite(x) || !std::isfinite(y)) continue;
        Curve& curve = curveOf(curves, rows.label(row));
        curve.x.push_back(x);
        curve.y.push_back(y);
        curve.error.push_back(y * std::min(rows.spread(row) / 2, 1.0)); // speeds are positive
    }
    return curves.empty() ? std::vector<std::string>{} : plotLines(rows.figure, curves, rows.axes);
}

std::vector<std::string> drawSpeeds(const BenchReport& report, const std::string& folder)
{
    std::vector<std::string> kernels, files;
    for (const BenchRow& row : report.rows) {
        const KernelTiming& any = row.timing;
        if (std::ranges::count(kernels, any.name) > 0) continue;
        kernels.push_back(any.name);
        std::vector<Quantity> quantities = {any.flops > 0 ? gflopsQuantity : bytesQuantity};
        if (any.links > 0) quantities.push_back(sweepsQuantity);
        for (const Quantity& quantity : quantities) {
            const auto path = std::filesystem::path(folder) / fmt::format("bench_{}_{}", any.name, quantity.suffix);
            const RowFigure figure = {.figure = {.path = path.string(),
                                                 .title = fmt::format("Speed of {} on {}", any.name, report.device),
                                                 .xLabel = volumeLabel,
                                                 .yLabel = quantity.label},
                                      .axes = volumeAxes(quantity.logarithmic),
                                      .x = volumeOf,
                                      .y =
                                          [&](const BenchRow& r) {
                                              return r.timing.name == any.name ? (r.*quantity.value)() : unknownNumber;
                                          },
                                      .label = [](const BenchRow& r) { return placeLabel(r.timing); }};
            for (std::string& file : drawRows(report, figure))
                files.push_back(std::move(file));
        }
    }
    return files;
}

} // namespace gaugegl::cli

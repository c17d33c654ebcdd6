#include "bench_report.h"

#include "plot.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace gaugegl::cli {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::string groupName(const std::optional<Group>& group) { return group ? name(*group) : ""; }

/// Four digits, or nothing.
std::string number(double value) { return std::isfinite(value) ? fmt::format("{:.4g}", value) : ""; }

std::string percent(double fraction)
{
    return std::isfinite(fraction) ? fmt::format("{:.{}f}", 100 * fraction, fraction < 0.1 ? 1 : 0) : "";
}

const std::vector<std::string> header = {"kernel",   "group",  "path", "precision", "lattice",  "ms",
                                         "spread %", "GFLOPS", "GB/s", "% of copy", "Mlinks/s", "x CPU"};

std::vector<std::string> cells(const BenchRow& row)
{
    const KernelTiming& t = row.timing;
    return {t.name,
            groupName(t.group),
            t.path,
            name(t.precision),
            t.lattice.name(),
            number(1e3 * t.seconds),
            percent(t.spread),
            t.flops > 0 ? number(row.gflops()) : "",
            number(row.gigabytesPerSecond()),
            percent(row.fractionOfCopy()),
            number(1e-6 * row.linksPerSecond()),
            number(row.timesReference)};
}

std::string markdownRow(const std::vector<std::string>& row)
{
    std::string line = "|";
    for (const std::string& cell : row)
        line += " " + cell + " |";
    return line + "\n";
}

} // namespace

double BenchRow::gflops() const { return 1e-9 * timing.flops / timing.seconds; }
double BenchRow::gigabytesPerSecond() const { return 1e-9 * timing.bytesCompulsory / timing.seconds; }
double BenchRow::fractionOfCopy() const { return 1e9 * gigabytesPerSecond() / copyBytesPerSecond; }
double BenchRow::linksPerSecond() const { return timing.links > 0 ? timing.links / timing.seconds : unknown; }
double BenchRow::sweepsPerSecond() const { return linksPerSecond() / (4 * double(timing.lattice.volume())); }

void compareWithReference(std::vector<BenchRow>& rows)
{
    for (BenchRow& row : rows) {
        row.timesReference = unknown;
        for (const BenchRow& other : rows) {
            const KernelTiming &a = row.timing, &b = other.timing;
            if (b.path != "reference" || a.name != b.name || a.group != b.group) continue;
            const double ratio = row.linksPerSecond() / other.linksPerSecond();
            if (a.lattice == b.lattice || std::isnan(row.timesReference)) row.timesReference = ratio;
        }
    }
}

std::string benchTable(const BenchReport& report)
{
    Table table(header);
    for (const BenchRow& row : report.rows)
        table.add(cells(row));
    return table.text();
}

std::string benchMarkdown(const BenchReport& report)
{
    std::string text = markdownRow(header) + "|";
    for (std::size_t column = 0; column < header.size(); ++column)
        text += column < 5 ? " --- |" : " ---: |";
    text += "\n";
    for (const BenchRow& row : report.rows)
        text += markdownRow(cells(row));
    return text;
}

std::string bestFolds(const BenchReport& report)
{
    std::map<std::string, std::vector<const KernelTiming*>> sums;
    for (const BenchRow& row : report.rows) {
        const KernelTiming& t = row.timing;
        if (t.name.starts_with("reduction-"))
            sums[fmt::format("{} path, {} precision, {}", t.path, name(t.precision), t.lattice.name())].push_back(&t);
    }
    std::string text;
    for (const auto& [where, timings] : sums) {
        if (timings.size() < 2) continue;
        const auto faster = [](const KernelTiming* a, const KernelTiming* b) { return a->seconds < b->seconds; };
        const KernelTiming& best = **std::min_element(timings.begin(), timings.end(), faster);
        text += fmt::format("{}: {} is the fastest sum\n", where, best.name);
    }
    return text;
}

Json benchJson(const BenchReport& report)
{
    Json kernels = Json::array();
    for (const BenchRow& row : report.rows) {
        const KernelTiming& t = row.timing;
        kernels.push_back({{"name", t.name},
                           {"group", t.group ? Json(name(*t.group)) : Json(nullptr)},
                           {"path", t.path},
                           {"precision", name(t.precision)},
                           {"lattice", t.lattice.extents()},
                           {"seconds", t.seconds},
                           {"clock", t.clock},
                           {"samples", t.samples},
                           {"fastest", t.fastest},
                           {"spread", toJson(t.spread)},
                           {"sites", t.sites},
                           {"flops", t.flops},
                           {"gflops", toJson(row.gflops())},
                           {"gb_s", toJson(row.gigabytesPerSecond())},
                           {"bytes_compulsory", t.bytesCompulsory},
                           {"bytes_loaded", t.bytesLoaded},
                           {"fraction_of_copy", toJson(row.fractionOfCopy())},
                           {"links_per_second", toJson(row.linksPerSecond())},
                           {"times_reference", toJson(row.timesReference)}});
    }
    return {{"device", report.device},
            {"driver", report.driver},
            {"copy_gb_s", toJson(1e-9 * report.copyBytesPerSecond)},
            {"load_average", toJson(report.loadAverage)},
            {"kernels", kernels}};
}

namespace {

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

std::string curveLabel(const KernelTiming& t)
{
    std::string where =
        t.path == "reference" ? "CPU reference, double" : fmt::format("{}, {}", t.path, name(t.precision));
    if (!t.group) return where;
    return fmt::format("SU({}) {}", colours(*t.group), where);
}

std::vector<Curve> curvesOf(const BenchReport& report, const std::string& kernel, const Quantity& quantity)
{
    std::vector<Curve> curves;
    for (const BenchRow& row : report.rows) {
        if (row.timing.name != kernel) continue;
        const std::string label = curveLabel(row.timing);
        auto curve = std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.label == label; });
        if (curve == curves.end()) curve = curves.insert(curves.end(), {label, {}, {}, {}});
        curve->x.push_back(double(row.timing.lattice.volume()));
        curve->y.push_back((row.*quantity.value)());
    }
    return curves;
}

} // namespace

std::vector<std::string> drawSpeeds(const BenchReport& report, const std::string& folder)
{
    std::vector<std::string> kernels, files;
    for (const BenchRow& row : report.rows)
        if (std::find(kernels.begin(), kernels.end(), row.timing.name) == kernels.end())
            kernels.push_back(row.timing.name);
    for (const std::string& kernel : kernels) {
        const KernelTiming& any = std::find_if(report.rows.begin(), report.rows.end(), [&](const BenchRow& row) {
                                      return row.timing.name == kernel;
                                  })->timing;
        std::vector<Quantity> quantities = {any.flops > 0 ? gflopsQuantity : bytesQuantity};
        if (any.links > 0) quantities.push_back(sweepsQuantity);
        for (const Quantity& quantity : quantities) {
            const auto path = std::filesystem::path(folder) / fmt::format("bench_{}_{}", kernel, quantity.suffix);
            const Figure figure = {.path = path.string(),
                                   .title = fmt::format("Speed of {} on {}", kernel, report.device),
                                   .xLabel = "lattice volume / sites",
                                   .yLabel = quantity.label};
            const Axes axes = {.logX = true, .logY = quantity.logarithmic, .xBase = 2, .zeroY = true};
            for (std::string& file : plotLines(figure, curvesOf(report, kernel, quantity), axes))
                files.push_back(std::move(file));
        }
    }
    return files;
}

} // namespace gaugegl::cli

#include "run/scan_report.h"

#include "analysis/literature.h"
#include "analysis/plaquette_expansion.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/linear_fit.h"
#include "gaugegl/base/error.h"
#include "report/columns.h"
#include "report/csv_table.h"
#include "report/plot.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl {
namespace {

using analysis::Estimate;
using analysis::formatEstimate;
using analysis::ReweightedPoint;
using report::Curve;
using report::CurveStyle;

report::Json peakToJson(const analysis::Peak& peak)
{
    if (!peak.failure.empty()) return {{"failure", peak.failure}, {"good", false}};
    return {{"position", report::briefly(peak.position)},
            {"height", report::briefly(peak.height)},
            {"chi_squared", report::toJson(peak.chiSquared)},
            {"degrees_of_freedom", peak.degrees},
            {"probability", report::toJson(peak.probability)},
            {"first_beta", peak.first},
            {"last_beta", peak.last},
            {"good", peak.good}};
}

bool isWilson(const RunConfig& run) { return gaugeActionOf(run.action) == actions::wilson; }

std::string scanTitle(const ScanReport& report)
{
    const auto& [x, y, z, t] = report.scan.lattice.extents;
    return fmt::format("{}, {}x{}x{} in space{}", name(report.scan.lattice.group), x, y, z,
                       isWilson(report.scan) ? "" : ", " + actionTitle(report.scan.action) + " action");
}

/// A figure of what each point has, against beta.
struct ScanFigure {
    const char *file, *label;
    std::function<std::optional<Estimate>(const ScanAverages&)> value;
    CurveStyle style = CurveStyle::Points;
    Estimate ReweightedPoint::*reweighted = nullptr; ///< the same between the points
};

/// Of the points of one extent in time.
Curve curveOf(const std::vector<ScanAverages>& points, const ScanFigure& figure, std::size_t colour)
{
    Curve curve{.label = fmt::format("Nt = {}", points.front().nt), .style = figure.style, .colour = colour};
    for (const ScanAverages& point : points) {
        const auto value = figure.value(point);
        if (!value || !std::isfinite(value->mean)) continue;
        curve.x.push_back(point.beta);
        curve.y.push_back(value->mean);
        curve.error.push_back(value->error);
    }
    return curve;
}

/// Gives a line the points of a function.
template<class Function>
void sample(Curve& line, double first, double last, int steps, const Function& function)
{
    line.style = CurveStyle::Line;
    for (int k = 0; k <= steps; ++k) {
        const double x = first + (last - first) * k / steps, y = function(x);
        if (!std::isfinite(y)) continue; // weak coupling at beta = 0
        line.x.push_back(x);
        line.y.push_back(y);
    }
}

/// A curve over the couplings of the scan, which the data alone give the axes.
Curve expansion(const ScanReport& report, const char* label, double (*function)(Group, double), std::size_t colour)
{
    Curve curve{.label = label, .colour = colour, .shapesAxes = false};
    const std::vector<double>& couplings = report.scan.scan->beta;
    sample(curve, couplings.front(), couplings.back(), 200,
           [&](double beta) { return function(report.scan.lattice.group, beta); });
    return curve;
}

/// What is wrong with a fit; empty if nothing is.
const char* flaw(const analysis::Peak& peak)
{
    if (peak.good) return "";
    return peak.probability < analysis::leastProbability ? " (BAD FIT)" : " (OUTSIDE THE COUPLINGS)";
}

Curve fitCurve(const analysis::Peak& peak, std::size_t colour)
{
    Curve curve{.label = fmt::format("peak at {}{}", formatEstimate(peak.position), flaw(peak)), .colour = colour};
    sample(curve, peak.first, peak.last, 100, [&](double beta) { return peak.at(beta); });
    return curve;
}

/// Of one extent in time: points, and the curve between them where it is known, or that of the fit.
std::vector<Curve> curvesOf(const ScanReport& report, const ScanFigure& figure, int nt, std::size_t colour)
{
    std::vector<Curve> curves = {curveOf(report.of(nt), figure, colour)};
    const ScanReweighting* const between = report.reweightedOf(nt);
    if (figure.reweighted != nullptr && between != nullptr && between->failure.empty()) {
        curves.front().style = CurveStyle::Points;
        for (const Curve& curve : curvesOf(*between, figure.reweighted, colour))
            curves.push_back(curve);
    } else if (figure.reweighted == &ReweightedPoint::susceptibility) {
        const analysis::Peak peak = report.peak(nt);
        if (peak.failure.empty()) curves.push_back(fitCurve(peak, colour));
    }
    return curves;
}

std::string peakText(const ScanReport& report, int nt)
{
    const analysis::Peak peak = report.peak(nt);
    std::string text =
        !peak.failure.empty()
            ? fmt::format("Nt = {}: no fit of the peak; {}\n", nt, peak.failure)
            : fmt::format("Nt = {}: |L| susceptibility {} at beta = {}, from {} to {}; chi^2 = {:.2f} of {}, "
                          "probability {:.3g}{}\n",
                          nt, formatEstimate(peak.height), formatEstimate(peak.position), peak.first, peak.last,
                          peak.chiSquared, peak.degrees, peak.probability, flaw(peak));
    if (const ScanReweighting* const one = report.reweightedOf(nt)) text += reweightedPeakText(*one);
    if (!isWilson(report.scan)) return text;
    if (const auto known = analysis::publishedCriticalCoupling(report.scan.lattice.group, nt))
        text += fmt::format("        known transition, infinite volume: {} ({})\n",
                            formatEstimate(known->value, known->error), known->source);
    return text;
}

/// What is said of a point; in CSV averages alone.
report::Columns<ScanAverages> columnsOf(const ScanReport& report, bool csv = false)
{
    const bool loops = report.hasLoops(), wilson = isWilson(report.scan);
    const Group group = report.scan.lattice.group;
    report::Columns<ScanAverages> columns;
    columns.add("Nt", "nt", &ScanAverages::nt).add("beta", "beta", &ScanAverages::beta);
    if (!csv) columns.add("", "folder", &ScanAverages::folder);
    columns.add("", "measurements", &ScanAverages::measurements)
        .add("plaquette", "plaquette", &ScanAverages::plaquette);
    if (!csv && wilson)
        columns
            .add("", "strong_coupling",
                 [group](const ScanAverages& p) { return analysis::strongCouplingPlaquette(group, p.beta); })
            .add("", "weak_coupling",
                 [group](const ScanAverages& p) { return analysis::weakCouplingPlaquette(group, p.beta); });
    const auto ifLoops = [loops](const char* header) { return loops ? header : ""; };
    const auto tauInt = [](const ScanAverages& p) -> std::optional<std::string> {
        if (!p.polyakov) return std::nullopt;
        return std::isfinite(p.polyakov->tauInt) ? fmt::format("{:.1f}", p.polyakov->tauInt) : "unknown";
    };
    return columns.add(ifLoops("|L|"), "polyakov_abs", &ScanAverages::polyakov)
        .add(ifLoops("tau_int of |L|"), "", tauInt)
        .add(ifLoops("susceptibility"), "susceptibility", &ScanAverages::susceptibility)
        .add(ifLoops("a F_q"), "free_energy", &ScanAverages::freeEnergy)
        .add("", "binder", &ScanAverages::binder);
}

} // namespace

std::vector<ScanPoint> pointsOf(const RunConfig& scan)
{
    std::vector<ScanPoint> points;
    std::vector<int> extents = scan.scan->nt;
    if (extents.empty()) extents = {scan.lattice.extents[3]};
    for (const int nt : extents)
        for (const double beta : scan.scan->beta) {
            ScanPoint point{scan, fmt::format("nt{}-beta{}", nt, beta)};
            point.run.scan.reset();
            point.run.action.beta = beta;
            point.run.lattice.extents[3] = nt;
            point.run.update.seed = (scan.update.seed + points.size()) & 0x7fff'ffff'ffff'ffffU;
            point.run.output.directory = (std::filesystem::path(scan.output.directory) / point.relative).string();
            point.run.output.plots = false;
            validate(point.run);
            points.push_back(std::move(point));
        }
    return points;
}

ScanAverages averagesOf(const ScanPoint& point)
{
    const auto& observables = point.run.measure.observables;
    const bool loops = std::ranges::count(observables, Observable::PolyakovLoop) > 0;
    const std::string path = (std::filesystem::path(point.run.output.directory) / "history.csv").string();
    std::vector<std::string> names = {"plaquette"};
    if (loops) names.emplace_back("polyakov_abs");
    const auto columns = report::readColumns(path, names);
    ScanAverages result;
    result.beta = point.run.action.beta;
    result.nt = point.run.lattice.extents[3];
    result.folder = point.relative;
    result.measurements = columns[0].size();
    result.plaquette = analysis::gammaMethod(columns[0]);
    if (loops) {
        const auto volume = double(Lattice(point.run.lattice.extents).spatialVolume());
        result.polyakov = analysis::gammaMethod(columns[1]);
        result.susceptibility = analysis::susceptibility(columns[1], volume);
        result.binder = analysis::binderCumulant(columns[1]);
        result.freeEnergy = analysis::freeEnergy(*result.polyakov, result.nt);
    }
    return result;
}

std::vector<int> ScanReport::extents() const
{
    std::vector<int> result;
    for (const ScanAverages& point : points)
        if (std::ranges::count(result, point.nt) == 0) result.push_back(point.nt);
    return result;
}

std::vector<ScanAverages> ScanReport::of(int nt) const
{
    std::vector<ScanAverages> result;
    std::ranges::copy_if(points, std::back_inserter(result),
                         [nt](const ScanAverages& point) { return point.nt == nt; });
    return result;
}

analysis::Peak ScanReport::peak(int nt) const
{
    analysis::PeakData data;
    for (const ScanAverages& point : of(nt)) {
        if (!point.susceptibility) continue;
        data.beta.push_back(point.beta);
        data.value.push_back(*point.susceptibility);
    }
    return analysis::fitPeak(data);
}

const ScanReweighting* ScanReport::reweightedOf(int nt) const
{
    const auto found = std::ranges::find(reweighted, nt, &ScanReweighting::nt);
    return found == reweighted.end() ? nullptr : &*found;
}

bool ScanReport::hasLoops() const
{
    return std::ranges::any_of(points, [](const ScanAverages& point) { return point.polyakov.has_value(); });
}

report::Json toJson(const ScanReport& report)
{
    const auto& extents = report.scan.lattice.extents;
    report::Json peaks = report::Json::array();
    if (report.hasLoops())
        for (const int nt : report.extents()) {
            peaks.push_back({{"nt", nt}});
            peaks.back().update(peakToJson(report.peak(nt)));
            if (const ScanReweighting* const one = report.reweightedOf(nt)) peaks.back()["reweighting"] = toJson(*one);
        }
    return {{"group", name(report.scan.lattice.group)},
            {"spatial_extents", {extents[0], extents[1], extents[2]}},
            {"action", choiceName(report.scan.action.type)},
            {"points", columnsOf(report).list(report.points)},
            {"peaks", peaks}};
}

std::string toCsv(const ScanReport& report) { return columnsOf(report, /*csv=*/true).csv(report.points); }

std::string scanTable(const ScanReport& report)
{
    std::string text = scanTitle(report) + "\n\n" + columnsOf(report).table(report.points);
    if (report.hasLoops()) text += "F_q = -T ln <|L|>, the free energy of a static quark, unrenormalised\n\n";
    for (const int nt : report.hasLoops() ? report.extents() : std::vector<int>())
        text += peakText(report, nt);
    return text + report::warningLines(report::warningsIn(toJson(report)));
}

std::vector<std::string> plotScan(const ScanReport& report, const SharedFolder& folder)
{
    const ScanFigure all[] = {
        {"scan-plaquette", "plaquette", &ScanAverages::plaquette},
        {"scan-polyakov", "|L|", &ScanAverages::polyakov, CurveStyle::LinesAndPoints, &ReweightedPoint::mean},
        {"scan-susceptibility", "V (<|L|^2> - <|L|>^2)", &ScanAverages::susceptibility, CurveStyle::Points,
         &ReweightedPoint::susceptibility},
        {"scan-binder", "1 - <|L|^4> / (3 <|L|^2>^2)", &ScanAverages::binder, CurveStyle::LinesAndPoints,
         &ReweightedPoint::binder},
        {"scan-free-energy", "free energy of a quark, a F_q", &ScanAverages::freeEnergy, CurveStyle::LinesAndPoints}};
    const ScanFigure& plaquettes = all[0];
    const std::vector<int> extents = report.extents();
    std::vector<std::string> files;
    for (const ScanFigure& figure : all) {
        if (report.points.empty() || (&figure != &plaquettes && !report.hasLoops())) break;
        std::vector<Curve> curves;
        for (std::size_t k = 0; k < extents.size(); ++k) {
            const std::vector<Curve> more = curvesOf(report, figure, extents[k], k);
            curves.insert(curves.end(), more.begin(), more.end());
        }
        if (&figure == &plaquettes && isWilson(report.scan)) {
            curves.push_back(expansion(report, "strong coupling", analysis::strongCouplingPlaquette, extents.size()));
            curves.push_back(
                expansion(report, "weak coupling, 3 loops", analysis::weakCouplingPlaquette, extents.size() + 1));
        }
        const auto made =
            report::plotLines({FilePlace(folder, figure.file), scanTitle(report), "beta", figure.label}, curves, {});
        files.insert(files.end(), made.begin(), made.end());
    }
    return files;
}

} // namespace gaugegl

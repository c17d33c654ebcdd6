#include "scan_report.h"

#include "analysis/literature.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/linear_fit.h"
#include "gaugegl/analysis/plaquette_expansion.h"
#include "gaugegl/base/error.h"
#include "report/csv_table.h"
#include "report/plot.h"
#include "run/run_folder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

using analysis::Estimate;

Json peakToJson(const analysis::Peak& peak)
{
    if (!peak.failure.empty()) return {{"failure", peak.failure}, {"good", false}};
    return {{"position", briefly(peak.position)},
            {"height", briefly(peak.height)},
            {"chi_squared", toJson(peak.chiSquared)},
            {"degrees_of_freedom", peak.degrees},
            {"probability", toJson(peak.probability)},
            {"first_beta", peak.first},
            {"last_beta", peak.last},
            {"good", peak.good}};
}

bool isWilson(const RunConfig& run) { return gaugeActionOf(run.action) == actions::wilson; }

std::string titleOf(const ScanReport& report)
{
    const auto& [x, y, z, t] = report.scan.lattice.extents;
    return fmt::format("{}, {}x{}x{} in space{}", name(report.scan.lattice.group), x, y, z,
                       isWilson(report.scan) ? "" : ", " + actionTitle(report.scan.action) + " action");
}

/// Something of the points of one extent in time.
Curve curveOf(const std::vector<ScanAverages>& points,
              const std::function<std::optional<Estimate>(const ScanAverages&)>& what, std::size_t colour)
{
    Curve curve{.label = fmt::format("Nt = {}", points.front().nt), .style = CurveStyle::Points, .colour = colour};
    for (const ScanAverages& point : points) {
        const auto value = what(point);
        if (!value || !std::isfinite(value->mean)) continue;
        curve.x.push_back(point.beta);
        curve.y.push_back(value->mean);
        curve.error.push_back(value->error);
    }
    return curve;
}

/// A curve over the couplings of the scan, which the data alone give the axes.
Curve expansion(const ScanReport& report, const char* label, double (*function)(Group, double))
{
    Curve curve{.label = label, .style = CurveStyle::Line, .shapesAxes = false};
    const double first = report.scan.scan->beta.front(), last = report.scan.scan->beta.back();
    constexpr int steps = 200;
    for (int k = 0; k <= steps; ++k) {
        const double beta = first + (last - first) * k / steps, y = function(report.scan.lattice.group, beta);
        if (!std::isfinite(y)) continue; // weak coupling at beta = 0
        curve.x.push_back(beta);
        curve.y.push_back(y);
    }
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
    Curve curve{.label = fmt::format("peak at {}{}", formatEstimate(peak.position), flaw(peak)),
                .style = CurveStyle::Line,
                .colour = colour};
    constexpr int steps = 100;
    for (int k = 0; k <= steps; ++k) {
        curve.x.push_back(peak.first + (peak.last - peak.first) * k / steps);
        curve.y.push_back(peak.at(curve.x.back()));
    }
    return curve;
}

std::string peakText(const ScanReport& report, int nt)
{
    const analysis::Peak peak = report.peak(nt);
    if (!peak.failure.empty()) return fmt::format("Nt = {}: no peak; {}\n", nt, peak.failure);
    std::string text =
        fmt::format("Nt = {}: |L| susceptibility {} at beta = {}, from {} to {}; chi^2 = {:.2f} of {}, probability "
                    "{:.3g}{}\n",
                    nt, formatEstimate(peak.height), formatEstimate(peak.position), peak.first, peak.last,
                    peak.chiSquared, peak.degrees, peak.probability, flaw(peak));
    if (!isWilson(report.scan)) return text;
    if (const auto known = analysis::publishedCriticalCoupling(report.scan.lattice.group, nt))
        text += fmt::format("        known transition, infinite volume: {} ({})\n",
                            formatEstimate(known->value, known->error), known->source);
    return text;
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
    const auto columns = readColumns(path, names);
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

bool ScanReport::hasLoops() const
{
    return std::ranges::any_of(points, [](const ScanAverages& point) { return point.polyakov.has_value(); });
}

Json toJson(const ScanReport& report)
{
    const auto& extents = report.scan.lattice.extents;
    Json points = Json::array(), peaks = Json::array();
    for (const ScanAverages& point : report.points) {
        Json one = {{"nt", point.nt},
                    {"beta", point.beta},
                    {"folder", point.folder},
                    {"measurements", point.measurements},
                    {"plaquette", toJson(point.plaquette)}};
        if (isWilson(report.scan)) {
            one["strong_coupling"] = analysis::strongCouplingPlaquette(report.scan.lattice.group, point.beta);
            one["weak_coupling"] = toJson(analysis::weakCouplingPlaquette(report.scan.lattice.group, point.beta));
        }
        if (point.polyakov) one["polyakov_abs"] = toJson(*point.polyakov);
        if (point.susceptibility) one["susceptibility"] = toJson(*point.susceptibility);
        if (point.freeEnergy) one["free_energy"] = toJson(*point.freeEnergy);
        points.push_back(one);
    }
    if (report.hasLoops())
        for (const int nt : report.extents()) {
            Json one = {{"nt", nt}};
            one.update(peakToJson(report.peak(nt)));
            peaks.push_back(one);
        }
    return {{"group", name(report.scan.lattice.group)},
            {"spatial_extents", {extents[0], extents[1], extents[2]}},
            {"action", choiceName(report.scan.action.type)},
            {"points", points},
            {"peaks", peaks}};
}

std::string toCsv(const ScanReport& report)
{
    std::string text = "nt,beta,measurements,plaquette,plaquette_error,polyakov_abs,polyakov_abs_error,susceptibility,"
                       "susceptibility_error,free_energy,free_energy_error\n";
    for (const ScanAverages& point : report.points) {
        const Estimate loop = point.polyakov.value_or(Estimate()), chi = point.susceptibility.value_or(Estimate());
        const Estimate energy = point.freeEnergy.value_or(Estimate());
        text += fmt::format("{},{},{}", point.nt, point.beta, point.measurements);
        for (const Estimate& one : {point.plaquette, loop, chi, energy})
            text += fmt::format(",{},{}", csvCell(one.mean), csvCell(one.error));
        text += "\n";
    }
    return text;
}

std::string scanTable(const ScanReport& report)
{
    std::vector<std::string> header = {"Nt", "beta", "plaquette"};
    if (report.hasLoops()) header.insert(header.end(), {"|L|", "tau_int of |L|", "susceptibility", "a F_q"});
    Table table(header);
    for (const ScanAverages& point : report.points) {
        std::vector<std::string> row = {std::to_string(point.nt), fmt::format("{}", point.beta),
                                        formatEstimate(point.plaquette)};
        if (point.polyakov)
            row.insert(row.end(), {formatEstimate(*point.polyakov),
                                   std::isfinite(point.polyakov->tauInt) ? fmt::format("{:.1f}", point.polyakov->tauInt)
                                                                         : std::string("unknown"),
                                   formatEstimate(*point.susceptibility), formatEstimate(*point.freeEnergy)});
        table.add(row);
    }
    std::string text = titleOf(report) + "\n\n" + table.text();
    if (report.hasLoops()) text += "F_q = -T ln <|L|>, the free energy of a static quark, unrenormalised\n\n";
    for (const int nt : report.hasLoops() ? report.extents() : std::vector<int>())
        text += peakText(report, nt);
    return text + warningLines(warningsIn(toJson(report)));
}

std::vector<std::string> plotScan(const ScanReport& report, const SharedFolder& folder)
{
    std::vector<std::string> files;
    const auto draw = [&](const char* file, const char* yLabel, const std::vector<Curve>& curves) {
        const auto made = plotLines({FilePlace(folder, file), titleOf(report), "beta", yLabel}, curves, {});
        files.insert(files.end(), made.begin(), made.end());
    };
    std::vector<Curve> plaquettes, loops, susceptibilities, energies;
    const std::vector<int> extents = report.extents();
    for (std::size_t k = 0; k < extents.size(); ++k) {
        const auto points = report.of(extents[k]);
        plaquettes.push_back(curveOf(
            points, [](const ScanAverages& p) { return p.plaquette; }, k));
        loops.push_back(curveOf(
            points, [](const ScanAverages& p) { return p.polyakov; }, k));
        loops.back().style = CurveStyle::LinesAndPoints;
        susceptibilities.push_back(curveOf(
            points, [](const ScanAverages& p) { return p.susceptibility; }, k));
        energies.push_back(curveOf(
            points, [](const ScanAverages& p) { return p.freeEnergy; }, k));
        energies.back().style = CurveStyle::LinesAndPoints;
        if (const analysis::Peak peak = report.peak(extents[k]); peak.failure.empty())
            susceptibilities.push_back(fitCurve(peak, k));
    }
    if (isWilson(report.scan)) {
        plaquettes.push_back(expansion(report, "strong coupling", analysis::strongCouplingPlaquette));
        plaquettes.push_back(expansion(report, "weak coupling, 3 loops", analysis::weakCouplingPlaquette));
        plaquettes[plaquettes.size() - 2].colour = extents.size();
        plaquettes.back().colour = extents.size() + 1;
    }
    if (report.points.empty()) return files;
    draw("scan-plaquette", "plaquette", plaquettes);
    if (!report.hasLoops()) return files;
    draw("scan-polyakov", "|L|", loops);
    draw("scan-susceptibility", "V (<|L|^2> - <|L|>^2)", susceptibilities);
    draw("scan-free-energy", "free energy of a quark, a F_q", energies);
    return files;
}

} // namespace gaugegl::cli

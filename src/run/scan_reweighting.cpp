#include "run/scan_reweighting.h"

#include "gaugegl/base/error.h"
#include "report/columns.h"
#include "report/csv_table.h"
#include "run/scan_report.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl {
namespace {

bool measures(const RunConfig& run, Observable observable)
{
    return std::ranges::count(run.measure.observables, observable) > 0;
}

double rectanglesOf(const RunConfig& run) { return gaugeActionOf(run.action).of(LoopShape::Rectangle); }

/// What is not reweighted; empty of what is.
std::string refusal(const RunConfig& run)
{
    if (run.hmc && !run.hmc->parameters.fermions.empty())
        return "[[hmc.fermions]]: runs with quarks in the action are not reweighted";
    if (rectanglesOf(run) != 0 && !measures(run, Observable::Rectangle))
        return fmt::format("the {} action has rectangles, which were not measured: 'rectangle' is missing in "
                           "observables of [measure]",
                           actionTitle(run.action));
    return "";
}

/// E = sum_P c0 (1 - Re tr P / N) + sum_R c1 (1 - Re tr R / N): CONVENTIONS.md, "Lattice and links".
analysis::ChainAtCoupling chainOf(const ScanPoint& point)
{
    const RunConfig& run = point.run;
    const double c1 = rectanglesOf(run), volume = double(Lattice(run.lattice.extents).volume());
    const double plaquettes = volume * gaugeActionOf(run.action).of(LoopShape::Plaquette);
    const double rectangles = volume * c1 * traits(LoopShape::Rectangle).perSite;
    std::vector<std::string> names = {"polyakov_abs", "action_density"};
    if (c1 != 0) names.emplace_back("rectangle");
    const auto columns =
        report::readColumns((std::filesystem::path(run.output.directory) / "history.csv").string(), names);
    analysis::ChainAtCoupling chain{.beta = run.action.beta, .action = {}, .observable = columns[0]};
    for (std::size_t i = 0; i < columns[1].size(); ++i)
        chain.action.push_back(plaquettes * columns[1][i] + (c1 == 0 ? 0 : rectangles * (1 - columns[2][i])));
    return chain;
}

/// Of runs of one extent in time, whose couplings rise.
ScanReweighting reweightingOf(std::span<const ScanPoint> points)
{
    constexpr int steps = 100;
    const RunConfig& run = points.front().run;
    ScanReweighting made{.nt = run.lattice.extents[3], .result = {}, .failure = refusal(run)};
    if (points.size() < 2) made.failure = "reweighting needs 2 couplings at least, there is 1";
    if (!made.failure.empty()) return made;
    std::vector<analysis::ChainAtCoupling> chains;
    chains.reserve(points.size());
    for (const ScanPoint& point : points)
        chains.push_back(chainOf(point));
    std::vector<double> couplings(steps + 1);
    const double first = chains.front().beta, last = chains.back().beta;
    for (int i = 0; i <= steps; ++i)
        couplings[std::size_t(i)] = i == steps ? last : first + (last - first) * i / steps;
    try {
        made.result =
            analysis::reweight(std::move(chains), couplings, double(Lattice(run.lattice.extents).spatialVolume()));
    } catch (const InputError& error) {
        made.failure = error.what();
    }
    return made;
}

} // namespace

std::vector<ScanReweighting> reweightingsOf(const std::vector<ScanPoint>& points)
{
    std::vector<ScanReweighting> all;
    const auto extent = [](const ScanPoint& point) { return point.run.lattice.extents[3]; };
    for (auto first = points.begin(); first != points.end();) {
        const auto end =
            std::find_if(first, points.end(), [&](const ScanPoint& point) { return extent(point) != extent(*first); });
        if (measures(first->run, Observable::PolyakovLoop)) all.push_back(reweightingOf({first, end}));
        first = end;
    }
    return all;
}

report::Json toJson(const ScanReweighting& reweighting)
{
    if (!reweighting.failure.empty()) return {{"failure", reweighting.failure}};
    const analysis::Reweighting& result = reweighting.result;
    report::Json json = {{"iterations", result.iterations}};
    if (result.peak) {
        json["position"] = report::briefly(result.peak->position);
        json["height"] = report::briefly(result.peak->height);
    }
    if (!result.warnings.empty()) json["warnings"] = result.warnings;
    return json;
}

std::string toCsv(const std::vector<ScanReweighting>& reweightings)
{
    struct Row {
        int nt;
        analysis::ReweightedPoint point;
    };
    std::vector<Row> rows;
    for (const ScanReweighting& one : reweightings)
        for (const analysis::ReweightedPoint& point : one.result.points)
            rows.push_back({one.nt, point});
    report::Columns<Row> columns;
    columns.add("", "nt", &Row::nt)
        .add("", "beta", [](const Row& row) { return row.point.beta; })
        .add("", "polyakov_abs", [](const Row& row) { return row.point.mean; })
        .add("", "susceptibility", [](const Row& row) { return row.point.susceptibility; })
        .add("", "binder", [](const Row& row) { return row.point.binder; })
        .add("", "independent_data", [](const Row& row) { return row.point.independent; });
    return columns.csv(rows);
}

std::string reweightedPeakText(const ScanReweighting& reweighting)
{
    if (!reweighting.failure.empty()) return fmt::format("        not reweighted: {}\n", reweighting.failure);
    if (!reweighting.result.peak) return "        reweighted from all couplings: no peak between them\n";
    return fmt::format("        reweighted from all couplings: {} at beta = {}\n",
                       analysis::formatEstimate(reweighting.result.peak->height),
                       analysis::formatEstimate(reweighting.result.peak->position));
}

std::vector<report::Curve> curvesOf(const ScanReweighting& reweighting,
                                    analysis::Estimate analysis::ReweightedPoint::*number, std::size_t colour)
{
    using report::CurveStyle;
    report::Curve line{.label = "reweighted", .style = CurveStyle::Line, .colour = colour}, below, above;
    if (const auto& peak = reweighting.result.peak; peak && number == &analysis::ReweightedPoint::susceptibility)
        line.label += ", peak at " + analysis::formatEstimate(peak->position);
    below.style = above.style = CurveStyle::DottedLine;
    below.colour = above.colour = colour;
    for (const analysis::ReweightedPoint& point : reweighting.result.points) {
        const analysis::Estimate& value = point.*number;
        for (report::Curve* curve : {&line, &below, &above})
            curve->x.push_back(point.beta);
        line.y.push_back(value.mean);
        below.y.push_back(value.mean - value.error);
        above.y.push_back(value.mean + value.error);
    }
    return {line, below, above};
}

} // namespace gaugegl

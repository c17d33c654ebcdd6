#include "potential_report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

using analysis::Estimate;
using analysis::PotentialPoint;
using analysis::StaticPotential;

constexpr const char* plateauRule =
    "T0 is the smallest T at which V(R,T) - V(R,T+1) is below 2 of its errors at every fitted distance and below 1 in "
    "the mean; "
    "V(R) is the mean of V(R,T) from T0 on with weights 1/error^2, as far as W(R,T+1) is 5 errors above 0";
constexpr const char* fitRule =
    "distances from 2 to below half the spatial extent; correlated; from the smallest distance on at which the "
    "probability of chi^2 reaches 0.05";

std::string nameOf(const std::array<int, 3>& r)
{
    return r[1] == 0 ? std::to_string(r[0]) : fmt::format("({},{},{})", r[0], r[1], r[2]);
}

Json massesOf(const StaticPotential& potential)
{
    Json all = Json::array();
    for (const PotentialPoint& point : potential.points) {
        Json masses = Json::array();
        for (std::size_t t = 0; t < point.masses.size(); ++t)
            masses.push_back(
                {{"t", t + 1}, {"mean", toJson(point.masses[t].mean)}, {"error", toJson(point.masses[t].error)}});
        all.push_back({{"r", point.r}, {"distance", point.distance}, {"masses", masses}});
    }
    return all;
}

Json fitOf(const StaticPotential& potential)
{
    if (!potential.fitFailure.empty()) return nullptr;
    const auto parameter = [&](std::size_t k) {
        return Json{{"mean", toJson(potential.fit.parameters[k])}, {"error", toJson(potential.fit.error(k))}};
    };
    return {{"V0", parameter(0)},
            {"a", parameter(1)},
            {"sigma", parameter(2)},
            {"chi_squared", toJson(potential.fit.chiSquared)},
            {"degrees_of_freedom", potential.fit.degrees},
            {"probability", toJson(potential.fit.probability)},
            {"good", potential.good()}};
}

Json potentialOf(const StaticPotential& potential)
{
    Json points = Json::array();
    for (const PotentialPoint& point : potential.points)
        points.push_back({{"r", point.r},
                          {"distance", point.distance},
                          {"mean", toJson(point.potential.mean)},
                          {"error", toJson(point.potential.error)},
                          {"t_last", point.last},
                          {"fitted", point.fitted}});
    return points;
}

/// 0.5 fm / r0.
Estimate spacingByRadius(const StaticPotential& potential)
{
    Estimate spacing = potential.r0;
    spacing.mean = sommerRadius / potential.r0.mean;
    spacing.error = spacing.mean * potential.r0.error / potential.r0.mean;
    return spacing;
}

/// Distances that a figure of effective masses can show: up to six, spread over all.
std::vector<std::size_t> shown(const StaticPotential& potential)
{
    constexpr std::size_t most = 6;
    const std::size_t count = potential.points.size();
    std::vector<std::size_t> chosen;
    for (std::size_t k = 0; k < std::min(most, count); ++k)
        chosen.push_back(count <= most ? k : k * (count - 1) / (most - 1));
    return chosen;
}

Curve masses(const PotentialPoint& point, std::size_t colour, CurveStyle style)
{
    Curve curve{.style = style, .colour = colour};
    const double shift = (style == CurveStyle::OpenPoints ? 0.08 : 0) + 0.03 * double(colour) - 0.08;
    for (std::size_t t = 0; t < point.masses.size() && int(t) <= std::max(point.last, 1); ++t) {
        if (!analysis::known(point.masses[t])) continue;
        curve.x.push_back(double(t + 1) + shift);
        curve.y.push_back(point.masses[t].mean);
        curve.error.push_back(point.masses[t].error);
    }
    return curve;
}

Curve points(const StaticPotential& potential, const char* label, std::size_t colour)
{
    Curve curve{.label = label, .style = colour == 0 ? CurveStyle::Points : CurveStyle::OpenPoints, .colour = colour};
    for (const PotentialPoint& point : potential.points) {
        if (!analysis::known(point.potential)) continue;
        curve.x.push_back(point.distance);
        curve.y.push_back(point.potential.mean);
        curve.error.push_back(point.potential.error);
    }
    return curve;
}

Curve fitCurve(const StaticPotential& potential)
{
    Curve curve{.label = potential.good() ? "V0 - a/R + sigma R" : "V0 - a/R + sigma R (BAD FIT)",
                .style = CurveStyle::Line,
                .colour = 2,
                .shapesAxes = false};
    const double last = potential.points.back().distance;
    constexpr int steps = 200;
    for (int k = 0; k <= steps; ++k) {
        curve.x.push_back(0.7 + (last + 0.3 - 0.7) * k / steps);
        curve.y.push_back(potential.fitted(curve.x.back()));
    }
    return curve;
}

std::string verdict(const StaticPotential& potential)
{
    if (!potential.plateauFound)
        return "BAD: no plateau was found; the potential is an upper bound at best, more T or configurations are "
               "needed\n";
    if (!potential.fit.good())
        return fmt::format(
            "BAD FIT: such a chi^2 has the probability {:.2g}; the numbers above do not describe these data\n",
            potential.fit.probability);
    return "";
}

} // namespace

PotentialReport reportPotential(const LoopEnsemble& loops, const LoopsSection& section, const Lattice& lattice)
{
    analysis::PotentialChoice choice;
    choice.rBound = 0.5 * std::min({lattice.extent(0), lattice.extent(1), lattice.extent(2)});
    choice.plateau = section.plateau;
    if (!section.fitRange.empty()) choice.fitRange = {section.fitRange[0], section.fitRange[1]};
    PotentialReport report;
    report.rootSigmaMeV = section.rootSigmaMeV;
    report.main = analysis::staticPotential(loops.main(), choice);
    if (!loops.smeared.values.empty()) report.unsmeared = analysis::staticPotential(loops.unsmeared, choice);
    return report;
}

Json toJson(const PotentialReport& report)
{
    const StaticPotential& main = report.main;
    Json json = {{"configurations", main.configurations},
                 {"bins", main.bins},
                 {"plateau", {{"first", main.plateau}, {"found", main.plateauFound}, {"rule", plateauRule}}},
                 {"effective_masses", massesOf(main)},
                 {"potential", potentialOf(main)},
                 {"fit", fitOf(main)},
                 {"fit_rule", fitRule},
                 {"root_sigma", briefly(main.rootSigma)},
                 {"root_sigma_mev", report.rootSigmaMeV},
                 {"lattice_spacing_fm", briefly(latticeSpacing(main, report.rootSigmaMeV))},
                 {"r0", briefly(main.r0)},
                 {"r0_fm", sommerRadius},
                 {"lattice_spacing_r0_fm", briefly(spacingByRadius(main))}};
    if (!main.fitFailure.empty()) json["fit_failure"] = main.fitFailure;
    if (report.unsmeared)
        json["unsmeared"] = {
            {"plateau", {{"first", report.unsmeared->plateau}, {"found", report.unsmeared->plateauFound}}},
            {"effective_masses", massesOf(*report.unsmeared)},
            {"potential", potentialOf(*report.unsmeared)},
            {"fit", fitOf(*report.unsmeared)},
            {"root_sigma", briefly(report.unsmeared->rootSigma)}};
    return json;
}

std::string potentialTable(const PotentialReport& report)
{
    const StaticPotential& main = report.main;
    std::vector<std::string> header = {"R", "V(R)", "T", "fitted"};
    if (report.unsmeared) header.emplace_back("unsmeared V(R)");
    Table table(header);
    for (std::size_t k = 0; k < main.points.size(); ++k) {
        const PotentialPoint& point = main.points[k];
        const auto text = [](const Estimate& value) { return analysis::known(value) ? formatEstimate(value) : "-"; };
        std::vector<std::string> row = {
            nameOf(point.r), text(point.potential),
            analysis::known(point.potential) ? fmt::format("{}-{}", main.plateau, point.last) : "-",
            point.fitted ? "yes" : "no"};
        if (report.unsmeared) row.push_back(text(report.unsmeared->points[k].potential));
        table.add(row);
    }
    std::string text = fmt::format("{} configurations in {} bins; plateaus from T = {}{}\n\n{}\n", main.configurations,
                                   main.bins, main.plateau, main.plateauFound ? "" : " (NOT FOUND)", table.text());
    if (!main.fitFailure.empty()) return text + "no fit: " + main.fitFailure + "\n";
    const auto parameter = [&](std::size_t k) { return formatEstimate(main.fit.parameters[k], main.fit.error(k)); };
    text += fmt::format("V(R) = V0 - a/R + sigma R: V0 = {}, a = {}, sigma = {}\n", parameter(0), parameter(1),
                        parameter(2));
    text += fmt::format("chi^2 = {:.2f} of {} degrees of freedom, probability {:.3g}\n", main.fit.chiSquared,
                        main.fit.degrees, main.fit.probability);
    if (analysis::known(main.rootSigma))
        text += fmt::format("a sqrt(sigma) = {}: a = {} fm if sqrt(sigma) is {} MeV\n", formatEstimate(main.rootSigma),
                            formatEstimate(latticeSpacing(main, report.rootSigmaMeV)), report.rootSigmaMeV);
    if (analysis::known(main.r0))
        text += fmt::format("r0/a = {}: a = {} fm if r0 is {} fm\n", formatEstimate(main.r0),
                            formatEstimate(spacingByRadius(main)), sommerRadius);
    return text + verdict(main);
}

std::vector<std::string> plotPotential(const Figure& figure, const PotentialReport& report)
{
    std::vector<Curve> curves;
    for (const std::size_t k : shown(report.main)) {
        const std::size_t colour = curves.size();
        curves.push_back(masses(report.main.points[k], colour, CurveStyle::Points));
        curves.back().label = "R = " + nameOf(report.main.points[k].r);
    }
    if (report.unsmeared) {
        const std::size_t count = curves.size();
        for (std::size_t colour = 0; colour < count; ++colour)
            curves.push_back(
                masses(report.unsmeared->points[shown(report.main)[colour]], colour, CurveStyle::OpenPoints));
        curves[count].label = "open: unsmeared";
    }
    std::vector<std::string> files;
    const auto keep = [&](const std::vector<std::string>& made) {
        files.insert(files.end(), made.begin(), made.end());
    };
    const auto drawn = [](const Curve& curve) { return !curve.x.empty(); };
    if (std::ranges::any_of(curves, drawn))
        keep(plotLines({figure.path + "-masses", figure.title, "T / a", "effective mass a V(R,T)"}, curves,
                       {.zeroY = true, .wholeX = true}));

    std::vector<Curve> potential = {points(report.main, report.unsmeared ? "smeared" : "V(R)", 0)};
    if (report.unsmeared) potential.push_back(points(*report.unsmeared, "unsmeared", 1));
    if (report.main.fitFailure.empty()) potential.push_back(fitCurve(report.main));
    if (std::ranges::any_of(potential, drawn))
        keep(plotLines({figure.path + "-potential", figure.title, "R / a", "a V(R)"}, potential, {.zeroY = true}));
    return files;
}

} // namespace gaugegl::cli

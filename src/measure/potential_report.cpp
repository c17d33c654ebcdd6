#include "measure/potential_report.h"

#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

using analysis::Estimate;
using analysis::formatEstimate;
using analysis::PotentialPoint;
using analysis::StaticPotential;

constexpr const char* plateauRule =
    "average over T0 = 1, 2, ..: each gets p^4/(p^4 + 0.01^4) of the weight that is left, where p is the probability "
    "that V0, a and sigma with plateaus from T0 and from the next T on differ by as much; V(R) is the mean of V(R,T) "
    "from T0 on with weights 1/error^2, as far as W(R,T+1) is 5 errors above 0";
constexpr const char* fitRule =
    "distances from 2 to below half the spatial extent; correlated; average over the smallest distance: each gets "
    "p^4/(p^4 + 0.01^4) of the weight that is left, where p is the probability of its chi^2; the choice is in the "
    "errors";

std::string nameOf(const std::array<int, 3>& r)
{
    return r[1] == 0 ? std::to_string(r[0]) : fmt::format("({},{},{})", r[0], r[1], r[2]);
}

/// The keys and those of an estimate.
Json with(Json keys, const Estimate& estimate)
{
    keys.update(briefly(estimate));
    return keys;
}

Json massesOf(const StaticPotential& potential)
{
    Json all = Json::array();
    for (const PotentialPoint& point : potential.points) {
        Json masses = Json::array();
        for (std::size_t t = 0; t < point.masses.size(); ++t)
            masses.push_back(with({{"t", t + 1}}, point.masses[t]));
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

/// The choices that the fit is an average of.
Json choicesOf(const StaticPotential& potential)
{
    Json choices = Json::array();
    for (const analysis::PotentialFit& one : potential.fits)
        choices.push_back({{"plateau", one.plateau},
                           {"first_distance", one.nearest},
                           {"weight", one.weight},
                           {"sigma", toJson(one.fit.parameters[2])},
                           {"probability", toJson(one.fit.probability)}});
    return choices;
}

Json potentialOf(const StaticPotential& potential)
{
    Json points = Json::array();
    for (const PotentialPoint& point : potential.points)
        points.push_back(
            with({{"r", point.r}, {"distance", point.distance}, {"t_last", point.last}, {"fitted", point.fitted}},
                 point.potential));
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

/// What both kinds of loops have: plateau, masses, potential, fit, and the lattice spacings by it.
Json resultOf(const StaticPotential& potential, double rootSigmaMeV)
{
    Json json = {{"bins", potential.bins},
                 {"plateau", {{"first", potential.plateau}, {"found", potential.plateauFound}, {"rule", plateauRule}}},
                 {"effective_masses", massesOf(potential)},
                 {"potential", potentialOf(potential)},
                 {"fit", fitOf(potential)},
                 {"fit_rule", fitRule},
                 {"fits", choicesOf(potential)},
                 {"root_sigma", briefly(potential.rootSigma)},
                 {"root_sigma_mev", rootSigmaMeV},
                 {"lattice_spacing_fm", briefly(latticeSpacing(potential, rootSigmaMeV))},
                 {"r0", briefly(potential.r0)},
                 {"r0_fm", sommerRadius},
                 {"lattice_spacing_r0_fm", briefly(spacingByRadius(potential))}};
    if (!potential.fitFailure.empty()) json["fit_failure"] = potential.fitFailure;
    return json;
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

Curve fitCurve(const StaticPotential& potential, const char* of, CurveStyle style, std::size_t colour)
{
    Curve curve{.label = fmt::format("V0 - a/R + sigma R{}{}", of, potential.good() ? "" : " (BAD FIT)"),
                .style = style,
                .colour = colour,
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
    if (!potential.fitAccepted())
        return fmt::format(
            "BAD FIT: a chi^2 this large has the probability {:.2g}; the fit does not describe the data\n",
            potential.fit.probability);
    return "";
}

std::string plain(const Estimate& value) { return analysis::known(value) ? formatEstimate(value) : "-"; }

/// The fit and the lattice spacings by it, or why there are none.
std::string fitText(const StaticPotential& potential, double rootSigmaMeV)
{
    if (!potential.fitFailure.empty()) return "no fit: " + potential.fitFailure + "\n";
    const auto parameter = [&](std::size_t k) {
        return analysis::formatEstimate(potential.fit.parameters[k], potential.fit.error(k));
    };
    std::string text = fmt::format("V(R) = V0 - a/R + sigma R: V0 = {}, a = {}, sigma = {}\n", parameter(0),
                                   parameter(1), parameter(2));
    const auto best = std::ranges::max_element(potential.fits, {}, &analysis::PotentialFit::weight);
    text += fmt::format(
        "average over {} choices; {:.0f} % of the weight has T from {}, R from {:.4g} on: chi^2 = {:.2f} of "
        "{} degrees of freedom, probability {:.3g}\n",
        potential.fits.size(), 100 * best->weight, best->plateau, best->nearest, potential.fit.chiSquared,
        potential.fit.degrees, potential.fit.probability);
    if (analysis::known(potential.rootSigma))
        text +=
            fmt::format("a sqrt(sigma) = {}: a = {} fm if sqrt(sigma) is {} MeV\n", formatEstimate(potential.rootSigma),
                        formatEstimate(latticeSpacing(potential, rootSigmaMeV)), rootSigmaMeV);
    if (analysis::known(potential.r0))
        text += fmt::format("r0/a = {}: a = {} fm if r0 is {} fm\n", formatEstimate(potential.r0),
                            formatEstimate(spacingByRadius(potential)), sommerRadius);
    return text + verdict(potential);
}

/// Effective masses without errors, where there are too few configurations for those.
std::string massTable(const StaticPotential& potential)
{
    std::vector<std::string> header = {"R"};
    for (std::size_t t = 1; t <= potential.points.front().masses.size(); ++t)
        header.push_back(fmt::format("V(R,{})", t));
    Table table(header);
    for (const PotentialPoint& point : potential.points) {
        std::vector<std::string> row = {nameOf(point.r)};
        for (const Estimate& mass : point.masses)
            row.push_back(std::isfinite(mass.mean) ? fmt::format("{:.6f}", mass.mean) : "-");
        table.add(row);
    }
    return fmt::format("{} configuration{}\n\n{}\nno potential: {}\n", potential.configurations,
                       potential.configurations == 1 ? "" : "s", table.text(), potential.fitFailure);
}

} // namespace

PotentialReport reportPotential(const analysis::LoopSeries& unsmeared, const analysis::LoopSeries& smeared,
                                const PotentialTask& task, const Lattice& lattice)
{
    analysis::PotentialChoice choice;
    choice.rBound = 0.5 * std::min({lattice.extent(0), lattice.extent(1), lattice.extent(2)});
    choice.plateau = task.plateau;
    choice.fitRange = task.fitRange;
    PotentialReport report;
    report.rootSigmaMeV = task.rootSigmaMeV;
    const bool smears = !smeared.values.empty();
    report.main = analysis::staticPotential(smears ? smeared : unsmeared, choice);
    if (smears) report.unsmeared = analysis::staticPotential(unsmeared, choice);
    return report;
}

Json resultsOf(const PotentialReport& report)
{
    Json json = {{"configurations", report.main.configurations}};
    json.update(resultOf(report.main, report.rootSigmaMeV));
    if (report.unsmeared) json["unsmeared"] = resultOf(*report.unsmeared, report.rootSigmaMeV);
    return json;
}

std::string potentialTable(const PotentialReport& report)
{
    const StaticPotential& main = report.main;
    const std::string warnings = warningLines(warningsIn(resultsOf(report)));
    if (main.bins == 0) return massTable(main) + warnings;
    std::vector<std::string> header = {"R", "V(R)", "T", "fitted"};
    if (report.unsmeared) header.emplace_back("unsmeared V(R)");
    Table table(header);
    for (std::size_t k = 0; k < main.points.size(); ++k) {
        const PotentialPoint& point = main.points[k];
        std::vector<std::string> row = {nameOf(point.r), plain(point.potential),
                                        analysis::known(point.potential) && point.last >= main.plateau
                                            ? fmt::format("{}-{}", main.plateau, point.last)
                                            : "-",
                                        point.fitted ? "yes" : "no"};
        if (report.unsmeared) row.push_back(plain(report.unsmeared->points[k].potential));
        table.add(row);
    }
    std::string text = fmt::format("{} configurations in {} bins; plateaus from T = {}{}\n\n{}\n", main.configurations,
                                   main.bins, main.plateau, main.plateauFound ? "" : " (NOT FOUND)", table.text());
    text += fitText(main, report.rootSigmaMeV);
    if (report.unsmeared)
        text += fmt::format("\nunsmeared, plateaus from T = {}{}\n{}", report.unsmeared->plateau,
                            report.unsmeared->plateauFound ? "" : " (NOT FOUND)",
                            fitText(*report.unsmeared, report.rootSigmaMeV));
    return text + warnings;
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
    if (report.main.fitFailure.empty()) potential.push_back(fitCurve(report.main, "", CurveStyle::Line, 2));
    if (report.unsmeared && report.unsmeared->fitFailure.empty())
        potential.push_back(fitCurve(*report.unsmeared, ", unsmeared", CurveStyle::DashedLine, 3));
    if (std::ranges::any_of(potential, drawn))
        keep(plotLines({figure.path + "-potential", figure.title, "R / a", "a V(R)"}, potential, {.zeroY = true}));
    return files;
}

} // namespace gaugegl::measure

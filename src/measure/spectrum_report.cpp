#include "measure/spectrum_report.h"

#include "gaugegl/fermion/measure/spectrum.h"
#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

/// A curve of what is known.
Curve curveOf(const MesonReport& meson, const std::vector<analysis::Estimate>& values, double shift)
{
    Curve curve{meson.name, {}, {}, {}};
    for (std::size_t t = 0; t < values.size(); ++t) {
        if (!std::isfinite(values[t].mean)) continue;
        curve.x.push_back(double(t) + shift);
        curve.y.push_back(values[t].mean);
        curve.error.push_back(values[t].error);
    }
    return curve;
}

/// Squared masses of pions against x, and the line through them, if it is known.
std::vector<Curve> squaredMasses(const std::vector<double>& x, const std::vector<analysis::Estimate>& squared,
                                 const std::optional<Curve>& line)
{
    Curve points{.label = "pion", .x = x, .style = CurveStyle::Points};
    for (const analysis::Estimate& one : squared) {
        points.y.push_back(one.mean);
        points.error.push_back(one.error);
    }
    std::vector<Curve> curves = {points};
    if (line) curves.push_back(*line);
    return curves;
}

/// A line of this slope from where it vanishes to the last x.
Curve lineFrom(double zero, double slope, const std::vector<double>& x, std::string label)
{
    const double last = *std::ranges::max_element(x);
    return {.label = std::move(label), .x = {zero, last}, .y = {0, slope * (last - zero)}, .style = CurveStyle::Line};
}

/// Of correlators and masses.
std::string mesonTable(const std::vector<MesonReport>& mesons)
{
    std::vector<std::string> header = {"distance"};
    for (const MesonReport& meson : mesons) {
        header.push_back(meson.name);
        header.push_back("mass");
    }
    Table table(header);
    for (std::size_t t = 0; !mesons.empty() && t < mesons[0].correlator.size(); ++t) {
        std::vector<std::string> row = {std::to_string(t)};
        for (const MesonReport& meson : mesons) {
            const analysis::Estimate& c = meson.correlator[t];
            const auto text = [](const analysis::Estimate& value, const char* plain) {
                if (analysis::known(value)) return analysis::formatEstimate(value);
                return std::isfinite(value.mean) ? fmt::format(fmt::runtime(plain), value.mean) : std::string("-");
            };
            row.push_back(text(c, "{:.6e}"));
            row.push_back(t < meson.masses.size() ? text(meson.masses[t], "{:.5f}") : "");
        }
        table.add(row);
    }
    Json json;
    addMesons(json, mesons);
    return table.text() + warningLines(warningsIn(json));
}

} // namespace

std::vector<MesonCorrelator> meanOverSources(const std::vector<std::vector<MesonCorrelator>>& ofSources)
{
    std::vector<MesonCorrelator> mean = ofSources.at(0);
    for (std::size_t k = 0; k < mean.size(); ++k)
        for (std::size_t t = 0; t < mean[k].values.size(); ++t) {
            double sum = 0;
            for (const auto& one : ofSources)
                sum += one[k].values[t];
            mean[k].values[t] = sum / double(ofSources.size());
        }
    return mean;
}

std::vector<MesonReport> reportMesons(const std::vector<std::vector<MesonCorrelator>>& ofConfigurations)
{
    std::vector<MesonReport> reports;
    for (std::size_t k = 0; !ofConfigurations.empty() && k < ofConfigurations[0].size(); ++k) {
        analysis::CorrelatorSeries series;
        series.reserve(ofConfigurations.size());
        for (const auto& one : ofConfigurations)
            series.push_back(one[k].values);
        const MesonCorrelator& first = ofConfigurations[0][k];
        reports.push_back({first.name, analysis::averageCorrelator(series),
                           first.symmetric ? analysis::effectiveMasses(series) : analysis::exponentialMasses(series)});
    }
    return reports;
}

void addMesons(Json& json, const std::vector<MesonReport>& mesons)
{
    Json errors = Json::object(), masses = Json::object(), doubtful = Json::object();
    for (const MesonReport& meson : mesons) {
        json[meson.name] = Json::array();
        errors[meson.name] = Json::array();
        masses[meson.name] = Json::array();
        for (const analysis::Estimate& value : meson.correlator) {
            json[meson.name].push_back(toJson(value.mean));
            errors[meson.name].push_back(toJson(value.error));
        }
        for (const analysis::Estimate& mass : meson.masses)
            masses[meson.name].push_back(briefly(mass));
        for (const analysis::Estimate& value : meson.correlator)
            doubtful[meson.name].push_back(briefly(value));
    }
    json["errors"] = errors;
    json["effective_masses"] = masses;
    // Errors are plain numbers, which have no place for words; effective masses have.
    Warnings own = json.value("warnings", Warnings());
    append(own, warningsIn(doubtful));
    json["warnings"] = own;
}

std::optional<analysis::ResidualMass> residualMassOf(const std::vector<std::vector<MesonCorrelator>>& ofConfigurations)
{
    const auto seriesOf = [&](std::string_view name) {
        analysis::CorrelatorSeries series;
        for (const auto& one : ofConfigurations)
            for (const MesonCorrelator& correlator : one)
                if (correlator.name == name) series.push_back(correlator.values);
        return series;
    };
    const analysis::CorrelatorSeries midpoints = seriesOf(midpointName);
    if (midpoints.empty()) return std::nullopt;
    const analysis::CorrelatorSeries pions = seriesOf("pion"); // which among all channels is called by its matrix
    return analysis::residualMass(pions.empty() ? seriesOf("pseudoscalar") : pions, midpoints);
}

void addResidualMass(Json& json, const std::optional<analysis::ResidualMass>& residual)
{
    if (!residual) return;
    json["residual_mass"] = toJson(residual->mass);
    json["residual_mass_ratios"] = Json::array();
    for (const analysis::Estimate& ratio : residual->ratios)
        json["residual_mass_ratios"].push_back(toJson(ratio));
}

std::string residualMassLine(const std::optional<analysis::ResidualMass>& residual)
{
    if (!residual) return {};
    const std::string text = analysis::known(residual->mass) ? analysis::formatEstimate(residual->mass)
                                                             : fmt::format("{:.6g}", residual->mass.mean);
    return fmt::format("residual mass, C_midpoint / C_pion of the sums over all distances: {}\n", text);
}

std::string momentumIn(const std::string& name)
{
    const auto at = name.find('(');
    return at == std::string::npos ? "" : name.substr(at);
}

std::vector<OfMomentum> byMomentum(const std::vector<MesonReport>& all)
{
    std::vector<OfMomentum> result;
    for (MesonReport meson : all) {
        const std::string momentum = momentumIn(meson.name);
        auto found = std::ranges::find(result, momentum, &OfMomentum::momentum);
        if (found == result.end()) found = result.insert(result.end(), {momentum, {}});
        meson.name.erase(meson.name.size() - momentum.size());
        found->mesons.push_back(std::move(meson));
    }
    return result;
}

std::vector<OfQuarks> byQuarks(const std::vector<MesonReport>& ofMomentum)
{
    std::vector<OfQuarks> result;
    for (const MesonReport& meson : ofMomentum) {
        std::string name;
        for (const char* flavours : {lightStrange, strangeStrange})
            if (meson.name.ends_with(flavours)) name = flavours;
        if (name.empty() && result.size() > 1 && meson.name != midpointName) name = "-baryons";
        auto found = std::ranges::find(result, name, &OfQuarks::name);
        if (found == result.end()) found = result.insert(result.end(), {name, {}});
        found->mesons.push_back(meson);
    }
    return result;
}

std::string mesonTables(const std::vector<MesonReport>& all)
{
    std::string text;
    for (const OfMomentum& ofMomentum : byMomentum(all)) {
        if (!ofMomentum.momentum.empty()) text += fmt::format("\nmomentum {}\n", ofMomentum.title());
        for (const OfQuarks& one : byQuarks(ofMomentum.mesons))
            text += (one.name.empty() ? "" : "\n") + mesonTable(one.mesons);
    }
    return text;
}

std::vector<std::string> plotMesons(const Figure& figure, const std::vector<MesonReport>& mesons)
{
    std::vector<Curve> correlators, masses;
    for (const MesonReport& meson : mesons) {
        const double shift = 0.06 * (double(correlators.size()) - 0.5 * double(mesons.size() - 1));
        correlators.push_back(curveOf(meson, meson.correlator, shift));
        masses.push_back(curveOf(meson, meson.masses, shift + 0.5));
    }
    std::vector<std::string> files =
        plotLines({figure.path + "-correlators", figure.title, figure.xLabel, "C"}, correlators, {.logY = true});
    const bool anyMass = std::ranges::any_of(masses, [](const Curve& curve) { return !curve.x.empty(); });
    if (!anyMass) return files;
    const auto more = plotLines({figure.path + "-masses", figure.title, figure.xLabel, "effective mass, a m"}, masses,
                                {.zeroY = true});
    files.insert(files.end(), more.begin(), more.end());
    return files;
}

std::string pionLineText(const std::optional<analysis::PionLine>& line)
{
    if (!line || !analysis::known(line->zero)) return {};
    return fmt::format("\n(a m)^2 of the pion is {} (a m of the quark - x) with x = {}\n",
                       analysis::formatEstimate(line->slope), analysis::formatEstimate(line->zero));
}

std::vector<std::string> plotPionLine(const Figure& figure, const std::vector<double>& masses,
                                      const analysis::PionLine& line)
{
    std::optional<Curve> through;
    if (analysis::known(line.zero))
        through = lineFrom(line.zero.mean, line.slope.mean, masses,
                           fmt::format("vanishes at {}", analysis::formatEstimate(line.zero)));
    return plotLines(figure, squaredMasses(masses, line.squaredMasses, through), {.zeroY = true});
}

std::string criticalKappaText(const std::optional<analysis::CriticalKappa>& critical,
                              const std::optional<analysis::PublishedKappa>& published)
{
    if (!critical || !analysis::known(critical->kappa)) return {};
    std::string text =
        fmt::format("\n(a m)^2 of the pion vanishes at kappa_c = {}", analysis::formatEstimate(critical->kappa));
    if (published) text += fmt::format("; published: {:.6g} ({})", published->value, published->source);
    return text + "\n";
}

std::vector<std::string> plotCriticalKappa(const Figure& figure, const std::vector<double>& kappas,
                                           const analysis::CriticalKappa& critical,
                                           const std::optional<analysis::PublishedKappa>& published)
{
    std::vector<double> x;
    x.reserve(kappas.size());
    for (const double kappa : kappas)
        x.push_back(1 / (2 * kappa));
    std::optional<Curve> through;
    if (analysis::known(critical.kappa))
        through = lineFrom(1 / (2 * critical.kappa.mean), critical.slope.mean, x,
                           fmt::format("kappa_c = {}", analysis::formatEstimate(critical.kappa)));
    std::vector<Curve> curves = squaredMasses(x, critical.squaredMasses, through);
    if (published)
        curves.push_back({.label = fmt::format("{:.6g}, {}", published->value, published->source),
                          .x = {1 / (2 * published->value)},
                          .y = {0},
                          .style = CurveStyle::OpenPoints});
    return plotLines(figure, curves, {.zeroY = true});
}

} // namespace gaugegl::measure

#include "measure/pair_correlators.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace gaugegl::measure {
namespace {

using analysis::Separation;

Layout correlatorLayout(const char* name, const std::vector<Separation>& separations)
{
    Axis axis{.name = "separation", .unit = "a"};
    for (const Separation& one : separations)
        axis.labels.push_back(one.name());
    return {.measurement = name, .axes = {axis}, .arrays = {{"correlator", {"separation"}}}};
}

analysis::Estimate mean(const std::vector<std::vector<double>>& series, std::size_t k)
{
    std::vector<double> values;
    values.reserve(series.size());
    for (const std::vector<double>& one : series)
        values.push_back(one[k]);
    return analysis::gammaMethod(values);
}

} // namespace

analysis::Space spaceOf(const RunConfig& run)
{
    return {run.lattice.extents[0], run.lattice.extents[1], run.lattice.extents[2]};
}

std::vector<Separation> separationsOf(const RunConfig& run, std::optional<int> largest, bool onAxis)
{
    const analysis::Space space = spaceOf(run);
    return analysis::separations(space, largest.value_or(*std::ranges::min_element(space) / 2), onAxis);
}

PairCorrelators::PairCorrelators(const char* name, const RunConfig& run, std::vector<Separation> separations,
                                 std::optional<int> fitFrom)
    : Measurement(correlatorLayout(name, separations)), separations_(std::move(separations)),
      fitFrom_(fitFrom), lattice_{.extents = spaceOf(run), .time = run.lattice.extents[3]}
{}

Json PairCorrelators::results(const Records& records) const
{
    const auto series = records.series("correlator");
    const analysis::Replicas energies = analysis::freeEnergies(series, lattice_.time);
    Json pairs = Json::array();
    for (std::size_t k = 0; k < separations_.size(); ++k)
        pairs.push_back({{"separation", separations_[k].steps},
                         {"distance", separations_[k].distance},
                         {"correlator", report::toJson(mean(series, k))},
                         {"free_energy", report::toJson(analysis::estimateOf(energies, k))}});
    Json result = {{"configurations", records.size()}, {"pairs", pairs}};
    if (!fitFrom_) return result;
    const auto fit = fitOf(energies);
    result["string_fit"] = fit ? Json{{"from", *fitFrom_},
                                      {"separations", fit->distances.size()},
                                      {"string_tension", report::toJson(fit->tension)},
                                      {"constant", report::toJson(fit->constant)},
                                      {"probability", report::toJson(fit->probability)}}
                               : Json(nullptr);
    if (fit && !fit->good())
        result["string_fit"]["warnings"] = {fmt::format(
            "a chi^2 this large has the probability {:.2g}: the string does not describe the data from R = {}",
            fit->probability, *fitFrom_)};
    return result;
}

std::string PairCorrelators::summary(const Records& records) const
{
    const auto series = records.series("correlator");
    const analysis::Replicas energies = analysis::freeEnergies(series, lattice_.time);
    Table table({"separation", "R / a", "C", "a F"});
    for (std::size_t k = 0; k < separations_.size(); ++k)
        table.add({separations_[k].name(), fmt::format("{:.4f}", separations_[k].distance),
                   analysis::formatEstimate(mean(series, k)),
                   analysis::formatEstimate(analysis::estimateOf(energies, k))});
    return fmt::format("{}, of {}; F = -ln C / Lt\n\n{}{}{}", title(), records.counted(), table.text(),
                       fitText(energies), warningLines(warningsIn(results(records))));
}

std::vector<std::string> PairCorrelators::figures(const Records& records, const Figure& figure) const
{
    const analysis::Replicas energies = analysis::freeEnergies(records.series("correlator"), lattice_.time);
    Curve points{.label = "-ln C / Lt", .style = CurveStyle::Points};
    for (std::size_t k = 0; k < separations_.size(); ++k) {
        const analysis::Estimate one = analysis::estimateOf(energies, k);
        if (!std::isfinite(one.mean)) continue;
        points.x.push_back(separations_[k].distance);
        points.y.push_back(one.mean);
        points.error.push_back(one.error);
    }
    if (points.x.empty()) return {};
    std::vector<Curve> curves = {points};
    if (const auto fit = fitFrom_ ? fitOf(energies) : std::nullopt) {
        Curve line{.label = "V0 + sigma R - pi/(12 R), all ways around", .style = CurveStyle::Line};
        line.x = fit->distances;
        line.y = fit->energies;
        curves.push_back(line);
    }
    return plotLines({figure.path + "-energy", figure.title, "R / a", "a F"}, curves, {});
}

std::optional<analysis::StringFit> PairCorrelators::fitOf(const analysis::Replicas& energies) const
{
    return analysis::fitString(energies, separations_, *fitFrom_, lattice_);
}

std::string PairCorrelators::fitText(const analysis::Replicas& energies) const
{
    if (!fitFrom_) return "";
    const auto fit = fitOf(energies);
    if (!fit)
        return fmt::format("no fit from R = {}: fewer than three separations with a known F, or too few "
                           "configurations for their covariance\n",
                           *fitFrom_);
    return fmt::format("V0 + sigma R - pi/(12 R) from R = {}, {} separations: a^2 sigma = {}, a V0 = {}, p = {:.2g}\n",
                       *fitFrom_, fit->distances.size(), analysis::formatEstimate(fit->tension),
                       analysis::formatEstimate(fit->constant), fit->probability);
}

} // namespace gaugegl::measure

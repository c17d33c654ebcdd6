#include "report/flow_report.h"

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/susceptibility.h"
#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::report {
namespace {

using analysis::Estimate;

analysis::FlowScales scalesOf(const std::vector<FlowTable>& tables, std::vector<double> FlowTable::*energy,
                              double reference)
{
    analysis::FlowSeries series;
    series.times = tables.at(0).times;
    series.t2E.reserve(tables.size());
    for (const FlowTable& table : tables)
        series.t2E.push_back(table.*energy);
    return analysis::flowScales(series, reference);
}

/// sqrt(8 t0).
Estimate smearingRadius(const FlowReport& report)
{
    Estimate radius = analysis::power(report.clover.t0, 0.5);
    radius.mean *= std::sqrt(8.0);
    radius.error *= std::sqrt(8.0);
    return radius;
}

/// t0^2 <Q^2> / V, both errors taken as independent.
Estimate scaledSusceptibility(const FlowReport& report)
{
    const Estimate &t0 = report.clover.t0, &chi = report.susceptibility;
    Estimate scaled = chi;
    scaled.mean = t0.mean * t0.mean * chi.mean;
    scaled.error = scaled.mean * std::hypot(2 * t0.error / t0.mean, chi.error / chi.mean);
    return scaled;
}

Curve energyCurve(const char* label, const FlowReport& report, const std::vector<Estimate>& values)
{
    Curve curve{.label = label, .x = report.times};
    for (const Estimate& value : values) {
        curve.y.push_back(value.mean);
        curve.error.push_back(value.error);
    }
    return curve;
}

/// The charge, or 0 for one that is rounding alone, of which no susceptibility must be made.
double aboveRounding(double charge)
{
    constexpr double rounding = 1e-8;
    return std::abs(charge) < rounding ? 0 : charge;
}

std::string text(const Estimate& value)
{
    if (analysis::known(value)) return formatEstimate(value);
    return std::isfinite(value.mean) ? fmt::format("{:.6g}", value.mean) : "-";
}

} // namespace

FlowReport reportFlow(const std::vector<FlowTable>& tables, std::optional<double> reference, const Lattice& lattice,
                      Group group)
{
    FlowReport report;
    const double level = reference.value_or(analysis::flowReference(colours(group)));
    report.times = tables.at(0).times;
    report.clover = scalesOf(tables, &FlowTable::t2EClover, level);
    report.plaquette = scalesOf(tables, &FlowTable::t2EPlaquette, level);
    report.improved = std::ranges::all_of(tables, [](const FlowTable& one) { return one.improvedCharge.has_value(); });
    report.charges.reserve(tables.size());
    for (const FlowTable& one : tables)
        report.charges.push_back(aboveRounding(report.improved ? *one.improvedCharge : one.charge.back()));
    report.charge = analysis::gammaMethod(report.charges);
    report.susceptibility = analysis::secondMoment(report.charges, double(lattice.volume()));
    return report;
}

Json toJson(const FlowReport& report)
{
    Json flow = Json::array();
    for (std::size_t k = 0; k < report.times.size(); ++k)
        flow.push_back({{"t", report.times[k]},
                        {"t2E_clover", briefly(report.clover.t2E[k])},
                        {"t2E_plaquette", briefly(report.plaquette.t2E[k])},
                        {"slope_clover", briefly(report.clover.slope[k])}});
    return {{"configurations", report.charges.size()},
            {"reference", report.clover.reference},
            {"t0", briefly(report.clover.t0)},
            {"w0", briefly(report.clover.w0)},
            {"root_8t0", briefly(smearingRadius(report))},
            {"t0_plaquette", briefly(report.plaquette.t0)},
            {"w0_plaquette", briefly(report.plaquette.w0)},
            {"flow", flow},
            {"charge_definition", report.improved ? "improved" : "clover"},
            {"charge_flow_time", report.times.back()},
            {"charges", report.charges},
            {"charge", toJson(report.charge)},
            {"topological_susceptibility", toJson(report.susceptibility)},
            {"susceptibility_fourth_root", briefly(analysis::power(report.susceptibility, 0.25))},
            {"t0_squared_susceptibility", briefly(scaledSusceptibility(report))}};
}

std::string flowTable(const FlowReport& report)
{
    constexpr std::size_t mostRows = 12;
    Table table({"t/a^2", "t^2 E (clover)", "t^2 E (plaquette)", "t d/dt t^2 E"});
    const std::size_t count = report.times.size(), stride = (count + mostRows - 1) / mostRows;
    for (std::size_t k = (count - 1) % stride; k < count; k += stride)
        table.add({fmt::format("{:.4g}", report.times[k]), text(report.clover.t2E[k]), text(report.plaquette.t2E[k]),
                   text(report.clover.slope[k])});
    std::string result = table.text() + "\n";
    const auto scale = [&](const char* what, const Estimate& clover, const Estimate& plaquette) {
        if (std::isnan(clover.mean))
            return fmt::format("{}: not reached; {:.4g} lies beyond the flow time {}\n", what, report.clover.reference,
                               report.times.back());
        return fmt::format("{} = {}  (by the plaquette {})\n", what, text(clover), text(plaquette));
    };
    if (!report.clover.noErrors.empty()) result += report.clover.noErrors + "\n";
    result += fmt::format("where t^2 E, or its slope, is {:.4g}:\n", report.clover.reference);
    result += scale("t0/a^2", report.clover.t0, report.plaquette.t0);
    result += scale("w0/a", report.clover.w0, report.plaquette.w0);
    result +=
        fmt::format("charge ({}, at t = {}): mean {}, tau_int {}\n", report.improved ? "improved" : "clover",
                    report.times.back(), text(report.charge),
                    std::isfinite(report.charge.tauInt) ? fmt::format("{:.1f}", report.charge.tauInt) : "unknown");
    result += fmt::format("a^4 <Q^2>/V = {}", text(report.susceptibility));
    if (std::isfinite(report.clover.t0.mean))
        result += fmt::format(", t0^2 <Q^2>/V = {}", text(scaledSusceptibility(report)));
    return result + "\n" + warningLines(warningsIn(toJson(report)));
}

std::vector<std::string> plotFlow(const Figure& figure, const FlowReport& report)
{
    std::vector<std::string> files;
    const auto keep = [&](const std::vector<std::string>& made) {
        files.insert(files.end(), made.begin(), made.end());
    };
    Curve level{.label = fmt::format("{:.4g}", report.clover.reference),
                .x = {report.times.front(), report.times.back()},
                .y = {report.clover.reference, report.clover.reference},
                .style = CurveStyle::DashedLine,
                .colour = 6};
    keep(plotLines({figure.path + "-energy", figure.title, "flow time t / a^2", "t^2 E"},
                   {energyCurve("clover", report, report.clover.t2E),
                    energyCurve("plaquette", report, report.plaquette.t2E),
                    energyCurve("slope of clover", report, report.clover.slope), level},
                   {.zeroY = true}));
    if (report.charges.size() < 2) return files; // no history, no distribution
    std::vector<double> numbers;
    numbers.reserve(report.charges.size());
    for (std::size_t k = 0; k < report.charges.size(); ++k)
        numbers.push_back(double(k + 1));
    const std::string charge = fmt::format("charge at t = {}", report.times.back());
    keep(plotHistory({figure.path + "-charge", figure.title, "configuration", charge},
                     {numbers, report.charges, report.charge, {}}));
    keep(plotHistogram({figure.path + "-charges", figure.title, charge, "configurations"},
                       analysis::histogramAroundIntegers(report.charges), report.charge));
    return files;
}

} // namespace gaugegl::report

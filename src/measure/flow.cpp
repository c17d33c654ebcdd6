// [flow]: the gradient flow of configurations, its scales and the topological charge.
#include "measure/measurement.h"

#include "config/flow_task.h"
#include "gauge/observables/link_meter.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/flow_scales.h"
#include "gaugegl/analysis/susceptibility.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/gauge/flow/flow.h"
#include "report/table.h"
#include "report/warnings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::measure {
namespace {

using analysis::Estimate;
using analysis::formatEstimate;

/// Averages over configurations.
struct FlowReport {
    std::vector<double> times;
    analysis::FlowScales clover;    ///< from the clover energy: the scales that are quoted
    analysis::FlowScales plaquette; ///< from the plaquette, to compare with
    std::vector<double>
        charges;               ///< of each configuration where the flow ends: improved if measured, else by the clover
    bool improved = false;     ///< which
    analysis::Estimate charge; ///< its mean, by the Gamma method
    analysis::Estimate susceptibility; ///< <Q^2> / V, of lattice units
};

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

/// t^2 E at t0: `reference`, or flowReference of the group.
FlowReport reportFlow(const Records& records, const std::optional<double>& reference, const Lattice& lattice,
                      Group group)
{
    FlowReport report;
    const double level = reference.value_or(analysis::flowReference(colours(group)));
    report.times = records.layout.axis("t").points;
    report.clover = analysis::flowScales({report.times, records.series("t2E_clover")}, level);
    report.plaquette = analysis::flowScales({report.times, records.series("t2E_plaquette")}, level);
    report.improved = records.layout.has("Q_improved");
    for (const std::vector<double>& charge : records.series(report.improved ? "Q_improved" : "Q"))
        report.charges.push_back(aboveRounding(charge.back()));
    report.charge = analysis::gammaMethod(report.charges);
    report.susceptibility = analysis::secondMoment(report.charges, double(lattice.volume()));
    return report;
}

Json resultsOf(const FlowReport& report)
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
            {"charge", report::toJson(report.charge)},
            {"topological_susceptibility", report::toJson(report.susceptibility)},
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
    return result + "\n" + warningLines(warningsIn(resultsOf(report)));
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

Layout layoutOf(const FlowTask& task)
{
    Layout layout{.measurement = "flow",
                  .axes = {{.name = "t", .unit = "a^2", .points = task.times}},
                  .arrays = {{"t2E_clover", {"t"}}, {"t2E_plaquette", {"t"}}, {"Q", {"t"}}}};
    if (task.improved) layout.arrays.push_back({"Q_improved"});
    return layout;
}

class Flow : public Measurement {
public:
    explicit Flow(const RunConfig& run)
        : Measurement(layoutOf(FlowTask(*run.flow))), section_(*run.flow), task_(*run.flow),
          lattice_(run.lattice.extents), group_(run.lattice.group)
    {}

    std::optional<Record> measure(const Configuration& configuration) override
    {
        return onLinks(configuration.links, [&](const auto& u) { return measureOn(u, configuration.sweep); });
    }

private:
    template<class Links>
    std::optional<Record> measureOn(const Links& u, std::int64_t sweep)
    {
        GradientFlowOf<Links> flow(u, task_.parameters);
        Record record = emptyRecord(sweep);
        for (const double t : task_.times) {
            if (interrupted() || !flow.flowTo(t)) return std::nullopt;
            const bool improved = task_.improved && t == task_.times.back();
            const TopologyObservables values = meter_.topology(flow.field(), improved);
            // E = 2 sum over the planes of Re tr (1 - P), Luescher's equation 3.1.
            const double plaquettes = 2 * colours(group_) * meter_.plaquettes(flow.field()).actionDensity;
            arrayOf(record, "t2E_clover").push_back(t * t * values.energyClover);
            arrayOf(record, "t2E_plaquette").push_back(t * t * plaquettes);
            arrayOf(record, "Q").push_back(values.chargeClover);
            if (improved) arrayOf(record, "Q_improved").push_back(values.chargeImproved);
        }
        return record;
    }

public:
    Json results(const Records& records) const override
    {
        Json json = {{"action", choiceName<ActionType>(section_.action)},
                     {"step", *task_.parameters.step},
                     {"tolerance", section_.tolerance ? Json(*section_.tolerance) : Json(nullptr)}};
        json.update(resultsOf(reportOf(records)));
        return json;
    }

    std::string title() const override
    {
        return fmt::format("gradient flow ({} action)", choiceName<ActionType>(section_.action));
    }

    std::string summary(const Records& records) const override
    {
        return fmt::format("{} of {}\n\n{}", title(), records.counted(), flowTable(reportOf(records)));
    }

    std::vector<std::string> figures(const Records& records, const Figure& figure) const override
    {
        return plotFlow(figure, reportOf(records));
    }

private:
    void addOldArrays(Record& record, const Json& json) const override
    {
        for (const char* array : {"t2E_clover", "t2E_plaquette", "Q"})
            for (const Json& one : json.at("flow"))
                arrayOf(record, array).push_back(one.at(array).get<double>());
        if (task_.improved) arrayOf(record, "Q_improved").push_back(json.at("Q_improved").get<double>());
    }

    FlowReport reportOf(const Records& records) const
    {
        return reportFlow(records, section_.reference, lattice_, group_);
    }

    FlowSection section_;
    FlowTask task_;
    Lattice lattice_;
    Group group_;
    LinkMeter meter_;
};

} // namespace

std::unique_ptr<Measurement> makeFlow(const RunConfig& run) { return std::make_unique<Flow>(run); }

} // namespace gaugegl::measure

#include "measure_extras.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

double positive(std::string_view text, const std::string& whole)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !(value > 0) || !std::isfinite(value))
        throw InputError(fmt::format("--flow {}: expected T:STEP, two positive numbers", whole));
    return value;
}

std::string separation(const WilsonLoop& loop) { return fmt::format("({},{},{})", loop.r[0], loop.r[1], loop.r[2]); }

} // namespace

std::vector<double> parseFlowTimes(const std::string& text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) throw InputError(fmt::format("--flow {}: expected T:STEP, such as 2:0.1", text));
    const std::string_view view = text;
    const double end = positive(view.substr(0, colon), text), step = positive(view.substr(colon + 1), text);
    const double steps = std::floor(end / step * (1 + 1e-9));
    if (steps < 1 || steps > 1e6) throw InputError(fmt::format("--flow {}: T / STEP must be 1 to 1000000 steps", text));
    std::vector<double> times;
    times.reserve(std::size_t(steps) + 1);
    for (int i = 0; i <= int(steps); ++i)
        times.push_back(i * step);
    return times;
}

std::optional<ExtraResults> ExtraMeters::measure(const AnyLinks& links, const ExtraObservables& wanted)
{
    return onLinks(links, [&](const auto& u) { return measureOn(u, wanted); });
}

template<class Links>
std::optional<ExtraResults> ExtraMeters::measureOn(const Links& u, const ExtraObservables& wanted)
{
    ExtraResults results;
    if (wanted.wilsonLoops) {
        if (wanted.ape) {
            Links smeared = u;
            smear(smeared, *wanted.ape);
            results.loops = meter_.loops(u, smeared, wanted.loops);
        } else {
            results.loops = meter_.loops(u, u, wanted.loops);
        }
    }
    if (wanted.charge || wanted.energy) {
        auto points = flowPoints(u, wanted);
        if (!points) return std::nullopt;
        results.points = std::move(*points);
    }
    return results;
}

template<class Links>
std::optional<std::vector<FlowPoint>> ExtraMeters::flowPoints(const Links& u, const ExtraObservables& wanted)
{
    if (!wanted.flows) return std::vector{pointOf(u, 0)};
    GradientFlowOf<Links> flow(u, wanted.flow);
    std::vector<FlowPoint> points;
    points.reserve(wanted.flowTimes.size());
    for (const double t : wanted.flowTimes) {
        if (interrupted() || !flow.flowTo(t)) return std::nullopt;
        points.push_back(pointOf(flow.field(), t));
    }
    return points;
}

template<class Links>
FlowPoint ExtraMeters::pointOf(const Links& u, double t)
{
    const double energyPlaquette = 2 * colours(u.group()) * meter_.plaquettes(u).actionDensity;
    return {t, energyPlaquette, meter_.topology(u, /*improved=*/true)};
}

void addJson(Json& json, const ExtraResults& results, const ExtraObservables& wanted)
{
    if (wanted.wilsonLoops) {
        Json loops = Json::array();
        for (const WilsonLoop& loop : results.loops)
            loops.push_back({{"r", loop.r}, {"t", loop.t}, {"value", toJson(loop.value)}});
        json["wilson_loops"] = loops;
    }
    if (results.points.empty()) return;
    const FlowPoint& last = results.points.back();
    if (wanted.charge) {
        json["topological_charge"] = toJson(last.topology.chargeClover);
        json["topological_charge_improved"] = toJson(last.topology.chargeImproved);
    }
    if (wanted.energy) {
        json["energy_clover"] = toJson(last.topology.energyClover);
        json["energy_plaquette"] = toJson(last.energyPlaquette);
    }
    if (!wanted.flows) return;
    Json flow = Json::array();
    for (const FlowPoint& point : results.points)
        flow.push_back({{"t", point.t},
                        {"t2E_clover", toJson(point.t * point.t * point.topology.energyClover)},
                        {"t2E_plaquette", toJson(point.t * point.t * point.energyPlaquette)},
                        {"Q", toJson(point.topology.chargeClover)},
                        {"Q_improved", toJson(point.topology.chargeImproved)}});
    json["flow"] = flow;
    json["flow_step"] = *wanted.flow.step;
}

void print(const ExtraResults& results, const ExtraObservables& wanted, Precision precision)
{
    const int digits = decimalsOf(precision);
    if (wanted.wilsonLoops) {
        Table table({"R", "T", "Wilson loop"});
        for (const WilsonLoop& loop : results.loops)
            table.add({separation(loop), std::to_string(loop.t), fmt::format("{:+.{}f}", loop.value, digits)});
        printOut("{}", table.text());
    }
    if (results.points.empty()) return;
    const FlowPoint& last = results.points.back();
    if (wanted.flows) {
        Table table({"flow time", "t^2 E clover", "t^2 E plaquette", "Q clover", "Q improved"});
        for (const FlowPoint& point : results.points) {
            const double t2 = point.t * point.t;
            table.add({fmt::format("{:.6g}", point.t), fmt::format("{:.8f}", t2 * point.topology.energyClover),
                       fmt::format("{:.8f}", t2 * point.energyPlaquette),
                       fmt::format("{:+.6f}", point.topology.chargeClover),
                       fmt::format("{:+.6f}", point.topology.chargeImproved)});
        }
        printOut("{}", table.text());
    } else {
        if (wanted.charge)
            printOut("  charge          {:+.{}f} clover, {:+.{}f} improved\n", last.topology.chargeClover, digits,
                     last.topology.chargeImproved, digits);
        if (wanted.energy)
            printOut("  energy          {:.{}f} clover, {:.{}f} plaquette\n", last.topology.energyClover, digits,
                     last.energyPlaquette, digits);
    }
}

} // namespace gaugegl::cli

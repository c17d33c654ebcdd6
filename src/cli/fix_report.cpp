#include "fix_report.h"

#include "measure/fixing.h"
#include "report/plot.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace gaugegl::cli {
namespace {

Json copyToJson(const FixedCopy& copy)
{
    const FixingResult& r = copy.result;
    return {{"functional", toJson(r.functional)}, {"theta", toJson(r.theta)}, {"theta_max", toJson(r.thetaMax)},
            {"iterations", r.iterations},         {"converged", r.converged}, {"seconds", r.seconds},
            {"drift", toJson(r.drift)},           {"seed", copy.seed},        {"random_start", copy.randomStart}};
}

void printCopies(const FixedConfiguration& fixed)
{
    Table table({"copy", "functional", "theta", "iterations", "start", ""});
    for (std::size_t k = 0; k < fixed.copies.size(); ++k) {
        const FixedCopy& copy = fixed.copies[k];
        table.add({std::to_string(k), fmt::format("{:.12f}", copy.result.functional),
                   fmt::format("{:.2e}", copy.result.theta), std::to_string(copy.result.iterations),
                   copy.randomStart ? fmt::format("random, seed {}", copy.seed) : "as it is",
                   k == fixed.best ? "kept" : ""});
    }
    printOut("{}", table.text());
}

} // namespace

int FixedConfiguration::iterations() const
{
    return std::accumulate(copies.begin(), copies.end(), 0,
                           [](int sum, const FixedCopy& copy) { return sum + copy.result.iterations; });
}

double FixedConfiguration::seconds() const
{
    return std::accumulate(copies.begin(), copies.end(), 0.0,
                           [](double sum, const FixedCopy& copy) { return sum + copy.result.seconds; });
}

std::optional<double> FixedConfiguration::gigaflops(Gauge gauge) const
{
    const std::optional<int> flops = fixingFlops(gauge, header.group);
    if (!flops || !(seconds() > 0)) return std::nullopt;
    return 1e-9 * *flops * double(header.lattice.volume()) * iterations() / seconds();
}

const char* longName(Gauge gauge)
{
    switch (gauge) {
    case Gauge::Landau:
        return "Landau gauge";
    case Gauge::Coulomb:
        return "Coulomb gauge";
    case Gauge::MaximallyAbelian:
        return "maximally Abelian gauge";
    default:
        return "direct maximal centre gauge";
    }
}

std::string describe(const GaugeFixing& fixing, Group group)
{
    std::string overrelaxation = fmt::format("overrelaxation, omega {}{}", fixing.omega,
                                             fixing.power == PowerOrder::Exact   ? ""
                                             : fixing.power == PowerOrder::First ? ", first order"
                                                                                 : ", second order");
    const Annealing& annealing = fixing.annealing;
    switch (fixing.method) {
    case FixingMethod::Relaxation:
        return "relaxation";
    case FixingMethod::Overrelaxation:
        return overrelaxation;
    case FixingMethod::StochasticRelaxation:
        return fmt::format("stochastic relaxation, p {}", fixing.probability);
    default:
        return fmt::format("annealing from {} to {} in {} steps with {} reflections, {}",
                           temperature(annealing, fixing.gauge, group, 0),
                           temperature(annealing, fixing.gauge, group, annealing.steps - 1), annealing.steps,
                           annealing.microcanonical, overrelaxation);
    }
}

void print(const FixOptions& options, const FixedConfiguration& fixed, const std::string& place)
{
    const FixingResult& r = fixed.result();
    const std::optional<double> speed = fixed.gigaflops(options.section.fixing.gauge);
    printOut("{} ({} {}), {} by {}\n", fixed.file, name(fixed.header.group), fixed.header.lattice.name(),
             longName(options.section.fixing.gauge), describe(options.section.fixing, fixed.header.group));
    printOut("  on           {}, {} precision\n", place, options.files.common.precision);
    printOut("  functional   {:.14f}\n", r.functional);
    printOut("  theta        {:.3e}, {}largest of a site {:.3e} (asked for {:g})\n", r.theta,
             options.section.fixing.gauge == Gauge::Coulomb
                 ? fmt::format("of the worst time slice {:.3e}, ", r.thetaJudged)
                 : "",
             r.thetaMax, options.section.fixing.tolerance);
    printOut("  iterations   {} in {:.3f} s{}\n", fixed.iterations(), fixed.seconds(),
             speed ? fmt::format(", {:.2f} GFLOPS", *speed) : "");
    printOut("  drift        {:.1e} from the group\n", r.drift);
    if (fixed.gluons) printOut("  longitudinal {:.1e} of the gluon field\n", fixed.gluons->longitudinal);
    if (fixed.abelian)
        printOut("  monopoles    density {:.6f} (in time {:.6f}), Abelian plaquette {:.6f}\n",
                 fixed.abelian->monopoleDensity, fixed.abelian->monopoleDensityTime, fixed.abelian->plaquette);
    if (fixed.centre)
        printOut("  vortices     density {:.6f} (space {:.6f}, time {:.6f}), projected plaquette {:.6f}\n",
                 fixed.centre->vortexDensity, fixed.centre->vortexDensitySpace, fixed.centre->vortexDensityTime,
                 fixed.centre->plaquette);
    if (fixed.copies.size() > 1) printCopies(fixed);
    if (!fixed.output.empty()) printOut("  written to   {}\n", fixed.output);
}

Json toJson(const FixOptions& options, const FixedConfiguration& fixed, const std::string& place)
{
    const FixingResult& r = fixed.result();
    const std::optional<double> speed = fixed.gigaflops(options.section.fixing.gauge);
    Json json = {{"file", fixed.file},
                 {"group", name(fixed.header.group)},
                 {"lattice", fixed.header.lattice.extents()},
                 {"gauge", choiceName<Gauge>(options.section.fixing.gauge)},
                 {"method", choiceName<FixingMethod>(options.section.fixing.method)},
                 {"omega", options.section.fixing.omega},
                 {"power", choiceName<PowerOrder>(options.section.fixing.power)},
                 {"probability", options.section.fixing.probability},
                 {"precision", options.files.common.precision},
                 {"place", place},
                 {"tuning", fixed.tuning},
                 {"tolerance", options.section.fixing.tolerance},
                 {"functional", toJson(r.functional)},
                 {"theta", toJson(r.theta)},
                 {"theta_max", toJson(r.thetaMax)},
                 {"iterations", fixed.iterations()},
                 {"converged", r.converged},
                 {"interrupted", fixed.interrupted},
                 {"best_copy", fixed.best},
                 {"copies", Json::array()},
                 {"drift", toJson(r.drift)},
                 {"seconds", fixed.seconds()},
                 {"gflops", speed ? toJson(*speed) : Json(nullptr)},
                 {"output", fixed.output.empty() ? Json(nullptr) : Json(fixed.output)},
                 {"history", Json::array()}};
    for (const FixedCopy& copy : fixed.copies)
        json["copies"].push_back(copyToJson(copy));
    for (const FixingState& state : r.history)
        json["history"].push_back(Json::array({state.iteration, toJson(state.functional), toJson(state.theta)}));
    if (fixed.gluons) json["longitudinal"] = toJson(fixed.gluons->longitudinal);
    if (fixed.abelian) json["abelian"] = measure::toJson(*fixed.abelian);
    if (fixed.centre) json["vortices"] = measure::toJson(*fixed.centre);
    return json;
}

std::vector<std::string> plotTheta(const std::string& prefix, const FixOptions& options,
                                   const std::vector<FixedConfiguration>& all)
{
    std::vector<Curve> curves;
    for (const FixedConfiguration& fixed : all)
        for (std::size_t k = 0; k < fixed.copies.size(); ++k) {
            Curve curve{.style = CurveStyle::Line};
            if (all.size() == 1 && fixed.copies.size() > 1)
                curve.label = fmt::format("copy {}{}", k, k == fixed.best ? ", kept" : "");
            for (const FixingState& state : fixed.copies[k].result.history) {
                curve.x.push_back(state.iteration);
                curve.y.push_back(state.theta);
            }
            curves.push_back(std::move(curve));
        }
    const FixedConfiguration& first = all.at(0);
    const Figure figure = {.path = prefix + "-theta",
                           .title = fmt::format("{} {}, {}", name(first.header.group), first.header.lattice.name(),
                                                longName(options.section.fixing.gauge)),
                           .xLabel = "iterations",
                           .yLabel = "theta"};
    return plotLines(figure, curves, {.logY = true});
}

} // namespace gaugegl::cli

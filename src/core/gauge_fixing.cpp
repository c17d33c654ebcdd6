#include "gaugegl/core/gauge_fixing.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

void requireAboveZero(const char* what, double value)
{
    if (!(value > 0) || !std::isfinite(value)) throw InputError(fmt::format("{} {} is not positive", what, value));
}

} // namespace

void requireValid(const GaugeFixing& fixing, std::optional<Group> group)
{
    if (!(fixing.omega > 0 && fixing.omega < 2)) // also what is no number
        throw InputError(
            fmt::format("omega {} must be above 0 and below 2, where a step only reflects and the gauge is never fixed",
                        fixing.omega));
    if (!(fixing.probability >= 0 && fixing.probability < 1))
        throw InputError(fmt::format(
            "the probability {} of a reflection must be 0 or more and below 1, where the gauge is never fixed",
            fixing.probability));
    requireAboveZero("the tolerance of theta", fixing.tolerance);
    requireAboveZero("the number of iterations", fixing.maxIterations);
    requireAboveZero("the number of iterations between measurements", fixing.checkEvery);
    requireAboveZero("the number of iterations between projections on the group", fixing.reunitariseEvery);
    requireStarts(fixing.generator);
    const Annealing& annealing = fixing.annealing;
    if (annealing.start) requireAboveZero("the temperature", *annealing.start);
    if (annealing.end) requireAboveZero("the temperature", *annealing.end);
    const auto known = [&](const std::optional<double>& chosen, double (*usual)(Gauge, Group)) {
        return chosen || !group ? chosen : usual(fixing.gauge, *group);
    };
    const auto start = known(annealing.start, annealingStart), end = known(annealing.end, annealingEnd);
    if (start && end && *end > *start)
        throw InputError(fmt::format("the temperature of annealing rises from {} to {}", *start, *end));
    requireAboveZero("the number of annealing steps", annealing.steps);
    if (annealing.microcanonical < 0)
        throw InputError(fmt::format("the number of reflections {} is negative", annealing.microcanonical));
    const std::int64_t ladder = std::int64_t(annealing.steps) * (1 + std::int64_t(annealing.microcanonical));
    if (fixing.method == FixingMethod::Annealing && ladder >= fixing.maxIterations)
        throw InputError(fmt::format("annealing takes {} iterations, which leaves none of at most {} for what follows",
                                     ladder, fixing.maxIterations));
}

double annealingStart(Gauge gauge, Group group)
{
    const bool su2 = traits(group).quaternions;
    switch (gauge) {
    case Gauge::Landau:
    case Gauge::Coulomb:
    case Gauge::Centre:
        return su2 ? 1.5 : 0.45;
    case Gauge::MaximallyAbelian:
        return su2 ? 2.5 : 0.45;
    }
    return 1;
}

double annealingEnd(Gauge /*gauge*/, Group /*group*/) { return 0.01; }

double temperature(const Annealing& annealing, Gauge gauge, Group group, int step)
{
    const double start = annealing.start.value_or(annealingStart(gauge, group));
    const double end = annealing.end.value_or(annealingEnd(gauge, group));
    if (annealing.steps < 2) return end;
    return start + (end - start) * double(step) / double(annealing.steps - 1);
}

int annealingIterations(const Annealing& annealing) { return annealing.steps * (1 + annealing.microcanonical); }

FixingStep stepOf(const GaugeFixing& fixing, Group group, int iteration)
{
    using Kind = FixingStep::Kind;
    const FixingStep overrelaxation{.omega = fixing.omega, .power = fixing.power};
    switch (fixing.method) {
    case FixingMethod::Relaxation:
        return {};
    case FixingMethod::Overrelaxation:
        return overrelaxation;
    case FixingMethod::StochasticRelaxation:
        return {.kind = Kind::Stochastic,
                .probability = fixing.probability,
                .sweep = static_cast<std::uint32_t>(iteration)};
    case FixingMethod::Annealing:
        break;
    }
    const Annealing& annealing = fixing.annealing;
    if (iteration >= annealingIterations(annealing)) return overrelaxation;
    const int round = 1 + annealing.microcanonical, step = iteration / round;
    if (iteration % round > 0) return {.omega = 2};
    return {.kind = Kind::HeatBath,
            .temperature = temperature(annealing, fixing.gauge, group, step),
            .sweep = static_cast<std::uint32_t>(step)};
}

bool stalls(const std::vector<FixingState>& history)
{
    const std::size_t n = history.size();
    return n > std::size_t(stalledChecks) && history.back().theta < stalledTheta &&
           history.back().theta > history[n - 1 - std::size_t(stalledChecks)].theta / 2;
}

GaugeFixing restOf(const GaugeFixing& fixing, int done)
{
    GaugeFixing rest = fixing;
    rest.randomStart = false;
    if (rest.method == FixingMethod::Annealing) rest.method = FixingMethod::Overrelaxation; // as its end is
    rest.maxIterations = fixing.maxIterations - done;
    return rest;
}

void setEnd(FixingResult& result, const FixingState& end)
{
    result.functional = end.functional;
    result.theta = end.theta;
    result.thetaMax = end.thetaMax;
    result.thetaJudged = end.thetaJudged;
}

FixingResult joined(FixingResult first, const FixingResult& rest)
{
    for (FixingState state : rest.history) {
        state.iteration += first.iterations;
        first.history.push_back(state);
    }
    setEnd(first, {rest.iterations, rest.functional, rest.theta, rest.thetaMax, rest.thetaJudged});
    first.iterations += rest.iterations;
    first.converged = rest.converged;
    first.drift = rest.drift;
    first.seconds += rest.seconds;
    return first;
}

FixingResult fixMixed(const GaugeFixing& fixing, const MixedFixing& parts, const FixingWatch& watch)
{
    GaugeFixing rough = fixing;
    rough.randomStart = false;
    rough.tolerance = std::max(fixing.tolerance, mixedTheta);
    bool interrupted = false;
    FixingResult first = parts.first(rough, [&](const FixingState& state) {
        interrupted = interrupted || (watch && !watch(state));
        return !interrupted;
    });
    if (interrupted || first.iterations >= fixing.maxIterations) {
        first.converged = first.converged && rough.tolerance <= fixing.tolerance;
        setEnd(first, parts.measure()); // of the links in double precision, which are what there is now
        return first;
    }
    const int done = first.iterations;
    return joined(std::move(first), parts.last(restOf(fixing, done), [&](FixingState state) {
        state.iteration += done;
        return !watch || watch(state);
    }));
}

std::optional<int> fixingFlops(Gauge gauge, Group group)
{
    if (gauge != Gauge::Landau && gauge != Gauge::Coulomb) return std::nullopt;
    const bool su2 = traits(group).quaternions;
    // A link adds its 4 (SU(2)) or 8 numbers of a block to the sum and has two rows multiplied, in each subgroup.
    const int link = su2 ? 4 + 28 : 3 * (8 + 84), missing = gauge == Gauge::Coulomb ? 2 : 0;
    return (su2 ? 278 : 2253) - missing * link;
}

} // namespace gaugegl

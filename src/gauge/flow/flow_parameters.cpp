// What is asked of a flow, and how long its steps may be: without the links, and so without a device.
#include "gaugegl/base/error.h"
#include "gaugegl/gauge/flow/flow.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// |1 - x + x^2/2 - x^3/6| <= 1 up to here.
constexpr double stableProduct = 2.512745;

/// "the Wilson flow", "the flow with c1 = -0.05".
std::string describe(const GaugeAction& action)
{
    for (const NamedAction& one : namedActions)
        if (one.action == action) return fmt::format("the {} flow", one.title);
    return fmt::format("the flow with c1 = {}", action.of(LoopShape::Rectangle));
}

} // namespace

double longestFlowStep(const GaugeAction& action)
{
    constexpr double fastestOfPlaquettes = 16; // sum of 4 sin^2(k/2) at k = pi
    return stableProduct / (fastestOfPlaquettes * (1 - 8 * std::min(action.of(LoopShape::Rectangle), 0.0)));
}

double defaultFlowStep(const GaugeAction& action)
{
    constexpr double usual = 0.02;
    return std::min(usual, longestFlowStep(action) / 4);
}

void validate(const FlowParameters& parameters)
{
    const double c1 = parameters.action.of(LoopShape::Rectangle);
    if (!(c1 < 0.125) || !std::isfinite(c1))
        throw InputError(fmt::format("c1 of the flow is {}; it must be below 1/8", c1));
    const double step = parameters.stepUsed(), longest = longestFlowStep(parameters.action);
    if (!(step > 0)) throw InputError(fmt::format("flow step {} is not positive", step));
    if (!(step <= longest))
        throw InputError(
            fmt::format("flow step {} is unstable: {} needs at most {:.4f}; {:.4g} is used where no step is given",
                        step, describe(parameters.action), longest, defaultFlowStep(parameters.action)));
    if (parameters.tolerance && !(*parameters.tolerance > 0 && std::isfinite(*parameters.tolerance)))
        throw InputError(fmt::format("flow tolerance {} is not positive", *parameters.tolerance));
}

Warnings warningsOf(const FlowParameters& parameters)
{
    const double step = parameters.stepUsed(), longest = longestFlowStep(parameters.action);
    if (step <= longest / 2) return {};
    return {fmt::format(
        "the flow step {} is above half of {:.4f}, where {} becomes unstable: the shortest waves decay wrongly; "
        "compare with a shorter step",
        step, longest, describe(parameters.action))};
}

} // namespace gaugegl

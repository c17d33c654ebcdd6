#include "gaugegl/config/action.h"

#include "config/sections.h"
#include "gaugegl/core/link_set.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {

void ActionSection::check(const RunConfig& run)
{
    const ActionSection& action = run.action;
    if (!run.scan) config::checkBeta("action", action.beta);
    if (action.type != ActionType::Custom && action.c1 != 0)
        throw RunConfigError("action", "c1",
                             fmt::format("c1 = {} in [action] is used with type = 'custom' only, but type is '{}'",
                                         action.c1, choiceName(action.type)));
    if (!std::isfinite(action.c1) || action.c1 >= 0.125)
        config::reject("action", "c1", fmt::format("{}", action.c1), "below 0.125, so that c0 = 1 - 8 c1 is positive");
    if (!gaugeActionOf(action).loops().couplesParity() || run.hmc) return; // only a heat bath needs sublattices
    try {
        const Sublattices colouring(Lattice(run.lattice.extents));
    } catch (const InputError& error) {
        throw RunConfigError("lattice", "extents", fmt::format("{} (extents in [lattice])", error.what()));
    }
}

GaugeAction gaugeActionOf(const ActionSection& action)
{
    return action.type == ActionType::Custom ? GaugeAction::withRectangles(action.c1)
                                             : namedActions[std::size_t(action.type)].action;
}

std::string actionTitle(const ActionSection& action)
{
    return action.type == ActionType::Custom ? fmt::format("c1 = {}", action.c1)
                                             : std::string(namedActions[std::size_t(action.type)].title);
}

} // namespace gaugegl

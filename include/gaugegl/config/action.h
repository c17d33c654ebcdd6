// [action] of run files: the gauge action.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/gauge_action.h"

#include <array>
#include <string>

namespace gaugegl {

struct RunConfig;

/// The namedActions, and one with its own coefficients.
enum class ActionType { Wilson, Symanzik, Iwasaki, Dbw2, Custom };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<ActionType> = [] {
    std::array<NamedChoice<ActionType>, namedActions.size() + 1> texts{};
    for (std::size_t i = 0; i < namedActions.size(); ++i)
        texts[i] = {ActionType(i), namedActions[i].word};
    texts.back() = {ActionType::Custom, "custom"};
    return texts;
}();

/// [action].
struct ActionSection {
    ActionType type = ActionType::Wilson; ///< the gauge action
    double beta = 0;                      ///< required; 2N/g^2, 0 to largestBeta
    double c1 = 0; ///< of the rectangles, only for ActionType::Custom; below 1/8, so that c0 is positive

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        ActionSection& s = run.action;
        key("type", s.type, {.help = "Plaquette action of Wilson, or one with rectangles"});
        key("beta", s.beta, {.help = "Coupling 2N/g^2", .required = !run.scan, .written = !run.scan});
        key("c1", s.c1,
            {.help = "Coefficient of the rectangles of a custom action; that of the plaquettes is 1 - 8 c1",
             .written = s.type == ActionType::Custom});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

/// The gauge action of the run: a named one, or that of its own c1.
GaugeAction gaugeActionOf(const ActionSection& action);

/// "Wilson", "Symanzik", ..., or for a custom action "c1 = -0.05".
std::string actionTitle(const ActionSection& action);

} // namespace gaugegl

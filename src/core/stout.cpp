#include "gaugegl/core/stout.h"

#include "core/weight_and_steps.h"
#include "gaugegl/base/error.h"

#include <fmt/format.h>

namespace gaugegl {

std::string StoutSteps::text() const { return fmt::format("{}:{}", rho, steps); }

StoutSteps StoutSteps::parse(std::string_view text)
{
    if (text == "none") return {};
    const auto read = weightAndSteps(text);
    if (!read) throw InputError(fmt::format("stout smearing '{}' is not RHO:STEPS, as 0.12:3", text));
    const StoutSteps stout{read->first, read->second};
    validate(stout);
    return stout;
}

void validate(const StoutSteps& stout)
{
    constexpr int mostSteps = 1000;
    if (!(stout.rho >= 0 && stout.rho <= 1)) // also what is no number
        throw InputError(fmt::format(
            "stout smearing with rho = {}: rho must be 0 to 1, and below 1/8 it smooths all waves", stout.rho));
    if (stout.steps < 0 || stout.steps > mostSteps)
        throw InputError(fmt::format("{} steps of stout smearing: the number must be 0 to {}", stout.steps, mostSteps));
}

Warnings warningsOf(const StoutSteps& stout, int directions)
{
    if (!stout.smears() || stout.rho < longestStoutStep(directions)) return {};
    return {fmt::format(
        "stout smearing with rho = {} makes the shortest waves grow with each of its {} step{}: below {:.4g} ({}) it "
        "smooths all of them",
        stout.rho, stout.steps, stout.steps == 1 ? "" : "s", longestStoutStep(directions),
        directions == 4 ? "1/8" : "1/6 in space")};
}

} // namespace gaugegl

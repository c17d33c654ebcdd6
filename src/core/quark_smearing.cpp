#include "gaugegl/core/quark_smearing.h"

#include "core/weight_and_steps.h"
#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {

std::string WuppertalSteps::text() const { return fmt::format("{}:{}", alpha, steps); }

WuppertalSteps WuppertalSteps::parse(std::string_view text)
{
    if (text == "none") return {};
    const auto read = weightAndSteps(text);
    if (!read) throw InputError(fmt::format("smearing of quarks '{}' is not ALPHA:STEPS, as 0.25:30", text));
    const WuppertalSteps smearing{read->first, read->second};
    validate(smearing);
    return smearing;
}

void validate(const WuppertalSteps& smearing)
{
    constexpr int mostSteps = 10000;
    if (!(smearing.alpha >= 0) || std::isinf(smearing.alpha)) // also what is no number
        throw InputError(
            fmt::format("smearing of quarks with alpha = {}: alpha must be a number of at least 0; 0.25 is "
                        "usual",
                        smearing.alpha));
    if (smearing.steps < 0 || smearing.steps > mostSteps)
        throw InputError(
            fmt::format("{} steps of smearing of quarks: the number must be 0 to {}", smearing.steps, mostSteps));
}

void validate(const QuarkSmearing& smearing, FermionKind kind)
{
    validate(smearing.source);
    validate(smearing.sink);
    validate(smearing.links);
    if (smearing.links.smears() && !smearing.smears())
        throw InputError(
            fmt::format("links are smeared with {} for the smearing of quarks, but neither source nor sink "
                        "is: give either, as 0.25:30",
                        smearing.links.text()));
    if (smearing.smears() && !hasSpin(kind))
        throw InputError("sources and sinks of staggered quarks are not smeared: their spins and tastes lie on "
                         "neighbouring sites, which Wuppertal smearing would mix; use wilson or twisted-mass");
}

} // namespace gaugegl

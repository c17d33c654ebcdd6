// What to say of a valid run before it begins.
#include "gaugegl/config/run_config.h"

#include "config/flow_task.h"
#include "gaugegl/gauge/smearing/smearing.h"

#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Those of a section, which they name.
void add(Warnings& all, const char* section, const Warnings& found)
{
    for (const std::string& one : found)
        append(all, {fmt::format("[{}]: {}", section, one)});
}

void addQuarks(Warnings& all, const char* section, const std::optional<FermionSection>& quarks)
{
    if (!quarks) return;
    add(all, section, warningsOf(StoutSteps::parse(quarks->stout)));
    add(all, section, warningsOf(StoutSteps::parse(quarks->smearLinks), /*directions=*/3));
}

} // namespace

Warnings warningsOf(const RunConfig& config)
{
    Warnings all;
    for (const auto& [name, section] : quarkSections)
        addQuarks(all, name, config.*section);
    addQuarks(all, "inverter", config.inverter);
    if (config.eigen) add(all, "eigen", warningsOf(StoutSteps::parse(config.eigen->stout)));
    if (config.loops) add(all, "loops", warningsOf(ApeSmearing{config.loops->apeAlpha, config.loops->apeSteps}));
    if (config.flow) add(all, "flow", warningsOf(FlowTask(*config.flow).parameters));
    if (config.hmc)
        for (const FermionTerm& term : config.hmc->parameters.fermions)
            add(all, "hmc", warningsOf(term.stout));
    return all;
}

} // namespace gaugegl

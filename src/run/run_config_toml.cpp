// Run files as text.
#include "gaugegl/run/run_config.h"
#include "run/random_key.h"
#include "run_config_hmc.h"
#include "toml_text.h"

#include <fmt/ranges.h>

namespace gaugegl {
namespace {

/// The section as a run file has it.
std::string fermionsToToml(const std::string& name, const RunConfig::FermionSection& section)
{
    std::string text = fmt::format("\n[{}]\n", name);
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    std::vector<std::string> sources;
    sources.reserve(section.sources.size());
    for (const std::string& source : section.sources)
        sources.push_back(tomlString(source));
    if (section.every > 0) add("every", section.every);
    add("operator", tomlString(choiceName(section.type)));
    add(traits(section.type).first().key, fmt::format("[{}]", fmt::join(section.values, ", ")));
    for (const DiracNumber* number : traits(section.type).further())
        if (!number->optional || section.further.*number->value != number->standard)
            add(number->key, section.further.*number->value);
    if (section.stout != "none") add("stout", tomlString(section.stout));
    add("boundary", tomlString(section.boundary));
    if (name != "condensate") add("source", fmt::format("[{}]", fmt::join(sources, ", ")));
    if (name == "condensate") add("vectors", section.vectors);
    if (name == "spectrum") add("direction", tomlString(directionNames[std::size_t(section.direction)]));
    for (const auto& [key, chosen] : {std::pair("smear_source", &section.smearSource),
                                      {"smear_sink", &section.smearSink},
                                      {"smear_links", &section.smearLinks},
                                      {"channels", &section.channels}})
        if (*chosen != "none") add(key, tomlString(*chosen));
    if (section.nucleon) add("nucleon", section.nucleon);
    if (section.residualMass) add("residual_mass", section.residualMass);
    if (section.rhs != 0) add("rhs", section.rhs);
    add("tolerance", section.tolerance);
    add("solver", tomlString(choiceName(section.solver)));
    if (section.every > 0) add("precision", tomlString(choiceName(section.precision)));
    add("path", tomlString(section.path));
    return text;
}

/// The keys of [update] of a run without [hmc] alone.
std::string heatBathToToml(const RunConfig::UpdateSection& update)
{
    std::string text;
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    add("heatbath", tomlString(choiceName(update.heatbath)));
    add("trials", trialsOf(update));
    add("overrelaxation", update.overrelaxation);
    add("thermalisation", update.thermalisation);
    add("sweeps", update.sweeps);
    add("reunitarise_every", update.reunitariseEvery);
    return text;
}

std::string loopsToToml(const LoopsSection& loops)
{
    std::string text = "\n[loops]\n";
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    add("every", loops.every);
    if (loops.rMost) add("r_max", *loops.rMost);
    if (loops.tMost) add("t_max", *loops.tMost);
    add("ape_alpha", loops.apeAlpha);
    add("ape_steps", loops.apeSteps);
    add("off_axis", loops.offAxis);
    add("multihit", loops.multihit);
    if (!loops.fitRange.empty()) add("fit_range", fmt::format("[{}]", fmt::join(loops.fitRange, ", ")));
    if (loops.plateau) add("plateau", *loops.plateau);
    add("root_sigma_mev", loops.rootSigmaMeV);
    return text;
}

std::string flowToToml(const FlowSection& flow)
{
    std::string text = "\n[flow]\n";
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    add("every", flow.every);
    add("time", flow.time);
    add("record", flow.record);
    if (flow.step) add("step", *flow.step);
    if (flow.tolerance) add("tolerance", *flow.tolerance);
    add("action", tomlString(choiceName(flow.action)));
    add("improved", flow.improved);
    if (flow.reference) add("reference", *flow.reference);
    return text;
}

std::string scanToToml(const ScanSection& scan)
{
    std::string text = fmt::format("\n[scan]\nbeta = [{}]\n", fmt::join(scan.beta, ", "));
    if (!scan.nt.empty()) text += fmt::format("nt = [{}]\n", fmt::join(scan.nt, ", "));
    return text;
}

} // namespace

std::string toToml(const RunConfig& config)
{
    std::vector<std::string> observables;
    for (const Observable one : config.measure.observables)
        observables.push_back(tomlString(choiceName(one)));
    const auto& [lattice, action, update, measure, output, device, spectrum, inverter, loops, flow, scan, condensate,
                 hmc] = config;
    std::string text;
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };

    text += "[lattice]\n";
    add("extents", fmt::format("[{}]", fmt::join(lattice.extents, ", ")));
    add("group", fmt::format("\"{}\"", word(lattice.group)));
    text += "\n[action]\n";
    add("type", tomlString(choiceName(action.type)));
    if (!scan) add("beta", action.beta);
    if (action.type == ActionType::Custom) add("c1", action.c1);
    text += "\n[update]\n";
    add("start", tomlString(choiceName(update.start)));
    if (!update.file.empty()) add("file", tomlString(update.file));
    add("seed", update.seed);
    add("key_version", keyVersionOf(update));
    add("generator", tomlString(choiceName(update.generator.type)));
    if (update.generator.type == GeneratorType::Ranlux) add("luxury", update.generator.luxury);
    if (hmc)
        text += hmcToToml(config);
    else
        text += heatBathToToml(update);
    text += "\n[measure]\n";
    add("every", measure.every);
    add("observables", fmt::format("[{}]", fmt::join(observables, ", ")));
    text += "\n[output]\n";
    add("directory", tomlString(output.directory));
    add("prefix", tomlString(output.prefix));
    add("save_every", output.saveEvery);
    add("format", tomlString(choiceName(output.format)));
    add("bits", output.bits);
    add("plots", output.plots);
    add("checkpoint_seconds", output.checkpointSeconds);
    text += "\n[device]\n";
    add("path", tomlString(choiceName(device.path)));
    add("precision", tomlString(choiceName(device.precision)));
    add("storage", tomlString(choiceName(device.storage)));
    if (device.device) add("device", *device.device);
    if (!device.tuning) add("tuning", device.tuning);
    if (spectrum) text += fermionsToToml("spectrum", *spectrum);
    if (condensate) text += fermionsToToml("condensate", *condensate);
    if (inverter) text += fermionsToToml("inverter", *inverter);
    if (loops) text += loopsToToml(*loops);
    if (flow) text += flowToToml(*flow);
    if (scan) text += scanToToml(*scan);
    return text;
}

} // namespace gaugegl

#include "run_config_hmc.h"

#include "toml_text.h"

#include <cmath>

namespace gaugegl {
namespace {

bool isWilson(FermionAction action) { return action == FermionAction::Wilson || action == FermionAction::TwistedMass; }

std::string boundaryText(const BoundaryPhases& boundary)
{
    if (boundary == BoundaryPhases()) return "antiperiodic";
    return fmt::format("{}{}", fmt::join(boundary.theta, ","), boundary.spread ? ":spread" : "");
}

/// Numbers, which are kappa of Wilson and mu of twisted mass, or tables.
void readRatios(Section& section, FermionTerm& term)
{
    const toml::node* node = section.node("ratios");
    if (node == nullptr) return;
    const bool twisted = term.action == FermionAction::TwistedMass;
    const char* expected = twisted ? "a list of numbers, mu, or of tables {kappa = .., mu = ..}"
                                   : "a list of numbers, kappa, or of tables {kappa = ..}";
    if (!node->is_array()) throw section.wrongType(*node, "ratios", expected);
    for (const toml::node& one : *node->as_array()) {
        RatioQuark quark{.kappa = term.kappa};
        if (one.is_number()) {
            (twisted ? quark.mu : quark.kappa) = *one.value<double>();
        } else if (const toml::table* table = one.as_table()) {
            Section inner(*table, "a quark of 'ratios'", section.file());
            inner.read("kappa", quark.kappa);
            if (twisted) inner.read("mu", quark.mu);
            inner.finish();
        } else {
            throw section.wrongType(one, "ratios", expected);
        }
        term.ratios.push_back(quark);
    }
}

FermionTerm readTerm(Section section)
{
    FermionTerm term;
    section.readChoice("kind", term.action);
    std::vector<std::string> required = {"kind"};
    if (isWilson(term.action)) {
        section.read("kappa", term.kappa);
        required.emplace_back("kappa");
        if (term.action == FermionAction::TwistedMass) {
            section.read("mu", term.mu);
            required.emplace_back("mu");
        }
        readRatios(section, term);
    } else {
        section.read("mass", term.mass);
        required.emplace_back("mass");
    }
    if (term.action == FermionAction::RationalStaggered) {
        section.read("flavours", term.flavours);
        required.emplace_back("flavours");
        section.read("rational_tolerance", term.rationalTolerance);
        std::vector<double> range;
        section.read("range", range);
        if (const toml::node* node = section.node("range")) {
            if (range.size() != 2)
                throw section.wrong(*node, fmt::format("range = [{}] in {} must be two numbers, the least and the "
                                                       "largest eigenvalue",
                                                       fmt::join(range, ", "), section.title()));
            term.range = SpectralRange{range[0], range[1]};
        }
    }
    std::string boundary = "antiperiodic";
    section.read("boundary", boundary);
    section.read("scales", term.scales);
    section.finish(required);
    if (const toml::node* node = section.node("boundary")) {
        try {
            term.boundary = BoundaryPhases::parse(boundary);
        } catch (const InputError& error) {
            throw section.wrong(*node, fmt::format("{} (key 'boundary' in {})", error.what(), section.title()));
        }
    }
    return term;
}

/// One integrator and one number of steps for each time scale; one of either serves all.
void readScales(Section& section, HmcParameters& parameters)
{
    std::vector<Integrator> integrators = {ScaleParameters().integrator};
    std::vector<int> steps = {ScaleParameters().steps};
    section.readChoices("integrator", integrators);
    section.read("steps", steps);
    if (steps.empty()) steps.push_back(0); // refused like any other number below 1
    const toml::node* node = section.node("integrator");
    if (node != nullptr && integrators.size() != 1 && integrators.size() != steps.size())
        throw section.wrong(*node, fmt::format("'integrator' in [hmc] must be one text, or one for each of the {} time "
                                               "scales of 'steps', not {}",
                                               steps.size(), integrators.size()));
    parameters.scales.clear();
    for (std::size_t k = 0; k < steps.size(); ++k)
        parameters.scales.push_back({integrators[integrators.size() == 1 ? 0 : k], steps[k]});
}

/// Throws what `check` does as an error of the key that its message begins with, "kappa = 2 must be ..".
template<class Check>
void located(const std::string& section, const Check& check)
{
    try {
        check();
    } catch (const InputError& error) {
        const std::string message = error.what();
        const std::string key = message.substr(0, message.find(' '));
        throw RunConfigError(section, key, fmt::format("{} (in [{}])", message, section));
    }
}

std::string ratiosText(const FermionTerm& term)
{
    std::vector<std::string> texts;
    for (const RatioQuark& quark : term.ratios)
        texts.push_back(term.action == FermionAction::TwistedMass
                            ? fmt::format("{{kappa = {}, mu = {}}}", quark.kappa, quark.mu)
                            : fmt::format("{{kappa = {}}}", quark.kappa));
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string termToToml(const FermionTerm& term)
{
    std::string text = "\n[[hmc.fermions]]\n";
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    add("kind", quoted(choiceName(term.action)));
    if (isWilson(term.action)) add("kappa", term.kappa);
    if (term.action == FermionAction::TwistedMass) add("mu", term.mu);
    if (!term.ratios.empty()) add("ratios", ratiosText(term));
    if (!isWilson(term.action)) add("mass", term.mass);
    if (term.action == FermionAction::RationalStaggered) {
        add("flavours", term.flavours);
        add("rational_tolerance", term.rationalTolerance);
        if (term.range) add("range", fmt::format("[{}, {}]", term.range->lower, term.range->upper));
    }
    add("boundary", quoted(boundaryText(term.boundary)));
    if (!term.scales.empty()) add("scales", fmt::format("[{}]", fmt::join(term.scales, ", ")));
    return text;
}

[[noreturn]] void reject(const char* key, const std::string& value, const std::string& expectation)
{
    throw RunConfigError("hmc", key, fmt::format("{} = {} in [hmc] must be {}", key, value, expectation));
}

} // namespace

void readHmc(RunConfig& run, const toml::table& root, const std::string& file)
{
    if (!root.contains("hmc")) return;
    HmcSection& value = run.hmc.emplace();
    HmcParameters& p = value.parameters;
    Section section(root, "hmc", file);
    section.read("trajectories", run.update.sweeps);
    section.read("thermalisation", run.update.thermalisation);
    section.read("accept_first", value.acceptFirst);
    section.read("failures", value.failures);
    section.read("length", p.length);
    readScales(section, p);
    section.read("gauge_scale", p.gaugeScale);
    section.readChoice("guess", p.guess);
    section.read("guesses", p.guesses);
    section.readChoice("precision", p.precision);
    section.read("force_tolerance", p.forceTolerance);
    section.read("energy_tolerance", p.energyTolerance);
    section.read("max_iterations", p.maxIterations);
    for (const toml::table* one : section.tables("fermions"))
        p.fermions.push_back(readTerm(Section(*one, "[hmc.fermions]", file)));
    section.finish();
    const toml::table* device = root["device"].as_table();
    if (device == nullptr || !device->contains("precision")) run.device.precision = devicePrecision(p.precision);
}

void checkHmc(const RunConfig& run)
{
    const HmcSection& hmc = *run.hmc;
    if (hmc.acceptFirst < 0 || hmc.acceptFirst > run.update.thermalisation)
        reject("accept_first", std::to_string(hmc.acceptFirst),
               fmt::format("0 to {}, the trajectories of thermalisation", run.update.thermalisation));
    if (hmc.failures < 1) reject("failures", std::to_string(hmc.failures), "at least 1");
    HmcParameters all = hmcOf(run);
    if (run.scan) all.beta = 1; // each run of the scan has its own
    HmcParameters alone = all;
    alone.fermions.clear();
    located("hmc", [&] { validate(alone); });
    for (std::size_t k = 0; k < all.fermions.size(); ++k) {
        alone.fermions = {all.fermions[k]};
        located(fmt::format("hmc.fermions[{}]", k), [&] { validate(alone); });
    }
    located("hmc", [&] { validate(all); });
    if (run.device.precision != devicePrecision(hmc.parameters.precision))
        throw RunConfigError("device", "precision",
                             fmt::format("precision = '{}' in [device] must be '{}' or left out, since precision in "
                                         "[hmc] is '{}'",
                                         choiceName(run.device.precision),
                                         choiceName(devicePrecision(hmc.parameters.precision)),
                                         choiceName(hmc.parameters.precision)));
}

std::string hmcToToml(const RunConfig& run)
{
    const HmcParameters& p = run.hmc->parameters;
    std::string text = "\n[hmc]\n";
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    std::vector<std::string> integrators;
    std::vector<int> steps;
    for (const ScaleParameters& scale : p.scales) {
        integrators.push_back(quoted(choiceName(scale.integrator)));
        steps.push_back(scale.steps);
    }
    add("trajectories", run.update.sweeps);
    add("thermalisation", run.update.thermalisation);
    add("accept_first", run.hmc->acceptFirst);
    add("failures", run.hmc->failures);
    add("length", p.length);
    add("integrator", fmt::format("[{}]", fmt::join(integrators, ", ")));
    add("steps", fmt::format("[{}]", fmt::join(steps, ", ")));
    if (p.gaugeScale) add("gauge_scale", *p.gaugeScale);
    add("guess", quoted(choiceName(p.guess)));
    add("guesses", p.guesses);
    add("precision", quoted(choiceName(p.precision)));
    add("force_tolerance", p.forceTolerance.value_or(defaultForceTolerance(p.precision)));
    add("energy_tolerance", p.energyTolerance.value_or(defaultEnergyTolerance(p.precision)));
    add("max_iterations", p.maxIterations);
    for (const FermionTerm& term : p.fermions)
        text += termToToml(term);
    return text;
}

HmcParameters hmcOf(const RunConfig& run)
{
    HmcParameters result = run.hmc->parameters;
    result.beta = run.action.beta;
    result.c1 = rectangleCoefficient(run.action);
    return result;
}

} // namespace gaugegl

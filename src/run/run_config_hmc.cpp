#include "run_config_hmc.h"

#include "toml_text.h"

#include <cmath>

namespace gaugegl {
namespace {

/// The operator of a determinant.
const DiracTraits& operatorOf(const FermionTerm& term) { return traits(traits(term.action).dirac); }

std::string boundaryText(const BoundaryPhases& boundary)
{
    if (boundary == BoundaryPhases()) return "antiperiodic";
    return fmt::format("{}{}", fmt::join(boundary.theta, ","), boundary.spread ? ":spread" : "");
}

/// Numbers, which are kappa of Wilson and mu of twisted mass, or tables.
void readRatios(Section& section, const RunFileText& file, FermionTerm& term)
{
    const bool twisted = operatorOf(term).has(muNumber), walls = operatorOf(term).has(m5Number);
    const char* expected = twisted ? "a list of numbers, mu, or of tables {kappa = .., mu = ..}"
                           : walls ? "a list of masses"
                                   : "a list of numbers, kappa, or of tables {kappa = ..}";
    const toml::node* node =
        section.node("ratios", "a list of numbers or tables",
                     "The heavier quarks of mass preconditioning, by which det M is split into ratios of determinants: "
                     "kappa of wilson, mu of "
                     "twisted-mass, masses of domain-wall, or of the first two {kappa = .., mu = ..}");
    if (node == nullptr) return;
    if (!node->is_array()) throw section.wrongType(*node, "ratios", expected);
    for (const toml::node& one : *node->as_array()) {
        RatioQuark quark{.kappa = term.kappa};
        if (one.is_number()) {
            (twisted ? quark.mu : walls ? quark.mass : quark.kappa) = *one.value<double>();
        } else if (const toml::table* table = walls ? nullptr : one.as_table()) {
            Section inner = Section::ofTable(*table, "hmc.fermions.ratios", file);
            inner.read("kappa", quark.kappa, kappaNumber.help);
            if (twisted) inner.read("mu", quark.mu, muNumber.help);
            inner.finish();
        } else {
            throw section.wrongType(one, "ratios", expected);
        }
        term.ratios.push_back(quark);
    }
}

FermionTerm readTerm(Section section, const RunFileText& file)
{
    FermionTerm term;
    section.readChoice(
        "kind", term.action,
        "The determinant: two flavours of wilson, twisted-mass, domain-wall and overlap, four of staggered, any number "
        "below four of rational, which is staggered, and below two of domain-wall-rational");
    std::vector<std::string> required = {"kind"};
    DiracParameters dirac = diracOf(term);
    for (const DiracNumber* number : operatorOf(term).numbers()) {
        section.read(number->key, dirac.*number->value, number->help);
        if (!number->optional) required.emplace_back(number->key);
    }
    setNumbers(term, dirac);
    if (traits(term.action).ratios) readRatios(section, file, term);
    if (!hasEvenOdd(operatorOf(term).type)) {
        section.read("topology_mu", term.topologyMu,
                     "mu of the factor det H_W^2 / (H_W^2 + mu^2), which fixes the topology, above 0");
        required.emplace_back("topology_mu");
    }
    if (isRational(term.action)) {
        section.read("flavours", term.flavours, "Their number, of rational kinds");
        required.emplace_back("flavours");
        if (operatorOf(term).has(m5Number)) required.emplace_back("range"); // no bound is known
        section.read("rational_tolerance", term.rationalTolerance,
                     "The largest relative error of the rational approximation in forces");
        std::vector<double> range;
        section.read("range", range,
                     "The least and the largest eigenvalue that the approximation is for; of rational m^2 to m^2 + 16 "
                     "if it is not given, domain-wall-rational needs it");
        const toml::node* node = section.node("range");
        if (node != nullptr && range.size() != 2)
            throw section.wrong(*node, fmt::format("range = [{}] in [hmc.fermions] must be two numbers, the least and "
                                                   "the largest eigenvalue",
                                                   fmt::join(range, ", ")));
        if (node != nullptr) term.range = SpectralRange{range[0], range[1]};
    }
    std::string boundary = "antiperiodic", stout = "none";
    section.read("boundary", boundary, "As in [spectrum]");
    section.read("stout", stout, "As in [spectrum]");
    section.read("scales", term.scales,
                 "The time scale of each term of the determinant, 0 the outermost, or one for all; not given: 0");
    section.finish(required);
    const auto parse = [&section](const char* key, const auto& parsed) {
        const toml::node* node = section.node(key);
        if (node == nullptr) return;
        try {
            parsed();
        } catch (const InputError& error) {
            throw section.wrong(*node, fmt::format("{} (key '{}' in [hmc.fermions])", error.what(), key));
        }
    };
    parse("boundary", [&] { term.boundary = BoundaryPhases::parse(boundary); });
    parse("stout", [&] { term.stout = StoutSteps::parse(stout); });
    return term;
}

/// One integrator and one number of steps for each time scale; one of either serves all.
void readScales(Section& section, HmcParameters& parameters)
{
    std::vector<Integrator> integrators = {ScaleParameters().integrator};
    std::vector<int> steps = {ScaleParameters().steps};
    section.readChoices("integrator", integrators, "Of each time scale, the outermost first, or one for all");
    section.read("steps", steps,
                 "Of each time scale: the outermost has them in a trajectory, each other one in an update of the links "
                 "of the next outer one");
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

std::string ratiosText(const FermionTerm& term)
{
    std::vector<std::string> texts;
    for (const RatioQuark& quark : term.ratios)
        texts.push_back(operatorOf(term).has(m5Number)   ? fmt::format("{}", quark.mass)
                        : operatorOf(term).has(muNumber) ? fmt::format("{{kappa = {}, mu = {}}}", quark.kappa, quark.mu)
                                                         : fmt::format("{{kappa = {}}}", quark.kappa));
    return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string termToToml(const FermionTerm& term)
{
    std::string text = "\n[[hmc.fermions]]\n";
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    add("kind", tomlString(choiceName(term.action)));
    const DiracParameters dirac = diracOf(term);
    for (const DiracNumber* number : numbersOf(dirac))
        add(number->key, dirac.*number->value);
    if (!term.ratios.empty()) add("ratios", ratiosText(term));
    if (term.topologyMu != 0) add("topology_mu", term.topologyMu);
    if (isRational(term.action)) {
        add("flavours", term.flavours);
        add("rational_tolerance", term.rationalTolerance);
        if (term.range) add("range", fmt::format("[{}, {}]", term.range->lower, term.range->upper));
    }
    if (term.stout.smears()) add("stout", tomlString(term.stout.text()));
    add("boundary", tomlString(boundaryText(term.boundary)));
    if (!term.scales.empty()) add("scales", fmt::format("[{}]", fmt::join(term.scales, ", ")));
    return text;
}

/// What is wrong with a key of a section, "hmc" or "hmc.fermions[1]".
class Refusal {
public:
    explicit Refusal(std::string section) : section_(std::move(section)) {}

    template<class Value>
    void unless(bool good, const char* key, const Value& value, const std::string& expectation) const
    {
        if (!good)
            throw RunConfigError(section_, key,
                                 fmt::format("{} = {} in [{}] must be {}", key, value, section_, expectation));
    }
    void positive(const char* key, double value) const
    {
        unless(std::isfinite(value) && value > 0, key, value, "a finite number above 0");
    }
    void tolerance(const char* key, double value) const
    {
        unless(value > 0 && value < 1, key, value, "above 0 and below 1");
    }
    void scale(const char* key, int value, const HmcParameters& of) const
    {
        const auto count = int(of.scales.size());
        unless(value >= 0 && value < count, key, value, fmt::format("0 to {}, the number of a time scale", count - 1));
    }
    /// Throws what `check` does as an error of this key, or of the one that the message begins with: "mu = 2 must be
    /// ..".
    template<class Check>
    void passes(const Check& check, const char* key = nullptr) const
    {
        try {
            check();
        } catch (const InputError& error) {
            const std::string message = error.what();
            throw RunConfigError(section_, key != nullptr ? key : message.substr(0, message.find(' ')),
                                 fmt::format("{} (in [{}])", message, section_));
        }
    }

private:
    std::string section_;
};

void checkTerm(const Refusal& refusal, const HmcParameters& all, const FermionTerm& term)
{
    HmcParameters alone = all;
    alone.fermions = {term};
    FermionTerm& quark = alone.fermions.front();
    quark.ratios.clear();
    quark.scales.clear();
    if (isRational(term.action)) {
        const FermionActionTraits& whole = withoutRoot(term.action);
        refusal.unless(
            term.flavours > 0 && term.flavours < whole.whole, "flavours", term.flavours,
            fmt::format("above 0 and below {}; {} are the kind '{}'", whole.whole, whole.flavours, whole.name));
        refusal.unless(term.rationalTolerance >= 1e-15 && term.rationalTolerance <= 0.1, "rational_tolerance",
                       term.rationalTolerance, "1e-15 to 0.1");
        if (term.range)
            refusal.unless(term.range->lower > 0 && term.range->lower < term.range->upper, "range",
                           fmt::format("[{}, {}]", term.range->lower, term.range->upper), "two rising numbers above 0");
    }
    for (const int scale : term.scales)
        refusal.scale("scales", scale, all);
    refusal.passes([&] { validate(alone); });
    quark.ratios = term.ratios;
    refusal.passes([&] { validate(alone); }, "ratios");
    quark.scales = term.scales;
    refusal.passes([&] { validate(alone); }, "scales");
}

} // namespace

void readHmc(RunConfig& run, const RunFileText& file)
{
    if (!file.root.contains("hmc")) return;
    HmcSection& value = run.hmc.emplace();
    HmcParameters& p = value.parameters;
    Section section(file, "hmc");
    section.read("trajectories", run.update.sweeps, "Trajectories after the thermalisation");
    section.read("thermalisation", run.update.thermalisation, "Trajectories before the first measurement");
    section.read("accept_first", value.acceptFirst,
                 "Trajectories at the beginning of the thermalisation that are accepted whatever they are");
    section.read("failures", value.failures, "Failures of solvers in successive trajectories that end the run");
    section.read("length", p.length, "Of a trajectory");
    readScales(section, p);
    section.read("gauge_scale", p.gaugeScale, "The time scale of the gauge action; not given: the innermost");
    section.readChoice("guess", p.guess, "Where solves for forces begin");
    section.read("guesses", p.guesses, "Solutions that guess = \"chronological\" keeps of each term");
    section.readChoice("precision", p.precision, "Mixed: forces in single precision, energies in double");
    section.readChoice("path", p.path,
                       "Where trajectories are integrated; auto: with quarks on the CPU if the driver is a software "
                       "driver, else on the device");
    section.read("force_tolerance", p.forceTolerance,
                 "|b - A x| / |b| of solves for forces; by default 1e-5, in double precision 1e-8");
    section.read("energy_tolerance", p.energyTolerance,
                 "Of solves for energies; by default 1e-5 in single, 1e-10 in mixed and 1e-11 in double precision");
    section.read("max_iterations", p.maxIterations, "Of a solve; a trajectory that needs more is rejected");
    for (const toml::table* one : section.tables("fermions", "The quarks: none without it"))
        p.fermions.push_back(readTerm(Section::ofTable(*one, "hmc.fermions", file), file));
    section.finish();
    const toml::table* device = file.root["device"].as_table();
    if (device == nullptr || !device->contains("precision")) run.device.precision = devicePrecision(p.precision);
}

void checkHmc(const RunConfig& run)
{
    const HmcSection& hmc = *run.hmc;
    const Refusal refusal("hmc");
    refusal.unless(hmc.acceptFirst >= 0 && hmc.acceptFirst <= run.update.thermalisation, "accept_first",
                   hmc.acceptFirst, fmt::format("0 to thermalisation = {}", run.update.thermalisation));
    refusal.unless(hmc.failures >= 1, "failures", hmc.failures, "at least 1");
    HmcParameters all = hmcOf(run);
    if (run.scan) all.beta = 1; // each run of the scan has its own
    refusal.positive("length", all.length);
    for (const ScaleParameters& scale : all.scales)
        refusal.unless(scale.steps >= 1, "steps", scale.steps, "at least 1");
    if (all.gaugeScale) refusal.scale("gauge_scale", *all.gaugeScale, all);
    refusal.unless(all.guesses >= 1, "guesses", all.guesses, "at least 1");
    if (all.forceTolerance) refusal.tolerance("force_tolerance", *all.forceTolerance);
    if (all.energyTolerance) refusal.tolerance("energy_tolerance", *all.energyTolerance);
    refusal.unless(all.maxIterations >= 1, "max_iterations", all.maxIterations, "at least 1");
    for (std::size_t k = 0; k < all.fermions.size(); ++k)
        checkTerm(Refusal(fmt::format("hmc.fermions[{}]", k)), all, all.fermions[k]);
    refusal.passes([&] { validate(all); }, "fermions");
    const auto expected = choiceName(devicePrecision(all.precision)), found = choiceName(run.device.precision);
    if (found != expected)
        throw RunConfigError("device", "precision",
                             fmt::format("precision = '{}' in [device] must be '{}' or left out, since precision in "
                                         "[hmc] is '{}'",
                                         found, expected, choiceName(all.precision)));
}

std::string hmcToToml(const RunConfig& run)
{
    const HmcParameters& p = run.hmc->parameters;
    std::string text = "\n[hmc]\n";
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    std::vector<std::string> integrators;
    std::vector<int> steps;
    for (const ScaleParameters& scale : p.scales) {
        integrators.push_back(tomlString(choiceName(scale.integrator)));
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
    add("guess", tomlString(choiceName(p.guess)));
    add("guesses", p.guesses);
    add("precision", tomlString(choiceName(p.precision)));
    add("path", tomlString(choiceName(p.path)));
    add("force_tolerance", p.forceTolerance.value_or(defaultForceTolerance(p.precision)));
    add("energy_tolerance", p.energyTolerance.value_or(defaultEnergyTolerance(p.precision)));
    add("max_iterations", p.maxIterations);
    for (const FermionTerm& term : p.fermions)
        text += termToToml(term);
    return text;
}

std::string updateName(const RunConfig& run, int number)
{
    if (run.hmc) return number == 1 ? "trajectory" : "trajectories";
    return number == 1 ? "sweep" : "sweeps";
}

HmcParameters hmcOf(const RunConfig& run)
{
    HmcParameters result = run.hmc->parameters;
    result.beta = run.action.beta;
    result.action = gaugeActionOf(run.action);
    return result;
}

} // namespace gaugegl

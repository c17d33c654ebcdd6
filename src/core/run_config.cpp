#include "gaugegl/core/run_config.h"

#include "gaugegl/core/link_set.h"
#include "gaugegl/core/source.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace gaugegl {
namespace {

[[noreturn]] void reject(const char* section, const char* key, const std::string& value, const std::string& expectation)
{
    throw RunConfigError(section, key, fmt::format("{} = {} in [{}] must be {}", key, value, section, expectation));
}

/// Where a number must lie.
struct Range {
    const char* section;
    const char* key;
    std::int64_t least;
    std::int64_t most = std::numeric_limits<int>::max();
};

void checkRange(const Range& range, std::int64_t value)
{
    if (value >= range.least && value <= range.most) return;
    const bool open = range.most == std::numeric_limits<int>::max();
    reject(range.section, range.key, std::to_string(value),
           open ? fmt::format("at least {}", range.least) : fmt::format("{} to {}", range.least, range.most));
}

void checkAction(const RunConfig::ActionSection& action, const Lattice& lattice)
{
    if (!std::isfinite(action.beta) || action.beta <= 0)
        reject("action", "beta", fmt::format("{}", action.beta), "a finite number above 0");
    if (action.type != ActionType::Custom && action.c1 != 0)
        throw RunConfigError("action", "c1",
                             fmt::format("c1 = {} in [action] is used with type = 'custom' only, but type is '{}'",
                                         action.c1, choiceName(action.type)));
    if (!std::isfinite(action.c1) || action.c1 >= 0.125)
        reject("action", "c1", fmt::format("{}", action.c1), "below 0.125, so that c0 = 1 - 8 c1 is positive");
    if (rectangleCoefficient(action) == 0) return;
    try {
        const Colouring colouring(lattice);
    } catch (const InputError& error) {
        throw RunConfigError("lattice", "extents", fmt::format("{} (extents in [lattice])", error.what()));
    }
}

void checkGenerator(const RunConfig& config)
{
    const auto& [type, luxury] = config.update.generator;
    if (type == GeneratorType::Lcg && !config.update.benchmark)
        throw RunConfigError("update", "generator",
                             "generator = 'lcg' in [update] is not for physics: its low bits have short periods, and "
                             "the numbers of different sites are correlated; use 'philox' or 'ranlux', or time it with "
                             "`gaugegl generate --generator lcg --benchmark`");
    checkRange({"update", "luxury", 0, 4}, luxury);
    if (type != GeneratorType::Ranlux && luxury != GeneratorChoice().luxury)
        throw RunConfigError("update", "luxury",
                             fmt::format("luxury = {} in [update] is used with generator = 'ranlux' only, but "
                                         "generator is '{}'",
                                         luxury, choiceName(type)));
    const int trials = trialsOf(config.update);
    const Group group = config.lattice.group;
    const Precision precision = config.device.precision;
    if (trials < 1 || trials > mostTrials(type, group, precision))
        reject("update", "trials", std::to_string(trials), trialsAllowed(type, group, precision));
}

void checkUpdate(const RunConfig::UpdateSection& update)
{
    if (update.start == Start::File && update.file.empty())
        throw RunConfigError("update", "start", "start = 'file' in [update] needs the key 'file'");
    if (update.start != Start::File && !update.file.empty())
        throw RunConfigError("update", "file",
                             fmt::format("file = '{}' in [update] is used with start = 'file' only, but start is '{}'",
                                         update.file, choiceName(update.start)));
    if (update.seed > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        reject("update", "seed", std::to_string(update.seed), "below 2^63");
    checkRange({"update", "overrelaxation", 0}, update.overrelaxation);
    checkRange({"update", "thermalisation", 0}, update.thermalisation);
    checkRange({"update", "sweeps", 1}, update.sweeps);
    checkRange({"update", "reunitarise_every", 1}, update.reunitariseEvery);
    if (std::int64_t(update.thermalisation) + update.sweeps > std::numeric_limits<int>::max())
        reject("update", "sweeps", std::to_string(update.sweeps), "below 2^31 together with thermalisation");
}

void checkMeasurements(const RunConfig& config)
{
    checkRange({"measure", "every", 1, config.update.sweeps}, config.measure.every);
    const auto& observables = config.measure.observables;
    if (observables.empty()) reject("measure", "observables", "[]", "at least one observable");
    for (auto at = observables.begin(); at != observables.end(); ++at)
        if (std::find(observables.begin(), at, *at) != at)
            reject("measure", "observables", fmt::format("[... '{}']", choiceName(*at)), "a list without repetitions");
}

void checkOutput(const RunConfig::OutputSection& output)
{
    if (output.directory.empty()) reject("output", "directory", "''", "the name of a directory");
    if (output.prefix.empty() || output.prefix.find('/') != std::string::npos)
        reject("output", "prefix", fmt::format("'{}'", output.prefix), "a file name without '/'");
    checkRange({"output", "save_every", 0}, output.saveEvery);
    checkRange({"output", "checkpoint_seconds", 0}, output.checkpointSeconds);
    if (output.bits != 32 && output.bits != 64) reject("output", "bits", std::to_string(output.bits), "32 or 64");
}

/// A TOML basic string.
std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else if (code < 0x20 || code == 0x7f)
            result += fmt::format("\\u{:04X}", code);
        else
            result += c;
    }
    return result + '"';
}

/// Turns what is wrong with an operator, a solver or a source into an error of its section.
template<class Check>
void checkFermion(const char* section, const char* key, const Check& check)
{
    try {
        check();
    } catch (const InputError& error) {
        throw RunConfigError(section, key, fmt::format("{} (in [{}])", error.what(), section));
    }
}

void checkFermions(const char* section, const RunConfig::FermionSection& fermions, const RunConfig& config)
{
    const char* key = fermions.type == DiracType::Staggered ? "mass" : "kappa";
    if (fermions.values.empty()) reject(section, key, "[]", "at least one number");
    checkFermion(section, "boundary", [&] { BoundaryPhases::parse(fermions.boundary); });
    for (const double value : fermions.values)
        checkFermion(section, key, [&] { validate(fermions.dirac(value)); });
    checkFermion(section, "tolerance", [&] { validate(fermions.choice()); });
    const auto kind = fermions.dirac(fermions.values.front()).kind();
    if (fermions.sources.empty()) reject(section, "source", "[]", "at least one source");
    for (const std::string& source : fermions.sources)
        checkFermion(section, "source", [&] {
            validate(Source::parse(source), Lattice(config.lattice.extents), kind, config.lattice.group);
        });
    if (fermions.path != "auto" && fermions.path != "fragment" && fermions.path != "compute" && fermions.path != "cpu")
        reject(section, "path", quoted(fermions.path), "'auto', 'fragment', 'compute' or 'cpu'");
}

void checkSpectrum(const RunConfig::FermionSection& spectrum, const RunConfig& config)
{
    checkFermions("spectrum", spectrum, config);
    checkRange({"spectrum", "every", 1, config.update.sweeps}, spectrum.every);
    if (spectrum.every % config.measure.every != 0)
        reject("spectrum", "every", std::to_string(spectrum.every),
               fmt::format("a multiple of every = {} in [measure]", config.measure.every));
    for (const std::string& text : spectrum.sources) {
        const Source source = Source::parse(text);
        if (!source.hasComponents() || source.oneComponent)
            reject("spectrum", "source", quoted(text), "points x,y,z,t or walls t with all their components");
    }
}

} // namespace

void validate(const RunConfig& config)
{
    try {
        const Lattice lattice(config.lattice.extents);
    } catch (const InputError& error) {
        throw RunConfigError("lattice", "extents", fmt::format("{} (extents in [lattice])", error.what()));
    }
    checkAction(config.action, Lattice(config.lattice.extents));
    checkUpdate(config.update);
    checkGenerator(config);
    checkMeasurements(config);
    checkOutput(config.output);
    if (config.device.storage == Storage::Buffer && config.device.path == Path::Fragment)
        reject("device", "storage", "buffer", "'texture' on the fragment path");
    if (config.device.device) checkRange({"device", "device", 0}, *config.device.device);
    if (config.spectrum) checkSpectrum(*config.spectrum, config);
    if (config.inverter) checkFermions("inverter", *config.inverter, config);
}

DiracParameters FermionSection::dirac(double value) const
{
    DiracParameters result{.type = type, .mu = mu, .boundary = BoundaryPhases::parse(boundary)};
    (type == DiracType::Staggered ? result.mass : result.kappa) = value;
    return result;
}

namespace {

/// The section as a run file has it.
std::string fermionsToToml(const char* name, const RunConfig::FermionSection& section)
{
    std::string text = fmt::format("\n[{}]\n", name);
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };
    std::vector<std::string> sources;
    sources.reserve(section.sources.size());
    for (const std::string& source : section.sources)
        sources.push_back(quoted(source));
    if (section.every > 0) add("every", section.every);
    add("operator", quoted(choiceName(section.type)));
    add(section.type == DiracType::Staggered ? "mass" : "kappa", fmt::format("[{}]", fmt::join(section.values, ", ")));
    if (section.type == DiracType::TwistedMass) add("mu", section.mu);
    add("boundary", quoted(section.boundary));
    add("source", fmt::format("[{}]", fmt::join(sources, ", ")));
    if (section.every > 0) add("direction", quoted(directionNames[std::size_t(section.direction)]));
    add("tolerance", section.tolerance);
    add("solver", quoted(choiceName(section.solver)));
    if (section.every > 0) add("precision", quoted(choiceName(section.precision)));
    add("path", quoted(section.path));
    return text;
}

} // namespace

std::string toToml(const RunConfig& config)
{
    std::vector<std::string> observables;
    for (const Observable one : config.measure.observables)
        observables.push_back(quoted(choiceName(one)));
    const auto& [lattice, action, update, measure, output, device, spectrum, inverter] = config;
    std::string text;
    const auto add = [&text](const char* key, const auto& value) { text += fmt::format("{} = {}\n", key, value); };

    text += "[lattice]\n";
    add("extents", fmt::format("[{}]", fmt::join(lattice.extents, ", ")));
    add("group", lattice.group == Group::SU2 ? "\"su2\"" : "\"su3\"");
    text += "\n[action]\n";
    add("type", quoted(choiceName(action.type)));
    add("beta", action.beta);
    if (action.type == ActionType::Custom) add("c1", action.c1);
    text += "\n[update]\n";
    add("start", quoted(choiceName(update.start)));
    if (!update.file.empty()) add("file", quoted(update.file));
    add("seed", update.seed);
    add("generator", quoted(choiceName(update.generator.type)));
    if (update.generator.type == GeneratorType::Ranlux) add("luxury", update.generator.luxury);
    add("heatbath", quoted(choiceName(update.heatbath)));
    add("trials", trialsOf(update));
    add("overrelaxation", update.overrelaxation);
    add("thermalisation", update.thermalisation);
    add("sweeps", update.sweeps);
    add("reunitarise_every", update.reunitariseEvery);
    text += "\n[measure]\n";
    add("every", measure.every);
    add("observables", fmt::format("[{}]", fmt::join(observables, ", ")));
    text += "\n[output]\n";
    add("directory", quoted(output.directory));
    add("prefix", quoted(output.prefix));
    add("save_every", output.saveEvery);
    add("format", quoted(choiceName(output.format)));
    add("bits", output.bits);
    add("plots", output.plots);
    add("checkpoint_seconds", output.checkpointSeconds);
    text += "\n[device]\n";
    add("path", quoted(choiceName(device.path)));
    add("precision", quoted(choiceName(device.precision)));
    add("storage", quoted(choiceName(device.storage)));
    if (device.device) add("device", *device.device);
    if (spectrum) text += fermionsToToml("spectrum", *spectrum);
    if (inverter) text += fermionsToToml("inverter", *inverter);
    return text;
}

int trialsOf(const RunConfig::UpdateSection& update)
{
    return update.trials.value_or(defaultTrials(update.generator.type));
}

double rectangleCoefficient(const RunConfig::ActionSection& action)
{
    switch (action.type) {
    case ActionType::Wilson:
        return 0;
    case ActionType::Symanzik:
        return symanzikC1;
    case ActionType::Iwasaki:
        return iwasakiC1;
    case ActionType::Dbw2:
        return dbw2C1;
    case ActionType::Custom:
        break;
    }
    return action.c1;
}

std::string actionTitle(const RunConfig::ActionSection& action)
{
    switch (action.type) {
    case ActionType::Wilson:
        return "Wilson";
    case ActionType::Symanzik:
        return "Symanzik";
    case ActionType::Iwasaki:
        return "Iwasaki";
    case ActionType::Dbw2:
        return "DBW2";
    case ActionType::Custom:
        break;
    }
    return fmt::format("c1 = {}", action.c1);
}

HeatBath heatBathOf(const RunConfig& config)
{
    HeatBath result;
    result.beta = config.action.beta;
    result.trials = trialsOf(config.update);
    result.c1 = rectangleCoefficient(config.action);
    // Staples of a strongly coupled field are random and their squares add: for one k = 1 in SU(2), 1/sqrt(3) for the
    // 2x2 blocks of SU(3); 6 staples of plaquettes and 18 of rectangles.
    const double c0 = plaquetteCoefficient(result.c1);
    const double staples = 6 * c0 * c0 + 18 * result.c1 * result.c1;
    const double k = std::sqrt(config.lattice.group == Group::SU2 ? staples : staples / 3);
    const double alpha = 2 * config.action.beta * k / colours(config.lattice.group);
    constexpr double crossing = 1.68;
    const auto better = alpha < crossing ? HeatBathAlgorithm::Creutz : HeatBathAlgorithm::KennedyPendleton;
    result.algorithm = config.update.heatbath.value_or(better);
    return result;
}

} // namespace gaugegl

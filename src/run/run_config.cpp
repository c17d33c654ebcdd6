#include "gaugegl/run/run_config.h"

#include "base/one_line.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/core/source.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "run/flow_measurement.h"
#include "run/random_key.h"
#include "run/spectrum_request.h"
#include "run_config_hmc.h"
#include "toml_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
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

void checkBeta(const char* section, double beta)
{
    if (!isCoupling(beta))
        reject(section, "beta", fmt::format("{}", beta),
               fmt::format("0 to {}, whose products single precision can represent", largestBeta));
}

void checkAction(const RunConfig& config)
{
    const RunConfig::ActionSection& action = config.action;
    if (action.type != ActionType::Custom && action.c1 != 0)
        throw RunConfigError("action", "c1",
                             fmt::format("c1 = {} in [action] is used with type = 'custom' only, but type is '{}'",
                                         action.c1, choiceName(action.type)));
    if (!std::isfinite(action.c1) || action.c1 >= 0.125)
        reject("action", "c1", fmt::format("{}", action.c1), "below 0.125, so that c0 = 1 - 8 c1 is positive");
    if (!gaugeActionOf(action).loops().couplesParity() || config.hmc) return; // only a heat bath needs sublattices
    try {
        const Sublattices colouring(Lattice(config.lattice.extents));
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

void checkUpdate(const RunConfig& config)
{
    const RunConfig::UpdateSection& update = config.update;
    if (update.start == Start::File && update.file.empty())
        throw RunConfigError("update", "start", "start = 'file' in [update] needs the key 'file'");
    if (update.start != Start::File && !update.file.empty())
        throw RunConfigError("update", "file",
                             fmt::format("file = '{}' in [update] is used with start = 'file' only, but start is '{}'",
                                         update.file, choiceName(update.start)));
    if (update.seed > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        reject("update", "seed", std::to_string(update.seed), "below 2^63");
    checkRange({"update", "key_version", 1, newestKeyVersion}, keyVersionOf(update));
    checkRange({"update", "overrelaxation", 0}, update.overrelaxation);
    checkRange({"update", "reunitarise_every", 1}, update.reunitariseEvery);
    const char* section = config.hmc ? "hmc" : "update";
    const char* sweeps = config.hmc ? "trajectories" : "sweeps";
    checkRange({section, "thermalisation", 0}, update.thermalisation);
    checkRange({section, sweeps, 1}, update.sweeps);
    if (std::int64_t(update.thermalisation) + update.sweeps > std::numeric_limits<int>::max())
        reject(section, sweeps, std::to_string(update.sweeps), "below 2^31 together with thermalisation");
}

void checkMeasurements(const RunConfig& config)
{
    if (config.measure.every > config.update.sweeps)
        reject("measure", "every", std::to_string(config.measure.every),
               fmt::format("1 to {}, the number of {} of the run: make that larger, or set measure.every too",
                           config.update.sweeps, updateName(config, 2)));
    checkRange({"measure", "every", 1, config.update.sweeps}, config.measure.every);
    const auto& observables = config.measure.observables;
    if (observables.empty()) reject("measure", "observables", "[]", "at least one observable");
    for (auto at = observables.begin(); at != observables.end(); ++at)
        if (std::find(observables.begin(), at, *at) != at)
            reject("measure", "observables", fmt::format("[... '{}']", choiceName(*at)), "a list without repetitions");
}

void checkOutput(const RunConfig::OutputSection& output)
{
    constexpr std::size_t longestPrefix = 200; // of 255; the sweep, the format and the name while it is written follow
    const auto hasZero = [](const std::string& name) { return name.find('\0') != std::string::npos; };
    const std::string &directory = output.directory, &prefix = output.prefix;
    if (directory.empty() || hasZero(directory))
        reject("output", "directory", fmt::format("'{}'", oneLine(directory)), "the name of a directory");
    if (prefix.empty() || hasZero(prefix) || std::filesystem::path(prefix).filename() != prefix)
        reject("output", "prefix", fmt::format("'{}'", oneLine(prefix)), "a file name without '/'");
    if (prefix.size() > longestPrefix)
        reject("output", "prefix", fmt::format("'{}'", oneLine(prefix, 40)),
               fmt::format("a file name of at most {} bytes", longestPrefix));
    checkRange({"output", "save_every", 0}, output.saveEvery);
    checkRange({"output", "checkpoint_seconds", 0}, output.checkpointSeconds);
    if (output.bits != 32 && output.bits != 64) reject("output", "bits", std::to_string(output.bits), "32 or 64");
}

/// A number above 0 that is finite.
void checkPositive(const char* section, const char* key, double value)
{
    if (!std::isfinite(value) || value <= 0) reject(section, key, fmt::format("{}", value), "a finite number above 0");
}

void checkEvery(const char* section, int every, const RunConfig& config)
{
    if (every > config.update.sweeps) // as where a run is shortened by --set
        reject(section, "every", std::to_string(every),
               fmt::format("1 to {}, the number of {} of the run: make that larger, or set {}.every too",
                           config.update.sweeps, updateName(config, 2), section));
    checkRange({section, "every", 1, config.update.sweeps}, every);
    if (every % config.measure.every != 0)
        reject(section, "every", std::to_string(every),
               fmt::format("a multiple of every = {} in [measure]", config.measure.every));
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
    const char* key = traits(fermions.type).first().key;
    if (fermions.values.empty()) reject(section, key, "[]", "at least one number");
    checkFermion(section, "boundary", [&] { BoundaryPhases::parse(fermions.boundary); });
    checkFermion(section, "stout", [&] { StoutSteps::parse(fermions.stout); });
    for (const double value : fermions.values)
        checkFermion(section, key, [&] { validate(fermions.dirac(value)); });
    checkFermion(section, "rhs", [&] { validate(SolverChoice{.rhs = fermions.rhs}); });
    checkFermion(section, "tolerance", [&] { validate(fermions.choice()); });
    const auto kind = fermions.dirac(fermions.values.front()).kind();
    if (fermions.sources.empty()) reject(section, "source", "[]", "at least one source");
    for (const std::string& source : fermions.sources)
        checkFermion(section, "source", [&] {
            validate(Source::parse(source), Lattice(config.lattice.extents), kind, config.lattice.group);
        });
    if (fermions.path != "auto" && fermions.path != "fragment" && fermions.path != "compute" && fermions.path != "cpu")
        reject(section, "path", tomlString(fermions.path), "'auto', 'fragment', 'compute' or 'cpu'");
}

void checkSpectrum(const RunConfig::FermionSection& spectrum, const RunConfig& config)
{
    checkFermions("spectrum", spectrum, config);
    checkEvery("spectrum", spectrum.every, config);
    for (const std::string& text : spectrum.sources) {
        const Source source = Source::parse(text);
        if (!source.hasComponents() || source.oneComponent)
            reject("spectrum", "source", tomlString(text), "points x,y,z,t or walls t with all their components");
    }
    checkFermion("spectrum", "smear_source", [&] { WuppertalSteps::parse(spectrum.smearSource); });
    checkFermion("spectrum", "smear_sink", [&] { WuppertalSteps::parse(spectrum.smearSink); });
    checkFermion("spectrum", "smear_links", [&] { StoutSteps::parse(spectrum.smearLinks); });
    if (spectrum.channels != "none") checkFermion("spectrum", "channels", [&] { parseChannels(spectrum.channels); });
    const SpectrumRequest request = spectrumRequest(spectrum, spectrum.values.front());
    const FermionDomain domain{Lattice(config.lattice.extents), config.lattice.group,
                               spectrum.dirac(spectrum.values.front()).kind()};
    const char* smearing = request.smearing.source.smears() ? "smear_source"
                           : request.smearing.sink.smears() ? "smear_sink"
                                                            : "smear_links";
    checkFermion("spectrum", smearing, [&] { validate(request.smearing, domain.kind); });
    const char* further = spectrum.nucleon ? "nucleon" : spectrum.residualMass ? "residual_mass" : "channels";
    checkFermion("spectrum", further, [&] { validate(request, domain); });
}

void checkLoops(const LoopsSection& loops, const RunConfig& config)
{
    checkEvery("loops", loops.every, config);
    const Lattice lattice(config.lattice.extents);
    checkRange({"loops", "r_max", 1, std::min({lattice.extent(0), lattice.extent(1), lattice.extent(2)}) / 2},
               rMostOf(loops.rMost, lattice));
    if (lattice.extent(3) < 4)
        throw RunConfigError(
            "lattice", "extents",
            fmt::format("{} has {} sites in t (extents in [lattice]), but [loops] needs 4 at least: effective masses "
                        "take Wilson loops of T = 1 and 2, and T is at most half of them",
                        lattice.name(), lattice.extent(3)));
    checkRange({"loops", "t_max", 2, lattice.extent(3) / 2}, tMostOf(loops.tMost, lattice));
    if (!(loops.apeAlpha >= 0 && loops.apeAlpha <= 1))
        reject("loops", "ape_alpha", fmt::format("{}", loops.apeAlpha), "0 to 1");
    checkRange({"loops", "ape_steps", 0}, loops.apeSteps);
    if (loops.multihit && !gaugeActionOf(config.action).loops().plaquettesOnly())
        reject("loops", "multihit", "true", "false for actions with rectangles, whose neighbouring links share loops");
    const auto& range = loops.fitRange;
    if (!range.empty() && !(range.size() == 2 && range[0] > 0 && range[0] < range[1]))
        reject("loops", "fit_range", fmt::format("[{}]", fmt::join(range, ", ")),
               "two distances above 0, the smaller one first");
    if (loops.plateau) checkRange({"loops", "plateau", 1, tMostOf(loops.tMost, lattice) - 1}, *loops.plateau);
    checkPositive("loops", "root_sigma_mev", loops.rootSigmaMeV);
}

void checkFlow(const FlowSection& flow, const RunConfig& config)
{
    constexpr double fewestRecords = 3, mostRecords = 10000, rounding = 1e-9;
    checkEvery("flow", flow.every, config);
    checkPositive("flow", "time", flow.time);
    checkPositive("flow", "record", flow.record);
    if (flow.time < fewestRecords * flow.record * (1 - rounding) || flow.time > mostRecords * flow.record)
        reject("flow", "record", fmt::format("{}", flow.record),
               fmt::format("{} to {} times in time = {}", fewestRecords, mostRecords, flow.time));
    if (flow.tolerance) checkPositive("flow", "tolerance", *flow.tolerance);
    if (flow.action == ActionType::Custom)
        reject("flow", "action", "'custom'", "'wilson', 'symanzik', 'iwasaki' or 'dbw2'");
    if (flow.step) checkPositive("flow", "step", *flow.step);
    checkFermion("flow", "step", [&] { validate(FlowTask(flow).parameters); });
    if (flow.reference) checkPositive("flow", "reference", *flow.reference);
}

/// The couplings and the extents in time.  What else depends on them is checked for each run of the scan.
void checkScan(const ScanSection& scan, const RunConfig& config)
{
    if (config.action.beta != 0)
        throw RunConfigError(
            "action", "beta",
            fmt::format("beta = {} in [action] has no meaning beside the couplings of [scan]; leave it out",
                        config.action.beta));
    if (scan.beta.empty()) reject("scan", "beta", "[]", "at least one number");
    for (std::size_t k = 0; k < scan.beta.size(); ++k) {
        checkBeta("scan", scan.beta[k]);
        if (k > 0 && !(scan.beta[k - 1] < scan.beta[k]))
            reject("scan", "beta", fmt::format("[{}]", fmt::join(scan.beta, ", ")), "a rising list");
    }
    for (auto at = scan.nt.begin(); at != scan.nt.end(); ++at) {
        if (*at < 2 || *at % 2 != 0) reject("scan", "nt", std::to_string(*at), "an even number, at least 2");
        if (std::find(scan.nt.begin(), at, *at) != at)
            reject("scan", "nt", fmt::format("[{}]", fmt::join(scan.nt, ", ")), "a list without repetitions");
    }
}

} // namespace

namespace {

/// What the gauge group must have for the sections of the run.
void checkFeatures(const RunConfig& config)
{
    const auto require = [&](bool wanted, const char* section, const char* key, Feature feature) {
        if (!wanted) return;
        try {
            requireFeature(config.lattice.group, feature);
        } catch (const InputError& error) {
            throw RunConfigError(section, key, fmt::format("[{}]: {}", section, error.what()));
        }
    };
    require(config.spectrum.has_value(), "spectrum", "operator", Feature::Fermions);
    require(config.condensate.has_value(), "condensate", "operator", Feature::Fermions);
    require(config.inverter.has_value(), "inverter", "operator", Feature::Fermions);
    require(config.hmc.has_value(), "hmc", "trajectories", Feature::MolecularDynamics);
    require(config.loops && config.loops->multihit, "loops", "multihit", Feature::MeanLinks);
}

} // namespace

void validate(const RunConfig& config)
{
    try {
        const Lattice lattice(config.lattice.extents);
    } catch (const InputError& error) {
        throw RunConfigError("lattice", "extents", fmt::format("{} (extents in [lattice])", error.what()));
    }
    if (config.scan)
        checkScan(*config.scan, config);
    else
        checkBeta("action", config.action.beta);
    checkAction(config);
    checkFeatures(config);
    checkUpdate(config);
    checkGenerator(config);
    checkMeasurements(config);
    checkOutput(config.output);
    if (config.device.storage == Storage::Buffer && config.device.path == Path::Fragment)
        reject("device", "storage", "buffer", "'texture' on the fragment path");
    if (config.device.device) checkRange({"device", "device", 0}, *config.device.device);
    if (config.spectrum) checkSpectrum(*config.spectrum, config);
    if (config.condensate) {
        checkFermions("condensate", *config.condensate, config);
        checkEvery("condensate", config.condensate->every, config);
        checkRange({"condensate", "vectors", 1, 10000}, config.condensate->vectors);
    }
    if (config.inverter) checkFermions("inverter", *config.inverter, config);
    if (config.loops) checkLoops(*config.loops, config);
    if (config.flow) checkFlow(*config.flow, config);
    if (config.hmc) checkHmc(config);
}

DiracParameters FermionSection::dirac(double value) const
{
    DiracParameters result = further;
    result.type = type;
    result.boundary = BoundaryPhases::parse(boundary);
    result.stout = StoutSteps::parse(stout);
    result.*traits(type).first().value = value;
    return result;
}

int sweepsOf(const RunConfig& run) { return run.update.thermalisation + run.update.sweeps; }

int trialsOf(const RunConfig::UpdateSection& update)
{
    return update.trials.value_or(defaultTrials(update.generator.type));
}

int rMostOf(const std::optional<int>& rMost, const Lattice& lattice)
{
    constexpr int enough = 8;
    return rMost.value_or(std::min({lattice.extent(0) / 2, lattice.extent(1) / 2, lattice.extent(2) / 2, enough}));
}

int tMostOf(const std::optional<int>& tMost, const Lattice& lattice)
{
    constexpr int enough = 8;
    return tMost.value_or(std::min(lattice.extent(3) / 2, enough));
}

GaugeAction gaugeActionOf(const RunConfig::ActionSection& action)
{
    return action.type == ActionType::Custom ? GaugeAction::withRectangles(action.c1)
                                             : namedActions[std::size_t(action.type)].action;
}

std::string actionTitle(const RunConfig::ActionSection& action)
{
    return action.type == ActionType::Custom ? fmt::format("c1 = {}", action.c1)
                                             : std::string(namedActions[std::size_t(action.type)].title);
}

HeatBath heatBathOf(const RunConfig& config)
{
    HeatBath result;
    result.beta = config.action.beta;
    result.trials = trialsOf(config.update);
    result.action = gaugeActionOf(config.action);
    // Staples of a strongly coupled field are random and their squares add: for one k = 1 in SU(2), 1/sqrt(3) for the
    // 2x2 blocks of SU(3).
    double staples = 0;
    result.action.forEachLoop([&](const LoopTraits& shape, double c) { staples += shape.staples * c * c; });
    const double k =
        std::sqrt(traits(config.lattice.group).quaternions ? staples : staples / colours(config.lattice.group));
    const double alpha = 2 * config.action.beta * k / colours(config.lattice.group);
    constexpr double crossing = 1.68;
    const auto better = alpha < crossing ? HeatBathAlgorithm::Creutz : HeatBathAlgorithm::KennedyPendleton;
    result.algorithm = config.update.heatbath.value_or(better);
    return result;
}

} // namespace gaugegl

// gaugegl hmc: an ensemble by hybrid Monte Carlo, from flags.
#include "ensemble_run.h"
#include "key_options.h"
#include "outputs.h"
#include "ranks.h"
#include "run_options.h"

#include "gaugegl/base/error.h"
#include "run/hmc_report.h"
#include "run/programs_of_run.h"
#include "run/run_folder.h"
#include "run/trajectories.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// The numbers of chiral quarks besides the mass.
constexpr std::array<const DiracNumber*, 7> chiralNumbers = {&m5Number,        &lsNumber,        &b5Number, &c5Number,
                                                             &lambdaMinNumber, &lambdaMaxNumber, &rhoNumber};

/// That of the options: trajectories need less thermalisation than sweeps.
RunConfig standardRun()
{
    RunConfig run;
    run.hmc.emplace();
    run.update.thermalisation = 20;
    return run;
}

struct HmcOptions {
    explicit HmcOptions(CLI::App& command) : keys(command, standardRun()) {}

    CommonOptions common;
    KeyOptions keys;
    std::string start = "cold", output, history, fermions = "none", boundary = "antiperiodic";
    std::optional<double> kappa, mu, clover, topologyMu;
    std::string stout;
    std::vector<double> mass, flavours, ratios, range;
    std::array<std::optional<double>, chiralNumbers.size()> wall; ///< in their order
    int every = 1;
};

/// Throws InputError for an option that the fermions need and did not get, or got and do not have.
void checkFermionOptions(const HmcOptions& o)
{
    const FermionActionTraits* const action =
        o.fermions == "none" ? nullptr : &traits(parseChoice<FermionAction>(o.fermions));
    const auto has = [&](const DiracNumber& number) { return action && traits(action->dirac).has(number); };
    const bool ratios = action && action->ratios, rational = action && isRational(action->action);
    const auto check = [&o](const char* option, bool given, bool needed, bool allowed) {
        if (needed && !given) throw InputError(fmt::format("--fermions {} needs {}", o.fermions, option));
        if (!allowed && given) throw InputError(fmt::format("{} does not apply to --fermions {}", option, o.fermions));
    };
    check("--kappa", o.kappa.has_value(), has(kappaNumber), has(kappaNumber));
    check("--mu", o.mu.has_value(), has(muNumber), has(muNumber));
    check("--clover", o.clover.has_value(), false, has(cloverNumber));
    check("--stout", !o.stout.empty(), false, action != nullptr);
    check("--ratios", !o.ratios.empty(), false, ratios);
    check("--mass", !o.mass.empty(), has(massNumber), has(massNumber));
    check("--flavours", !o.flavours.empty(), rational, rational);
    const bool overlap = action && !hasEvenOdd(action->dirac);
    check("--topology-mu", o.topologyMu.has_value(), overlap, overlap);
    check("--range", !o.range.empty(), false, rational);
    if (!o.range.empty() && o.range.size() != 2)
        throw InputError(
            fmt::format("--range has {} numbers; expected the least and the largest eigenvalue", o.range.size()));
    for (std::size_t k = 0; k < chiralNumbers.size(); ++k)
        check(optionOf(chiralNumbers[k]->key).c_str(), o.wall[k].has_value(),
              has(*chiralNumbers[k]) && !chiralNumbers[k]->optional, has(*chiralNumbers[k]));
    if (rational && o.mass.size() != o.flavours.size())
        throw InputError(fmt::format("--mass has {} numbers and --flavours {}; expected as many, one of each for every "
                                     "field",
                                     o.mass.size(), o.flavours.size()));
}

std::vector<FermionTerm> fermionsOf(const HmcOptions& o)
{
    checkFermionOptions(o);
    if (o.fermions == "none") return {};
    FermionTerm term{.action = parseChoice<FermionAction>(o.fermions)};
    term.boundary = BoundaryPhases::parse(o.boundary);
    term.clover = o.clover.value_or(0);
    if (!o.range.empty()) term.range = SpectralRange{o.range[0], o.range[1]};
    DiracParameters dirac = diracOf(term);
    for (std::size_t k = 0; k < chiralNumbers.size(); ++k)
        dirac.*chiralNumbers[k]->value = o.wall[k].value_or(chiralNumbers[k]->standard);
    setNumbers(term, dirac);
    term.topologyMu = o.topologyMu.value_or(0);
    if (!o.stout.empty()) term.stout = StoutSteps::parse(o.stout);
    if (o.kappa) {
        term.kappa = *o.kappa;
        term.mu = o.mu.value_or(0);
        for (const double ratio : o.ratios)
            term.ratios.push_back(o.mu ? RatioQuark{term.kappa, ratio} : RatioQuark{ratio, 0});
        return {term};
    }
    for (const double ratio : o.ratios)
        term.ratios.push_back({.mass = ratio});
    std::vector<FermionTerm> terms;
    for (std::size_t k = 0; k < o.mass.size(); ++k) {
        term.mass = o.mass[k];
        if (!o.flavours.empty()) term.flavours = o.flavours[k];
        terms.push_back(term);
    }
    return terms;
}

RunConfig runConfigOf(const HmcOptions& o)
{
    RunConfig run = o.keys.run();
    setStart(run.update, o.start);
    HmcParameters& p = run.hmc->parameters;
    p.fermions = fermionsOf(o);
    if (!o.keys.isGiven("hmc.steps")) run.hmc->requireSteps();
    p.precision = parseChoice<HmcPrecision>(o.common.precision);
    p.path = hmcPathOf(o.common.path);
    run.device.precision = devicePrecision(p.precision);
    run.measure.every = o.every;
    if (!o.output.empty()) {
        run.output.saveEvery = o.every;
        setPrefix(run.output, o.output);
    }
    validate(run);
    return run;
}

int runHmc(const HmcOptions& options)
{
    const RunConfig run = runConfigOf(options);
    std::vector<Output> outputs = configurationOutputs("--output", run);
    outputs.push_back({"--history", options.history});
    checkOutputs(options.common, std::move(outputs), {run.update.file});
    CommonOptions common = options.common;
    common.precision = name(run.device.precision);
    if (common.path == "cpu") common.path = "auto"; // of what is measured
    common.sites = Lattice(run.lattice.extents).volume();
    warned(warningsOf(run));
    Device device = openDevice(common);
    const InterruptGuard guard;
    const auto profile = profileOf(device, common);
    const auto programs = programsOfChain(device, run, makeTrajectories);
    Ensemble ensemble(device, run, makeTrajectories);
    std::optional<TrajectoryTable> table;
    if (!options.history.empty()) table.emplace(options.history, ensemble);
    const Rescue rescue([&] { reportResults(ensemble, options.common, {}, /*complete=*/false); });
    const bool complete = runWithProgress(ensemble, {updateName(run, 2), options.common.quiet, programs}, [&] {
        if (table) table->add();
    });
    reportResults(ensemble, options.common, profile ? std::optional(profile->report()) : std::nullopt, complete);
    requireUpdates(ensemble);
    return complete ? success : interruptedExit;
}

void addTheory(CLI::App& command, HmcOptions& options)
{
    KeyOptions& keys = options.keys;
    keys.add("--group", "lattice.group");
    keys.require("--lattice", "lattice.extents");
    keys.require("--beta", "action.beta");
    keys.add("--action", "action.type");
    keys.add("--c1", "action.c1");
    std::vector<std::string> kinds = choices<FermionAction>();
    kinds.insert(kinds.begin(), "none");
    command
        .add_option("--fermions", options.fermions,
                    "none, wilson, twisted-mass, domain-wall (two flavours), staggered (four), rational (--flavours of "
                    "staggered "
                    "quarks) or domain-wall-rational")
        ->check(CLI::IsMember(kinds))
        ->capture_default_str();
    command.add_option("--kappa", options.kappa, kappaNumber.help);
    command.add_option("--mu", options.mu, muNumber.help);
    command.add_option("--clover", options.clover, cloverNumber.help);
    command.add_option("--stout", options.stout,
                       "RHO:STEPS: the fermions see links with so many steps of isotropic stout smearing");
    command
        .add_option("--ratios", options.ratios,
                    "Mass preconditioning: kappa, of twisted mass mu, of domain walls the mass, of heavier quarks, the "
                    "lightest "
                    "first")
        ->delimiter(',');
    command.add_option("--mass", options.mass, "Staggered, rational and domain walls: a m, one for each field")
        ->delimiter(',');
    for (std::size_t k = 0; k < chiralNumbers.size(); ++k)
        command.add_option(optionOf(chiralNumbers[k]->key), options.wall[k], chiralNumbers[k]->help);
    command.add_option("--topology-mu", options.topologyMu,
                       "Overlap: mu of det H_W^2 / (H_W^2 + mu^2), which fixes the topology");
    command
        .add_option("--range", options.range,
                    "Rational: least and largest eigenvalue, as 0.001,20; of domain walls needed, of staggered quarks "
                    "m^2,m^2 + 16 "
                    "without this option")
        ->delimiter(',');
    command.add_option("--flavours", options.flavours, "Rational: flavours, one for each field, as 2,1")
        ->delimiter(',');
    command.add_option("--boundary", options.boundary, "periodic, antiperiodic (in time), or tx,ty,tz,tt")
        ->capture_default_str();
}

void addDynamics(KeyOptions& keys)
{
    keys.add("--trajectories", "hmc.trajectories");
    keys.add("--thermalisation", "hmc.thermalisation");
    keys.add("--accept-first", "hmc.accept_first");
    keys.add("--length", "hmc.length");
    keys.add("--integrator", "hmc.integrator");
    keys.add("--steps", "hmc.steps");
    keys.add("--guess", "hmc.guess");
    keys.add("--force-tolerance", "hmc.force_tolerance");
    keys.add("--energy-tolerance", "hmc.energy_tolerance");
    keys.add("--max-iterations", "hmc.max_iterations");
    keys.add("--failures", "hmc.failures");
}

} // namespace

void addHmc(CLI::App& app, Runner& chosen)
{
    CLI::App* command =
        app.add_subcommand("hmc", "Generate and measure an ensemble by hybrid Monte Carlo, with or without fermions");
    auto options = std::make_shared<HmcOptions>(*command);
    options->common.precision = choiceName(HmcParameters().precision);
    addTheory(*command, *options);
    addDynamics(options->keys);
    command->add_option("--start", options->start, "hot, cold, or a configuration file")->capture_default_str();
    command->add_option("--every", options->every, "Measure, and with --output save, every so many trajectories")
        ->check(positiveNumber())
        ->capture_default_str();
    command->add_option("--output", options->output, "Save configurations as PREFIX.TRAJECTORY.ildg");
    command->add_option("--history", options->history,
                        "Write dH, acceptance and iterations of every trajectory as CSV");
    options->keys.add("--seed", "update.seed");
    options->keys.add("--key-version", "update.key_version");
    options->keys.add("--generator", "update.generator");
    options->keys.add("--luxury", "update.luxury");
    addOutputOptions(*command, options->common);
    addContextOptions(*command, options->common);
    addPassOption(*command, options->common);
    addTuningOption(*command, options->common);
    addDivisionOptions(*command, options->common);
    addProfileOption(*command, options->common);
    command
        ->add_option(
            "--path", options->common.path,
            "Where trajectories are made: cpu, or shaders: fragment, compute or auto, which takes the CPU for quarks "
            "where there is no card")
        ->check(CLI::IsMember({"auto", "fragment", "compute", "cpu"}))
        ->capture_default_str();
    command
        ->add_option("--precision", options->common.precision,
                     "single, double, or mixed: fields in single, energies of fermions in double precision")
        ->check(CLI::IsMember(choices<HmcPrecision>()))
        ->capture_default_str();
    command->add_option("--storage", options->common.storage, "Where fields lie: texture, or (compute path) buffer")
        ->check(CLI::IsMember({"texture", "buffer"}))
        ->capture_default_str();
    command->callback([options, &chosen] { chosen = [options] { return runHmc(*options); }; });
}

} // namespace gaugegl::cli

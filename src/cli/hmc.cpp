// gaugegl hmc: an ensemble by hybrid Monte Carlo, from flags.
#include "dirac_options.h"
#include "ensemble_run.h"
#include "outputs.h"
#include "ranks.h"
#include "run_options.h"

#include "gaugegl/base/error.h"
#include "run/hmc_report.h"
#include "run/programs_of_run.h"
#include "run/run_folder.h"
#include "run/trajectories.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// The numbers of chiral quarks besides the mass.
constexpr std::array<const DiracNumber*, 7> chiralNumbers = {&m5Number,        &lsNumber,        &b5Number, &c5Number,
                                                             &lambdaMinNumber, &lambdaMaxNumber, &rhoNumber};

struct HmcOptions {
    CommonOptions common;
    RunConfig run;
    HmcSection hmc;
    std::string group = "su3", lattice, action = "wilson", start = "cold", generator = "philox", output, history,
                fermions = "none", boundary = "antiperiodic", guess = choiceName(HmcParameters().guess);
    std::optional<double> kappa, mu, clover, topologyMu;
    std::string stout;
    std::vector<double> mass, flavours, ratios, range;
    std::array<std::optional<double>, chiralNumbers.size()> wall; ///< in their order
    std::vector<std::string> integrator = {choiceName(ScaleParameters().integrator)};
    std::vector<int> steps = {ScaleParameters().steps};
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
        check(optionOf(*chiralNumbers[k]).c_str(), o.wall[k].has_value(),
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

std::vector<ScaleParameters> scalesOf(const HmcOptions& o)
{
    if (o.integrator.size() != 1 && o.integrator.size() != o.steps.size())
        throw InputError(
            fmt::format("--integrator names {} and --steps {} time scales; expected one integrator, or one "
                        "for each",
                        o.integrator.size(), o.steps.size()));
    std::vector<ScaleParameters> scales;
    for (std::size_t k = 0; k < o.steps.size(); ++k)
        scales.push_back({parseChoice<Integrator>(o.integrator[o.integrator.size() == 1 ? 0 : k]), o.steps[k]});
    return scales;
}

RunConfig runConfigOf(const HmcOptions& o)
{
    RunConfig run = o.run;
    run.lattice.group = parseGroup(o.group);
    run.lattice.extents = Lattice::parse(o.lattice).extents();
    run.action.type = parseChoice<ActionType>(o.action);
    run.update.generator.type = parseChoice<GeneratorType>(o.generator);
    if (o.start == "hot" || o.start == "cold") {
        run.update.start = parseChoice<Start>(o.start);
    } else {
        run.update.start = Start::File;
        run.update.file = o.start;
    }
    run.hmc = o.hmc;
    HmcParameters& p = run.hmc->parameters;
    p.fermions = fermionsOf(o);
    p.scales = scalesOf(o);
    p.guess = parseChoice<Guess>(o.guess);
    p.precision = parseChoice<HmcPrecision>(o.common.precision);
    p.path = hmcPathOf(o.common.path);
    run.device.precision = devicePrecision(p.precision);
    run.measure.every = o.every;
    if (!o.output.empty()) {
        const std::filesystem::path prefix(o.output);
        run.output.saveEvery = o.every;
        run.output.directory = prefix.has_parent_path() ? prefix.parent_path().string() : ".";
        run.output.prefix = prefix.filename().string();
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
    const Rescue rescue([&] { tell(ensemble, options.common, {}, /*complete=*/false); });
    const bool complete = runWithProgress(ensemble, {updateName(run, 2), options.common.quiet, programs}, [&] {
        if (table) table->add();
    });
    tell(ensemble, options.common, profile ? std::optional(profile->report()) : std::nullopt, complete);
    requireUpdates(ensemble);
    return complete ? success : interruptedExit;
}

void addTheory(CLI::App& command, HmcOptions& options)
{
    command.add_option("--group", options.group, groupWords(" or "))->capture_default_str();
    command.add_option("--lattice", options.lattice, "Extents, LxLyLzLt")->required();
    command.add_option("--beta", options.run.action.beta, "2N/g^2")->required();
    command.add_option("--action", options.action, "wilson, symanzik, iwasaki, dbw2, or custom with --c1")
        ->capture_default_str();
    command.add_option("--c1", options.run.action.c1, "Coefficient of the rectangles of a custom action");
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
        command.add_option(optionOf(*chiralNumbers[k]), options.wall[k], chiralNumbers[k]->help);
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

void addDynamics(CLI::App& command, HmcOptions& options)
{
    HmcParameters& p = options.hmc.parameters;
    RunConfig::UpdateSection& update = options.run.update;
    command.add_option("--trajectories", update.sweeps, "Trajectories after thermalisation")->capture_default_str();
    command.add_option("--thermalisation", update.thermalisation, "Trajectories before the first measurement")
        ->capture_default_str();
    command
        .add_option("--accept-first", options.hmc.acceptFirst,
                    "First trajectories of thermalisation that are accepted whatever their dH")
        ->capture_default_str();
    command.add_option("--length", p.length, "Of a trajectory")->capture_default_str();
    command.add_option("--integrator", options.integrator, "leapfrog, 2mn or 4mn, one or one for each time scale")
        ->delimiter(',')
        ->check(CLI::IsMember(choices<Integrator>()))
        ->capture_default_str();
    command
        .add_option("--steps", options.steps,
                    "Steps of each time scale, the outermost (fermions) first, the innermost (gauge action) last")
        ->delimiter(',')
        ->capture_default_str();
    command.add_option("--guess", options.guess, "Initial guess of solves for forces: zero, last or chronological")
        ->check(CLI::IsMember(choices<Guess>()))
        ->capture_default_str();
    command.add_option("--force-tolerance", p.forceTolerance, "|b - A x| / |b| of solves for forces");
    command.add_option("--energy-tolerance", p.energyTolerance, "|b - A x| / |b| of solves for energies");
    command.add_option("--max-iterations", p.maxIterations, "A solve that needs more rejects its trajectory")
        ->capture_default_str();
    command.add_option("--failures", options.hmc.failures, "So many trajectories that fail in a row end the run")
        ->capture_default_str();
}

} // namespace

void addHmc(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<HmcOptions>();
    options->common.precision = choiceName(HmcParameters().precision);
    options->run.update.thermalisation = 20;
    CLI::App* command =
        app.add_subcommand("hmc", "Generate and measure an ensemble by hybrid Monte Carlo, with or without fermions");
    addTheory(*command, *options);
    addDynamics(*command, *options);
    command->add_option("--start", options->start, "hot, cold, or a configuration file")->capture_default_str();
    command->add_option("--every", options->every, "Measure, and with --output save, every so many trajectories")
        ->check(positiveNumber())
        ->capture_default_str();
    command->add_option("--output", options->output, "Save configurations as PREFIX.TRAJECTORY.ildg");
    command->add_option("--history", options->history,
                        "Write dH, acceptance and iterations of every trajectory as CSV");
    command->add_option("--seed", options->run.update.seed, "Seed of the random numbers")->capture_default_str();
    command->add_option("--key-version", options->run.update.keyVersion,
                        "How random numbers follow from the seed (3): 1 and 2 repeat runs of older programs");
    command->add_option("--generator", options->generator, "Random numbers: philox or ranlux")
        ->check(CLI::IsMember({"philox", "ranlux"}))
        ->capture_default_str();
    command->add_option("--luxury", options->run.update.generator.luxury, "Luxury level of ranlux, 0 to 4")
        ->capture_default_str();
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

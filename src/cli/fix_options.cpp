#include "fix_options.h"

#include "ranks.h"

#include "gaugegl/base/error.h"
#include "gaugegl/core/choice.h"
#include "host/gauge_fixing.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// Starts of each value that --tune tries: they end in different maxima, which need different numbers of iterations.
constexpr int copiesToTune = 5;

void addMethodOptions(CLI::App& command, FixOptions& options)
{
    GaugeFixing& fixing = options.fixing;
    command.add_option("--gauge", options.gauge, "landau, coulomb, mag (maximally Abelian) or centre (direct maximal)")
        ->check(CLI::IsMember(choices<Gauge>()))
        ->capture_default_str();
    command
        .add_option("--method", options.method,
                    "relax, or (overrelaxation), sr (stochastic relaxation) or sa (simulated annealing, then or)")
        ->check(CLI::IsMember(choices<FixingMethod>()))
        ->capture_default_str();
    command
        .add_option("--omega", fixing.omega,
                    "Parameter of overrelaxation, above 0 and below 2; from 1 to 1.9 it is faster than relaxation")
        ->capture_default_str();
    command.add_option("--power", options.power, "How a^omega is computed: exact, first or second order in a - 1")
        ->check(CLI::IsMember(choices<PowerOrder>()))
        ->capture_default_str();
    command
        .add_option("--probability", fixing.probability,
                    "Probability of a step a^2 in stochastic relaxation, from 0 to below 1")
        ->capture_default_str();
    command.add_option("--steps", fixing.annealing.steps, "Heat baths of annealing")->capture_default_str();
    command.add_option("--temperature", fixing.annealing.start,
                       "First temperature of annealing (Landau and Coulomb: 0.45 in SU(3), 1.5 in SU(2))");
    command.add_option("--final-temperature", fixing.annealing.end, "Last temperature of annealing (0.01)");
    command
        .add_option("--reflections", fixing.annealing.microcanonical,
                    "Microcanonical sweeps after each heat bath of annealing")
        ->capture_default_str();
}

void addRunOptions(CLI::App& command, FixOptions& options)
{
    GaugeFixing& fixing = options.fixing;
    command.add_option("--tolerance", fixing.tolerance, "Largest theta of a fixed configuration")
        ->capture_default_str();
    command.add_option("--max-iterations", fixing.maxIterations, "Iterations of each copy, at most")
        ->capture_default_str();
    command.add_option("--check-every", fixing.checkEvery, "Iterations between measurements of theta")
        ->capture_default_str();
    command
        .add_option("--copies", options.copies,
                    "Gauge copies, of which the one with the highest functional is kept: the first from the links as "
                    "they are, the others from random transformations")
        ->check(positiveNumber())
        ->capture_default_str();
    command.add_flag("--random-start", options.randomStart, "The first copy, too, begins with a random transformation");
    command.add_option("--seed", fixing.seed, "Seed of all random numbers; copy k has the seed + k")
        ->capture_default_str();
    command.add_option("--generator", options.generator, "Generator of random transformations")
        ->check(CLI::IsMember({"philox", "ranlux"}))
        ->capture_default_str();
    command.add_option("--luxury", fixing.generator.luxury, "Luxury level of ranlux, 0 to 4")->capture_default_str();
    command
        .add_option("--precision", options.common.precision,
                    "single, double or mixed: single iterations, transformation and last iterations in double")
        ->check(CLI::IsMember(choices<FixingPrecision>()))
        ->capture_default_str();
    command
        .add_option("--path", options.common.path,
                    "auto: a card (with --device or --gl that device), or the CPU where there is none; fragment or "
                    "compute: shaders; cpu: this program's "
                    "code for all processors (Landau and Coulomb gauge)")
        ->check(CLI::IsMember({"auto", "fragment", "compute", "cpu"}))
        ->capture_default_str();
    command
        .add_option("--threads-per-site", options.threadsPerSite,
                    "With --path compute: auto (the fastest), 1, or 8: one for each link of a site")
        ->check(CLI::IsMember(choices<FixingGranularity>()))
        ->capture_default_str();
}

void addResultOptions(CLI::App& command, FixOptions& options)
{
    command.add_option("--output", options.output,
                       "Write the fixed links to this file (.ildg, .lime, .nersc); of several configurations, to files "
                       "of their names in this folder");
    command
        .add_option(
            "--tune", options.tune,
            fmt::format("omega or p: find the value that needs the fewest iterations, the mean of --copies (here "
                        "{}), and write no links",
                        copiesToTune))
        ->check(CLI::IsMember({"omega", "p"}));
    command.add_flag("--propagator", options.propagator, "Gluon propagator D(p^2) in Landau gauge");
    command
        .add_option("--cylinder", options.cut.cylinder,
                    "Cut of momenta: distance from the diagonal, in units of the smallest momentum")
        ->check(notNegative());
    command.add_option("--cone", options.cut.cone, "Cut of momenta: largest angle to the diagonal, in degrees")
        ->check(notNegative());
    command.add_flag("--abelian", options.abelian, "Monopole density and Abelian plaquette in maximally Abelian gauge");
    command.add_flag("--vortices", options.vortices, "Vortex density and projected plaquette in centre gauge");
    command.add_option("--plot", options.plot,
                       "Draw theta against iterations, the propagator, iterations against what is tuned: "
                       "PREFIX-theta.png and so on, and as SVG");
}

void requireOption(const CLI::App& command, const std::vector<const char*>& names, bool used, const char* needs)
{
    for (const char* name : names)
        if (!used && command.count(name) > 0) throw InputError(fmt::format("{} needs {}", name, needs));
}

/// Where the fixed links go must be there, before hours of work.
void checkOutput(const FixOptions& options)
{
    namespace fs = std::filesystem;
    if (options.output.empty()) return;
    if (!options.tune.empty()) throw InputError("--tune writes no links and takes no --output");
    if (options.files.size() > 1) {
        if (!fs::is_directory(options.output))
            throw FileError(options.output, "--output of several configurations must be a folder that exists");
        return;
    }
    io::gaugeFileFormat(options.output);
}

} // namespace

FixingPrecision FixOptions::precision() const { return parseChoice<FixingPrecision>(common.precision); }
FixingGranularity FixOptions::granularity() const { return parseChoice<FixingGranularity>(threadsPerSite); }

void addFixOptions(CLI::App& command, FixOptions& options)
{
    command.add_option("files", options.files, "Configurations, ILDG or NERSC")->required();
    addHintOptions(command, options.group, options.lattice);
    addMethodOptions(command, options);
    addRunOptions(command, options);
    addResultOptions(command, options);
    addOutputOptions(command, options.common);
    addContextOptions(command, options.common);
    addPassOption(command, options.common);
    addTuningOption(command, options.common);
    addDivisionOptions(command, options.common);
}

void checkFixOptions(const CLI::App& command, FixOptions& options)
{
    GaugeFixing& fixing = options.fixing;
    fixing.gauge = parseChoice<Gauge>(options.gauge);
    fixing.method = parseChoice<FixingMethod>(options.method);
    fixing.power = parseChoice<PowerOrder>(options.power);
    fixing.generator.type = parseChoice<GeneratorType>(options.generator);
    requireValid(fixing);

    const bool anneals = fixing.method == FixingMethod::Annealing;
    const bool overrelaxes = fixing.method == FixingMethod::Overrelaxation || anneals;
    requireOption(command, {"--omega", "--power"}, overrelaxes, "--method or or sa");
    requireOption(command, {"--probability"}, fixing.method == FixingMethod::StochasticRelaxation, "--method sr");
    requireOption(command, {"--steps", "--temperature", "--final-temperature", "--reflections"}, anneals,
                  "--method sa");
    requireOption(command, {"--luxury"}, fixing.generator.type == GeneratorType::Ranlux, "--generator ranlux");
    requireOption(command, {"--propagator"}, fixing.gauge == Gauge::Landau, "--gauge landau");
    requireOption(command, {"--cylinder", "--cone"}, options.propagator, "--propagator");
    requireOption(command, {"--abelian"}, fixing.gauge == Gauge::MaximallyAbelian, "--gauge mag");
    requireOption(command, {"--vortices"}, fixing.gauge == Gauge::Centre, "--gauge centre");
    if (!options.tune.empty() && command.count("--copies") == 0) options.copies = copiesToTune;
    if (options.tune == "omega" && fixing.method != FixingMethod::Overrelaxation)
        throw InputError("--tune omega needs --method or");
    if (options.tune == "p" && fixing.method != FixingMethod::StochasticRelaxation)
        throw InputError("--tune p needs --method sr");
    if (!options.tune.empty())
        requireOption(command,
                      {"--propagator", "--abelian", "--vortices", "--check-every",
                       options.tune == "omega" ? "--omega" : "--probability"},
                      false, "a run without --tune");
    if (options.common.path == "cpu") {
        if (!host::fixes(fixing.gauge))
            throw InputError(
                fmt::format("--path cpu does not support {} gauge; use --path fragment or compute", options.gauge));
        requireOption(command, {"--threads-per-site", "--device", "--gl", "--pass-seconds"}, false,
                      "a path other than cpu");
    }
    if (options.common.path != "compute" && options.granularity() != FixingGranularity::Auto)
        throw InputError("--threads-per-site needs --path compute");
    checkOutput(options);
}

} // namespace gaugegl::cli

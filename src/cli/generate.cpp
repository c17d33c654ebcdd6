// gaugegl generate: an ensemble from flags.
#include "ensemble_run.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "gaugegl/base/error.h"
#include "run/programs_of_run.h"
#include "run/run_folder.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct GenerateOptions {
    CommonOptions common;
    RunConfig run;
    std::string group = "su3", lattice, action = "wilson", start = "hot", generator = "philox", heatbath = "auto",
                output, format = "ildg";
    int every = 0;
};

RunConfig runConfigOf(const GenerateOptions& options)
{
    RunConfig run = options.run;
    run.lattice.group = parseGroup(options.group);
    run.lattice.extents = Lattice::parse(options.lattice).extents();
    run.action.type = parseChoice<ActionType>(options.action);
    run.update.generator.type = parseChoice<GeneratorType>(options.generator);
    run.update.heatbath = parseChoice<HeatBathChoice>(options.heatbath);
    run.device.precision = parsePrecision(options.common.precision);
    if (options.start == "hot" || options.start == "cold") {
        run.update.start = parseChoice<Start>(options.start);
    } else {
        run.update.start = Start::File;
        run.update.file = options.start;
    }
    run.measure.every =
        options.every > 0 ? options.every : (options.output.empty() ? 1 : std::min(10, run.update.sweeps));
    run.output.saveEvery = options.output.empty() ? 0 : run.measure.every;
    run.output.format = parseChoice<FileFormat>(options.format);
    if (!options.output.empty()) {
        const std::filesystem::path prefix(options.output);
        run.output.directory = prefix.has_parent_path() ? prefix.parent_path().string() : ".";
        run.output.prefix = prefix.filename().string();
    }
    if (run.update.sweeps > 0 && run.measure.every > run.update.sweeps)
        throw InputError(fmt::format("--every {} is more than --sweeps {}: nothing would be measured",
                                     run.measure.every, run.update.sweeps));
    validate(run);
    return run;
}

int runGenerate(const GenerateOptions& options)
{
    const RunConfig run = runConfigOf(options);
    checkOutputs(options.common, configurationOutputs("--output", run), {run.update.file});
    CommonOptions common = options.common;
    common.sites = Lattice(run.lattice.extents).volume();
    warned(warningsOf(run));
    Device device = openDevice(common);
    const InterruptGuard guard;
    const auto profile = profileOf(device, options.common);
    const auto programs = programsOfChain(device, run, {});
    Ensemble ensemble(device, run);
    const Rescue rescue([&] { tell(ensemble, options.common, {}, /*complete=*/false); });
    const bool complete = runWithProgress(ensemble, {.quiet = options.common.quiet, .programs = programs});
    tell(ensemble, options.common, profile ? std::optional(profile->report()) : std::nullopt, complete);
    requireUpdates(ensemble);
    return complete ? success : interruptedExit;
}

} // namespace

void addGenerate(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<GenerateOptions>();
    CLI::App* command = app.add_subcommand("generate", "Generate and measure an ensemble, from flags");
    RunConfig::UpdateSection& update = options->run.update;
    command->add_option("--group", options->group, groupWords(" or "))->capture_default_str();
    command->add_option("--lattice", options->lattice, "Extents, LxLyLzLt")->required();
    command->add_option("--beta", options->run.action.beta, "2N/g^2")->required();
    command->add_option("--action", options->action, "wilson, symanzik, iwasaki, dbw2, or custom with --c1")
        ->capture_default_str();
    command->add_option("--c1", options->run.action.c1, "Coefficient of the rectangles of a custom action");
    command->add_option("--sweeps", update.sweeps, "Sweeps after thermalisation; one heat bath and its overrelaxations")
        ->capture_default_str();
    command->add_option("--overrelaxation", update.overrelaxation, "Overrelaxation sweeps after each heat bath")
        ->capture_default_str();
    command->add_option("--thermalisation", update.thermalisation, "Sweeps before the first measurement")
        ->capture_default_str();
    command->add_option("--start", options->start, "hot, cold, or a configuration file")->capture_default_str();
    command
        ->add_option("--every", options->every,
                     "Sweeps between measurements, and with --output between saved files (1, or 10 with --output)")
        ->check(positiveNumber());
    command->add_option("--output", options->output, "Save configurations as PREFIX.SWEEP.ildg or .nersc");
    command->add_option("--format", options->format, "ildg or nersc")->capture_default_str();
    command->add_option("--bits", options->run.output.bits, "32 or 64 bits per number in files")->capture_default_str();
    command->add_option("--heatbath", options->heatbath, "auto, kennedy-pendleton or creutz")->capture_default_str();
    command->add_option("--trials", update.trials,
                        fmt::format("Proposals per subgroup before it keeps its value ({}, with ranlux {})",
                                    defaultTrials(GeneratorType::Philox), defaultTrials(GeneratorType::Ranlux)));
    command->add_option("--generator", options->generator, "Random numbers: philox, ranlux or, with --benchmark, lcg")
        ->capture_default_str();
    command->add_option("--luxury", update.generator.luxury, "Luxury level of ranlux, 0 to 4")->capture_default_str();
    command->add_flag("--benchmark", update.benchmark, "Measure the time only: allows lcg, which is not for physics")
        ->excludes("--output");
    command->add_option("--reunitarise", update.reunitariseEvery, "Sweeps between projections on the group")
        ->capture_default_str();
    command->add_option("--seed", update.seed, "Seed of the random numbers")->capture_default_str();
    command->add_option("--key-version", update.keyVersion,
                        "How random numbers follow from the seed (3): 1 and 2 repeat runs of older programs");
    addOutputOptions(*command, options->common);
    addDeviceOptions(*command, options->common);
    addDivisionOptions(*command, options->common);
    addProfileOption(*command, options->common);
    command->callback([options, &chosen] { chosen = [options] { return runGenerate(*options); }; });
}

} // namespace gaugegl::cli

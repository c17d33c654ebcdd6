// gaugegl generate: an ensemble from flags.
#include "ensemble_run.h"
#include "key_options.h"
#include "outputs.h"
#include "ranks.h"
#include "report.h"

#include "gaugegl/base/error.h"
#include "run/programs_of_run.h"
#include "run/run_folder.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct GenerateOptions {
    explicit GenerateOptions(CLI::App& command) : keys(command, {}) {}

    CommonOptions common;
    KeyOptions keys;
    std::string start = "hot", output;
    bool benchmark = false;
    int every = 0;
};

RunConfig runConfigOf(const GenerateOptions& options)
{
    RunConfig run = options.keys.run();
    run.update.benchmark = options.benchmark;
    run.device.precision = parsePrecision(options.common.precision);
    setStart(run.update, options.start);
    run.measure.every =
        options.every > 0 ? options.every : (options.output.empty() ? 1 : std::min(10, run.update.sweeps));
    run.output.saveEvery = options.output.empty() ? 0 : run.measure.every;
    if (!options.output.empty()) {
        setPrefix(run.output, options.output);
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
    const Rescue rescue([&] { reportResults(ensemble, options.common, {}, /*complete=*/false); });
    const bool complete = runWithProgress(ensemble, {.quiet = options.common.quiet, .programs = programs});
    reportResults(ensemble, options.common, profile ? std::optional(profile->report()) : std::nullopt, complete);
    requireUpdates(ensemble);
    return complete ? success : interruptedExit;
}

} // namespace

void addGenerate(CLI::App& app, Runner& chosen)
{
    CLI::App* command = app.add_subcommand("generate", "Generate and measure an ensemble, from flags");
    auto options = std::make_shared<GenerateOptions>(*command);
    KeyOptions& keys = options->keys;
    keys.add("--group", "lattice.group");
    keys.require("--lattice", "lattice.extents");
    keys.require("--beta", "action.beta");
    keys.add("--action", "action.type");
    keys.add("--c1", "action.c1");
    keys.add("--sweeps", "update.sweeps");
    keys.add("--overrelaxation", "update.overrelaxation");
    keys.add("--thermalisation", "update.thermalisation");
    command->add_option("--start", options->start, "hot, cold, or a configuration file")->capture_default_str();
    command
        ->add_option("--every", options->every,
                     "Sweeps between measurements, and with --output between saved files (1, or 10 with --output)")
        ->check(positiveNumber());
    command->add_option("--output", options->output, "Save configurations as PREFIX.SWEEP.ildg or .nersc");
    keys.add("--format", "output.format");
    keys.add("--bits", "output.bits");
    keys.add("--heatbath", "update.heatbath");
    keys.add("--trials", "update.trials");
    keys.add("--generator", "update.generator");
    keys.add("--luxury", "update.luxury");
    command->add_flag("--benchmark", options->benchmark, "Measure the time only: allows lcg, which is not for physics")
        ->excludes("--output");
    keys.add("--reunitarise", "update.reunitarise_every");
    keys.add("--seed", "update.seed");
    keys.add("--key-version", "update.key_version");
    addOutputOptions(*command, options->common);
    addDeviceOptions(*command, options->common);
    addDivisionOptions(*command, options->common);
    addProfileOption(*command, options->common);
    command->callback([options, &chosen] { chosen = [options] { return runGenerate(*options); }; });
}

} // namespace gaugegl::cli

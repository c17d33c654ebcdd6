// gaugegl generate: an ensemble from flags.
#include "ensemble_run.h"
#include "ranks.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct GenerateOptions : EnsembleOptions {
    explicit GenerateOptions(CLI::App& command) : EnsembleOptions(command, {}) { start = choiceName(Start::Hot); }

    bool benchmark = false;
};

int runGenerate(const GenerateOptions& options)
{
    const int sweeps = options.keys.run().update.sweeps;
    const int every = options.every > 0 ? options.every : options.output.empty() ? 1 : std::min(10, sweeps);
    RunConfig run = runOf(options, every);
    run.update.benchmark = options.benchmark;
    if (sweeps > 0 && every > sweeps)
        throw InputError(fmt::format("--every {} is more than --sweeps {}: nothing would be measured", every, sweeps));
    validate(run);
    return makeEnsemble(options, run);
}

} // namespace

void addGenerate(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<GenerateOptions>(
        app, chosen, "generate", "Generate and measure an ensemble, from options", runGenerate);
    KeyOptions& keys = options.keys;
    addTheoryOptions(keys);
    keys.add("--sweeps", "update.sweeps");
    keys.add("--overrelaxation", "update.overrelaxation");
    keys.add("--thermalisation", "update.thermalisation");
    addStartOption(command, options);
    command
        .add_option("--every", options.every,
                    "Sweeps between measurements, and with --output between saved files (1, or 10 with --output)")
        ->check(positiveNumber());
    command.add_option("--output", options.output, "Save configurations as PREFIX.SWEEP.ildg or .nersc");
    keys.add("--format", "output.format");
    keys.add("--bits", "output.bits");
    keys.add("--heatbath", "update.heatbath");
    keys.add("--trials", "update.trials");
    keys.add("--generator", "update.generator");
    keys.add("--luxury", "update.luxury");
    command.add_flag("--benchmark", options.benchmark, "Measure the time only: allows lcg, which is not for physics")
        ->excludes("--output");
    keys.add("--reunitarise", "update.reunitarise_every");
    keys.add("--seed", "update.seed");
    keys.add("--key-version", "update.key_version");
    addOutputOptions(command, options.common);
    addDeviceOptions(command, options.common);
    addDivisionOptions(command, options.common);
    addProfileOption(command, options.common);
}

} // namespace gaugegl::cli

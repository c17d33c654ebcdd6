// gaugegl flow: the gradient flow of configurations, its scales, and the topological charge.
#include "measured_files.h"

namespace gaugegl::cli {
namespace {

RunConfig defaultFlow()
{
    RunConfig run = runWith("flow");
    run.flow->time = 3;
    return run;
}

} // namespace

void addFlow(CLI::App& app, Runner& chosen)
{
    CLI::App* command = app.add_subcommand("flow", "The gradient flow: t0, w0, topological charge and susceptibility");
    auto options = std::make_shared<FileOptions>(*command, defaultFlow());
    addFileOptions(*command, *options);
    options->keys.add("--time", "flow.time");
    options->keys.add("--every", "flow.record");
    options->keys.add("--step", "flow.step");
    options->keys.add("--tolerance", "flow.tolerance");
    options->keys.add("--action", "flow.action");
    options->keys.add("--improved", "flow.improved");
    options->keys.add("--reference", "flow.reference");
    addMeasurementOptions(
        *command, *options,
        "Draw PREFIX-energy.png, of several configurations also PREFIX-charge.png and PREFIX-charges.png, and as SVG");
    command->callback([options, &chosen] { chosen = [options] { return measureFiles(*options, "flow"); }; });
}

} // namespace gaugegl::cli

// gaugegl run: from a run file to configurations, results, figures and a summary.
#include "profile_report.h"
#include "run_chain.h"
#include "run_options.h"

#include "gaugegl/base/error.h"

#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

int runRun(const RunOptions& options)
{
    const RunConfig run = configured(options);
    if (run.scan) throw InputError(fmt::format("{} has a section [scan]: it is for `gaugegl scan`", options.file));
    checkRunOutputs(options, run);
    Chain chain(run, options.overwrite);
    Device device = openDevice(run, options.common);
    const bool prints = printsText(options.common);
    if (prints)
        fmt::print("{}: {} + {} {} on {} ({} shaders, {})\n", runTitle(run), run.update.thermalisation,
                   run.update.sweeps, updateName(run, 2), device.context().capabilities().renderer, name(device.path()),
                   precisionName(run));
    std::fflush(stdout);

    const InterruptGuard guard;
    const std::string again = commandAgain("run", options);
    const ChainEnd end = chain.run(device, {.quiet = options.common.quiet,
                                            .prints = prints,
                                            .again = again,
                                            .label = updateName(run, 2),
                                            .json = options.common.json,
                                            .profile = options.common.profile});
    if (end.complete) return success;
    fmt::print(stderr, "{}", interruptedMessage(run, again, end.sweeps));
    return interruptedExit;
}

} // namespace

void addRun(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Generate, measure, save and plot an ensemble from a run file");
    addRunOptions(*command, *options);
    addProfileOption(*command, options->common);
    command->callback([options, &chosen] { chosen = [options] { return runRun(*options); }; });
}

} // namespace gaugegl::cli

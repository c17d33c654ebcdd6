// gaugegl run: from a run file to configurations, results, figures and a summary.
#include "report.h"
#include "run_options.h"

#include "chain/ensemble_report.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {

int carryOut(const RunOptions& options)
{
    const RunConfig run = configured(options);
    if (run.scan) throw InputError(fmt::format("{} has a section [scan]: it is for `gaugegl scan`", options.file));
    checkRunOutputs(options, run);
    const bool prints = printsText(options.common);
    RunSetup setup = setupOf(options, updateName(run, 2));
    if (prints) setup.listener.print = [](const std::string& text) { printOut("{}", text); };
    if (!options.common.json.empty())
        setup.listener.results = [&](const std::string& text) { writeOutput(text, options.common.json); };
    Run chain(run, setup);
    const ChainBackend backend = openBackend(chain.config(), options.common);
    if (prints) printOut("{}: {}\n", runTitle(run), workText(run, backend));
    std::fflush(stdout);

    const InterruptGuard guard;
    const RunEnd end = chain.finish(backend);
    if (end.complete) return success;
    sayOnStandardError(end.interruption);
    return interruptedExit;
}

void addRun(CLI::App& app, Runner& chosen)
{
    const auto [command, options] = addCommand<RunOptions>(
        app, chosen, "run", "Generate, measure, save and plot an ensemble from a run file", carryOut);
    addRunOptions(command, options);
    addProfileOption(command, options.common);
}

} // namespace gaugegl::cli

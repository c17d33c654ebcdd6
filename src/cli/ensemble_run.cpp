#include "ensemble_run.h"

#include "outputs.h"
#include "report.h"
#include "run_options.h"

#include "chain/ensemble_report.h"
#include "chain/ensemble_work.h"
#include "chain/hmc_report.h"
#include "chain/trajectories.h"
#include "gaugegl/base/interrupt.h"
#include "report/profile_report.h"
#include "run/programs_of_run.h"

#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

void reportEnsemble(const Ensemble& ensemble, const CommonOptions& options, Profile* profile, bool complete)
{
    const auto spent = profile ? std::optional(profile->report()) : std::nullopt;
    if (printsText(options)) printOut("{}{}", summary(ensemble), spent ? "\n" + profileTable(*spent) : "");
    if (!options.json.empty()) {
        nlohmann::json result = toJson(ensemble);
        const char* speed = ensemble.config().hmc ? "seconds_per_trajectory" : "sweeps_per_second";
        result[speed] = timing(ensemble.history())[speed];
        if (!complete) result["complete"] = false;
        if (spent) result["profile"] = report::toJson(*spent);
        writeJson(result, options.json);
    }
    std::fflush(stdout);
    if (!complete)
        printError("gaugegl: interrupted; the results are those of the {} until then\n",
                   updateName(ensemble.config(), 2));
}

} // namespace

void addTheoryOptions(KeyOptions& keys)
{
    keys.add("--group", "lattice.group");
    keys.require("--lattice", "lattice.extents");
    keys.require("--beta", "action.beta");
    keys.add("--action", "action.type");
    keys.add("--c1", "action.c1");
}

void addStartOption(CLI::App& command, EnsembleOptions& options)
{
    command.add_option("--start", options.start, "hot, cold, or a configuration file")->capture_default_str();
}

RunConfig runOf(const EnsembleOptions& options, int every)
{
    RunConfig run = options.keys.run();
    setStart(run.update, options.start);
    setPrecision(run, options.common.precision);
    run.measure.every = every;
    if (options.output.empty()) return run;
    run.output.saveEvery = every;
    setPrefix(run.output, options.output);
    return run;
}

int makeEnsemble(const EnsembleOptions& options, const RunConfig& run)
{
    std::vector<Output> outputs = configurationOutputs("--output", run);
    outputs.push_back({"--history", options.history});
    checkOutputs(options.common, std::move(outputs), {run.update.file});
    CommonOptions common = options.common;
    common.precision = name(run.device.precision);
    if (run.hmc && common.path == "cpu") common.path = "auto"; // of what is measured
    common.sites = Lattice(run.lattice.extents).volume();
    warned(warningsOf(run));
    const ChainBackend backend = openBackend(common, precisionOnCpu(run));
    const InterruptGuard guard;
    const auto profile = profileOf(backend, common);
    const auto programs = programsOfChain(backend, run, makeTrajectories);
    Ensemble ensemble(backend, run, makeTrajectories);
    std::optional<TrajectoryTable> table;
    if (!options.history.empty()) table.emplace(options.history, ensemble);
    const Rescue rescue([&] { reportEnsemble(ensemble, options.common, nullptr, /*complete=*/false); });
    const bool complete = [&] {
        EnsembleWork work(ensemble, {.progress = progressOnStandardError(updateName(run, 2), 0, options.common.quiet),
                                     .programs = programs,
                                     .warn = [](const std::string& text) { warned({text}); },
                                     .swept =
                                         [&] {
                                             if (table) table->add();
                                         }});
        while (work.advance(Polling::Wait)) {
        }
        return work.complete();
    }();
    reportEnsemble(ensemble, options.common, profile.get(), complete);
    requireUpdates(ensemble);
    return complete ? success : interruptedExit;
}

} // namespace gaugegl::cli

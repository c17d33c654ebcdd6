#include "ensemble_run.h"

#include "report.h"

#include "run/ensemble_work.h"

#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {

bool runWithProgress(Ensemble& ensemble, const ProgressLine& line, const std::function<void()>& swept)
{
    EnsembleWork work(ensemble, {.progress = progressOnStandardError(line.label, 0, line.quiet),
                                 .programs = line.programs,
                                 .warn = [](const std::string& text) { warned({text}); },
                                 .swept = swept});
    while (work.advance(Polling::Wait)) {
    }
    return work.complete();
}

void reportResults(const Ensemble& ensemble, const CommonOptions& options, const std::optional<ProfileReport>& spent,
                   bool complete)
{
    const RunConfig& config = ensemble.config();
    if (printsText(options)) printOut("{}", summary(ensemble));
    if (printsText(options) && spent) printOut("\n{}", profileTable(*spent));
    if (!options.json.empty()) {
        nlohmann::json result = toJson(ensemble);
        const char* speed = config.hmc ? "seconds_per_trajectory" : "sweeps_per_second";
        result[speed] = timing(ensemble.history())[speed];
        if (!complete) result["complete"] = false;
        if (spent) result["profile"] = report::toJson(*spent);
        writeJson(result, options.json);
    }
    std::fflush(stdout);
    if (!complete)
        printError("gaugegl: interrupted; the results are those of the {} until then\n", updateName(config, 2));
}

} // namespace gaugegl::cli

#include "run/run_results.h"

#include "base/output_file.h"
#include "chain/ensemble_report.h"
#include "chain/hmc_report.h"
#include "gaugegl/analysis/autocorrelation.h"
#include "report/plot.h"
#include "report/profile_report.h"
#include "report/warnings.h"

#include <fmt/format.h>

namespace gaugegl {

std::vector<std::string> drawFigures(const RunConfig& config, const EnsembleHistory& history,
                                     const Measurements& measurements, const SharedFolder& folder)
{
    const std::string run = runTitle(config);
    const auto sweeps = series(history, [](const Measurement& m) { return double(m.sweep); });
    const auto plaquette = series(history, &GaugeObservables::plaquette);
    const analysis::Estimate plaquetteMean = analysis::gammaMethod(plaquette);
    std::vector<std::string> files;
    const auto keep = [&](const auto& draw, auto&&... what) {
        if (!report::timeForFigures()) return; // they are drawn when the run goes on
        const std::vector<std::string> made = draw(what...);
        files.insert(files.end(), made.begin(), made.end());
    };
    keep(report::plotHistory,
         report::Figure{FilePlace(folder, "plaquette-history"), run, updateName(config), "plaquette"},
         report::History{sweeps, plaquette, plaquetteMean, knownPlaquette(config)});
    keep(report::plotHistogram,
         report::Figure{FilePlace(folder, "plaquette-histogram"), run, "plaquette", "measurements"},
         analysis::histogram(plaquette), plaquetteMean);
    if (config.hmc) keep(drawTrajectories, config, history, folder);
    for (const ObservablePart& one : measuredOthers(config)) {
        if (!one.of->complex) continue; // history.csv has them
        const FilePlace name(folder, one.column);
        const std::string magnitudeOf = fmt::format("|{}|", one.symbol);
        const std::vector<double> magnitude = series(history, one, numbersOf(one).back());
        const analysis::Estimate mean = analysis::gammaMethod(magnitude);
        keep(report::plotHistory, report::Figure{name + "-history", run, updateName(config), magnitudeOf},
             report::History{sweeps, magnitude, mean, {}});
        keep(report::plotHistogram, report::Figure{name + "-histogram", run, magnitudeOf, "measurements"},
             analysis::histogram(magnitude), mean);
        std::vector<std::complex<double>> values;
        for (const Measurement& m : history.measurements)
            values.push_back(m.values.of(one));
        keep(report::plotScatter,
             report::Figure{name + "-scatter", run, fmt::format("Re {}", one.symbol), fmt::format("Im {}", one.symbol)},
             values, config.lattice.group);
    }
    for (const auto& one : measurements)
        keep([&] { return one->figures(folder); });
    return files;
}

nlohmann::json writeResults(const Ensemble& ensemble, const RunFolder& folder, const Measurements& measurements,
                            const RunEnding& how)
{
    const RunConfig& run = ensemble.config();
    const int sweeps = ensemble.history().sweeps;
    nlohmann::json results = toJson(ensemble);
    for (const auto& one : measurements) {
        results[one->key()] = one->results();
        results.update(one->derived());
    }
    results["complete"] = how.complete;
    results["figures"] = nlohmann::json::array();
    writeTextFile(folder.place("history.csv"), toCsv(ensemble));
    if (run.hmc) writeTextFile(folder.place("trajectories.csv"), trajectoriesToCsv(ensemble));
    report::Json times = timing(ensemble.history());
    if (how.profile) times["profile"] = report::toJson(*how.profile);
    report::writeJson(times, folder.place("timing.json"));
    if (how.draws && run.output.plots && !ensemble.history().measurements.empty()) {
        if (report::plotsAvailable()) {
            results["figures"] = drawFigures(run, ensemble.history(), measurements, folder.opened());
        } else if (how.print)
            how.print("no figures: gnuplot is not installed\n");
    }
    Warnings warnings = warningsOf(ensemble);
    for (const auto& one : measurements) {
        append(warnings, one->warnings(sweeps));
        append(warnings, report::warningsIn({{one->key(), results[one->key()]}}));
    }
    results["warnings"] = warnings;
    report::writeJson(results, folder.place("results.json"));
    if (how.print)
        how.print(
            fmt::format("{}/: results.json, timing.json, history.csv, {}run.toml, {} configurations, {} figures\n",
                        run.output.directory, run.hmc ? "trajectories.csv, " : "", results["configurations"].size(),
                        results["figures"].size()));
    const char* speed = run.hmc ? "seconds_per_trajectory" : "sweeps_per_second";
    results[speed] = times[speed];
    if (how.profile) results["profile"] = times["profile"];
    return results;
}

} // namespace gaugegl

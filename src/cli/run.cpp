// gaugegl run: the main job, from a run file to configurations, results, figures and a summary.
#include "ensemble_report.h"
#include "plot.h"

#include "gaugegl/analysis/literature.h"
#include "gaugegl/core/error.h"
#include "gaugegl/core/output_file.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct RunOptions {
    CommonOptions common;
    std::string file, output;
    std::optional<std::uint64_t> seed;
    bool overwrite = false;
};

/// The run with what the command line overrides.
RunConfig configured(const RunOptions& options)
{
    RunConfig run = loadRunConfig(options.file);
    if (!options.output.empty()) run.output.directory = options.output;
    if (options.seed) run.update.seed = *options.seed;
    if (options.common.path != "auto") run.device.path = parseChoice<PathChoice>(options.common.path);
    if (!options.common.precision.empty()) run.device.precision = parsePrecision(options.common.precision);
    if (options.common.device >= 0) run.device.device = options.common.device;
    validate(run);
    return run;
}

/// Makes the folder of the results.  Results that are there are not replaced unasked.
void prepareFolder(const std::filesystem::path& folder, bool overwrite)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw FileError(folder.string(), "cannot make this folder: " + error.message());
    if (!overwrite && std::filesystem::exists(folder / "results.json"))
        throw FileError((folder / "results.json").string(),
                        "results are here already; give --overwrite, or another folder with --output");
}

std::vector<std::string> drawFigures(const Ensemble& ensemble)
{
    const RunConfig& config = ensemble.config();
    const EnsembleHistory& history = ensemble.history();
    const std::filesystem::path folder(config.output.directory);
    const EnsembleAverages a = averages(history);
    const std::string run = fmt::format("SU({}) {}, beta = {}", colours(config.lattice.group),
                                        Lattice(config.lattice.extents).name(), config.action.beta);
    const auto sweeps = series(history, [](const Measurement& m) { return double(m.sweep); });
    const auto plaquette = series(history, [](const Measurement& m) { return m.values.plaquette; });
    std::vector<std::string> files;
    const auto keep = [&](const std::vector<std::string>& made) {
        files.insert(files.end(), made.begin(), made.end());
    };
    keep(plotHistory(
        {(folder / "plaquette-history").string(), run, "sweep", "plaquette"},
        {sweeps, plaquette, a.plaquette,
         analysis::publishedPlaquette(config.lattice.group, Lattice(config.lattice.extents), config.action.beta)}));
    keep(plotHistogram({(folder / "plaquette-histogram").string(), run, "plaquette", "measurements"}, plaquette,
                       a.plaquette));
    for (Observable o : config.measure.observables) {
        if (o != Observable::PolyakovLoop) continue;
        const auto magnitude = series(history, [](const Measurement& m) { return std::abs(m.values.polyakovLoop); });
        keep(plotHistory({(folder / "polyakov-history").string(), run, "sweep", "|L|"},
                         {sweeps, magnitude, a.polyakovAbs, {}}));
        keep(plotHistogram({(folder / "polyakov-histogram").string(), run, "|L|", "measurements"}, magnitude,
                           a.polyakovAbs));
        std::vector<std::complex<double>> loops;
        for (const Measurement& m : history.measurements)
            loops.push_back(m.values.polyakovLoop);
        keep(plotScatter({(folder / "polyakov-scatter").string(), run, "Re L", "Im L"}, loops, config.lattice.group));
    }
    return files;
}

int runRun(const RunOptions& options)
{
    const RunConfig run = configured(options);
    const std::filesystem::path folder(run.output.directory);
    CommonOptions common = options.common;
    common.path = choiceName<PathChoice>(run.device.path);
    common.precision = name(run.device.precision);
    common.device = run.device.device.value_or(-1);
    Device device = openDevice(common);
    const bool prints = printsText(options.common);
    if (prints)
        fmt::print("{} {}, beta = {}: {} + {} sweeps on {} ({} shaders, {})\n", name(run.lattice.group),
                   Lattice(run.lattice.extents).name(), run.action.beta, run.update.thermalisation, run.update.sweeps,
                   device.context().capabilities().renderer, name(device.path()), name(device.precision()));
    std::fflush(stdout);
    prepareFolder(folder, options.overwrite);
    Ensemble ensemble(device, run);
    bool complete = false;
    std::vector<std::string> files = runWithProgress(ensemble, options.common.quiet, complete);

    nlohmann::json results = toJson(ensemble, files);
    results["complete"] = complete;
    writeTextFile((folder / "run.toml").string(), toToml(run));
    writeTextFile((folder / "history.csv").string(), toCsv(ensemble.history()));
    if (prints) fmt::print("\n{}\n", summary(ensemble));
    results["figures"] = nlohmann::json::array();
    if (run.output.plots && !ensemble.history().measurements.empty()) {
        if (plotsAvailable())
            results["figures"] = drawFigures(ensemble);
        else if (prints)
            fmt::print("no figures: gnuplot is not installed\n");
    }
    writeJson(results, (folder / "results.json").string());
    if (!options.common.json.empty()) writeJson(results, options.common.json);
    if (prints) {
        fmt::print("{}/: results.json, history.csv, run.toml", folder.string());
        fmt::print(", {} configurations, {} figures\n", files.size(), results["figures"].size());
    }
    if (!complete) fmt::print(stderr, "gaugegl: interrupted; the results are those of the sweeps until then\n");
    return complete ? success : interruptedExit;
}

} // namespace

void addRun(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<RunOptions>();
    options->common.precision = "";
    CLI::App* command =
        app.add_subcommand("run", "The main job: generate, measure, save and plot an ensemble from a run file");
    command->add_option("file", options->file, "Run file, TOML; see demos/runs")->required();
    command->add_option("--output", options->output, "Folder of the results, instead of the run file's");
    command->add_option("--seed", options->seed, "Seed of the random numbers, instead of the run file's");
    command->add_flag("--overwrite", options->overwrite, "Replace results that are in the folder");
    addOutputOptions(*command, options->common);
    addContextOptions(*command, options->common);
    addPassOption(*command, options->common);
    command->add_option("--path", options->common.path, "auto, fragment or compute, instead of the run file's")
        ->check(CLI::IsMember({"auto", "fragment", "compute"}));
    command->add_option("--precision", options->common.precision, "single or double, instead of the run file's")
        ->check(CLI::IsMember({"single", "double"}));
    command->callback([options, &chosen] { chosen = [options] { return runRun(*options); }; });
}

} // namespace gaugegl::cli

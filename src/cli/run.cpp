// gaugegl run: the main job, from a run file to configurations, results, figures and a summary.
#include "ensemble_report.h"
#include "plot.h"
#include "run_fermions.h"

#include "gaugegl/analysis/literature.h"
#include "gaugegl/core/error.h"
#include "gaugegl/core/output_file.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct RunOptions {
    CommonOptions common;
    std::string file, output;
    RunOverrides overrides;
    std::optional<std::uint64_t> seed;
    bool overwrite = false;
};

/// The run with what the command line overrides.
RunConfig configured(const RunOptions& options)
{
    RunConfig run = loadRunConfig(options.file, options.overrides);
    if (!options.output.empty()) run.output.directory = options.output;
    if (options.seed) run.update.seed = *options.seed;
    if (options.common.path != "auto") run.device.path = parseChoice<PathChoice>(options.common.path);
    if (!options.common.precision.empty()) run.device.precision = parsePrecision(options.common.precision);
    if (!options.common.storage.empty()) run.device.storage = parseStorage(options.common.storage);
    if (options.common.device >= 0) run.device.device = options.common.device;
    validate(run);
    return run;
}

std::vector<std::string> drawFigures(const Ensemble& ensemble)
{
    const RunConfig& config = ensemble.config();
    const EnsembleHistory& history = ensemble.history();
    const std::filesystem::path folder(config.output.directory);
    const EnsembleAverages a = averages(history);
    const std::string run = runTitle(config);
    const auto sweeps = series(history, [](const Measurement& m) { return double(m.sweep); });
    const auto plaquette = series(history, [](const Measurement& m) { return m.values.plaquette; });
    std::vector<std::string> files;
    const auto keep = [&](const std::vector<std::string>& made) {
        files.insert(files.end(), made.begin(), made.end());
    };
    keep(plotHistory({(folder / "plaquette-history").string(), run, "sweep", "plaquette"},
                     {sweeps, plaquette, a.plaquette, knownPlaquette(config)}));
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

/// A word of a command line as a shell takes it.
std::string shellWord(const std::string& word)
{
    const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_-./,:=+@%", c) != nullptr; };
    if (!word.empty() && std::ranges::all_of(word, plain)) return word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

/// The command that goes on with this run.
std::string commandAgain(const RunOptions& options)
{
    std::string text = "gaugegl run " + shellWord(options.file);
    const auto add = [&text](const char* option, const std::string& value) {
        if (!value.empty()) text += fmt::format(" {} {}", option, shellWord(value));
    };
    add("--output", options.output);
    for (const std::string& one : options.overrides)
        add("--set", one);
    if (options.seed) add("--seed", std::to_string(*options.seed));
    if (options.common.path != "auto") add("--path", options.common.path);
    add("--precision", options.common.precision);
    add("--storage", options.common.storage);
    if (options.common.device >= 0) add("--device", std::to_string(options.common.device));
    add("--gl", options.common.glVersion);
    add("--json", options.common.json);
    return text;
}

int sweepsOf(const RunConfig& run) { return run.update.thermalisation + run.update.sweeps; }

/// Writes the checkpoint of a run now and then.
class Checkpoints {
public:
    Checkpoints(const RunFolder& folder, int seconds) : folder_(&folder), seconds_(seconds) {}

    /// The sweep of the checkpoint in the folder; nothing if there is none.
    std::optional<int> sweep() const { return folder_->has("checkpoint") ? sweep_ : std::nullopt; }

    /// The checkpoint in the folder is that of this chain, or becomes it.
    void begin(const Ensemble& ensemble, bool isThere)
    {
        if (isThere)
            sweep_ = ensemble.history().sweeps;
        else
            save(ensemble);
    }
    void afterSweep(const Ensemble& ensemble)
    {
        if (seconds_ == 0 || std::chrono::steady_clock::now() - last_ >= std::chrono::seconds(seconds_)) save(ensemble);
    }
    void save(const Ensemble& ensemble)
    {
        if (sweep_ == ensemble.history().sweeps) return;
        ensemble.save(folder_->file("checkpoint"));
        sweep_ = ensemble.history().sweeps;
        last_ = std::chrono::steady_clock::now();
    }

private:
    const RunFolder* folder_;
    int seconds_;
    std::optional<int> sweep_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// The checkpoint of this run in the folder, if there is one.
std::optional<CheckpointReader> openCheckpoint(const RunFolder& folder, const RunConfig& run)
{
    constexpr const char* advice = "give --overwrite to start again, or another folder with --output";
    const std::string path = folder.file("checkpoint");
    if (!folder.has("checkpoint")) {
        if (folder.has("results.json"))
            throw FileError(folder.file("results.json"), fmt::format("results are here already; {}", advice));
        return std::nullopt;
    }
    std::optional<CheckpointReader> checkpoint;
    try {
        checkpoint.emplace(path);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}; this checkpoint cannot be used, and nothing was changed: put a good copy in "
                                     "its place, or {}",
                                     error.what(), advice));
    }
    if (const auto other = firstDifference(checkpoint->head().run, run))
        throw FileError(path, fmt::format("the run that was begun here is another: {} was {}, now it is {}; {}",
                                          other->key, other->before, other->now, advice));
    return checkpoint;
}

/// Says where the run goes on, and when its numbers cannot be those of a run without a stop.
void announce(const Ensemble& ensemble, const CheckpointHead& from, bool quiet)
{
    const EnsembleHistory& history = ensemble.history();
    if (!quiet)
        fmt::print(stderr, "gaugegl: going on from sweep {} of {}\n", history.sweeps, sweepsOf(ensemble.config()));
    const std::string driver = driverName(ensemble.field().device()), program = "gaugegl " GAUGEGL_VERSION;
    if (history.drivers.size() > 1)
        fmt::print(stderr,
                   "gaugegl: warning: sweeps of this run were made by another driver ({}; now {}): its numbers are not "
                   "bit for bit those of one driver\n",
                   history.drivers.front() == driver ? history.drivers[1] : history.drivers.front(), driver);
    if (from.program != program)
        fmt::print(stderr, "gaugegl: warning: the checkpoint was written by {}, this is {}\n", from.program, program);
}

/// Figures, results and run file; the results come last.  Returns what --json gives.
nlohmann::json writeResults(const Ensemble& ensemble, const RunFolder& folder, bool complete, bool prints)
{
    const RunConfig& run = ensemble.config();
    const SpectrumOfRun spectrum(run, folder);
    nlohmann::json results = toJson(ensemble);
    if (run.spectrum) results["spectrum"] = spectrum.results(ensemble.history().sweeps);
    results["complete"] = complete;
    results["figures"] = nlohmann::json::array();
    writeTextFile(folder.file("history.csv"), toCsv(ensemble.history()));
    writeJson(timing(ensemble.history()), folder.file("timing.json"));
    if (run.output.plots && !ensemble.history().measurements.empty()) {
        if (plotsAvailable()) {
            std::vector<std::string> figures = drawFigures(ensemble);
            const std::vector<std::string> mesons = spectrum.figures(ensemble.history().sweeps);
            figures.insert(figures.end(), mesons.begin(), mesons.end());
            results["figures"] = figures;
        } else if (prints)
            fmt::print("no figures: gnuplot is not installed\n");
    }
    writeJson(results, folder.file("results.json"));
    if (prints)
        fmt::print("{}/: results.json, timing.json, history.csv, run.toml, {} configurations, {} figures\n",
                   run.output.directory, results["configurations"].size(), results["figures"].size());
    results["sweeps_per_second"] = timing(ensemble.history())["sweeps_per_second"];
    return results;
}

/// The run from where it is to its end or an interrupt.
int work(Ensemble& ensemble, const RunFolder& folder, const RunOptions& options, Checkpoints& checkpoints)
{
    const bool prints = printsText(options.common);
    const InterruptGuard guard;
    const SpectrumOfRun spectrum(ensemble.config(), folder);
    spectrum.catchUp(ensemble);
    bool complete = runWithProgress(
        ensemble, options.common.quiet, [&](const Ensemble& swept) { checkpoints.afterSweep(swept); },
        [&](const Ensemble& e, int sweep) { spectrum.measured(e, sweep); });
    checkpoints.save(ensemble);
    if (prints) fmt::print("\n{}", summary(ensemble));
    const std::string mesons = spectrum.summary(ensemble.history().sweeps);
    if (prints && !mesons.empty()) fmt::print("\n{}", mesons);
    if (complete && ensemble.config().inverter) {
        const Json inverter = inverterResults(ensemble, options.common.quiet);
        writeJson(inverter, folder.file("inverter.json"));
        if (prints) fmt::print("\n{}", inverterTable(inverter));
        complete = !interrupted();
    }
    if (prints) fmt::print("\n");
    const nlohmann::json results = writeResults(ensemble, folder, complete, prints);
    if (!options.common.json.empty()) writeJson(results, options.common.json);
    if (complete) {
        folder.removeCheckpoint();
        return success;
    }
    fmt::print(stderr,
               "gaugegl: interrupted; the results are those of the sweeps until then; `{}` goes on from sweep {} of "
               "{}\n",
               commandAgain(options), ensemble.history().sweeps, sweepsOf(ensemble.config()));
    return interruptedExit;
}

int runRun(const RunOptions& options)
{
    const RunConfig run = configured(options);
    std::signal(SIGXFSZ, SIG_IGN); // a file above the limit of `ulimit -f` is an error like a full disk, not a death
    const RunFolder folder(run.output.directory);
    if (options.overwrite) folder.removeRun();
    std::optional<CheckpointReader> from = openCheckpoint(folder, run);

    CommonOptions common = options.common;
    common.path = choiceName<PathChoice>(run.device.path);
    common.precision = name(run.device.precision);
    common.storage = name(run.device.storage);
    common.device = run.device.device.value_or(-1);
    Device device = openDevice(common);
    if (printsText(options.common))
        fmt::print("{}: {} + {} sweeps on {} ({} shaders, {})\n", runTitle(run), run.update.thermalisation,
                   run.update.sweeps, device.context().capabilities().renderer, name(device.path()),
                   name(device.precision()));
    std::fflush(stdout);

    Ensemble ensemble = from ? Ensemble(device, run, *from) : Ensemble(device, run);
    const bool goesOn = from.has_value();
    if (goesOn) announce(ensemble, from->head(), options.common.quiet);
    from.reset(); // an open file would hold the space of the checkpoint that the next one replaces
    writeTextFile(folder.file("run.toml"), toToml(run)); // before anything that an --overwrite would have to find
    Checkpoints checkpoints(folder, run.output.checkpointSeconds);
    const auto advised = [&](const Error& error) {
        const auto sweep = checkpoints.sweep();
        return sweep ? fmt::format("{}; when that is mended, `{}` goes on from sweep {} of {}", error.what(),
                                   commandAgain(options), *sweep, sweepsOf(run))
                     : std::string(error.what());
    };
    try {
        checkpoints.begin(ensemble, goesOn);
        return work(ensemble, folder, options, checkpoints);
    } catch (const DeviceError& error) {
        throw DeviceError(advised(error));
    } catch (const Error& error) {
        throw InputError(advised(error));
    }
}

} // namespace

void addRun(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<RunOptions>();
    options->common.precision = options->common.storage = "";
    CLI::App* command =
        app.add_subcommand("run", "The main job: generate, measure, save and plot an ensemble from a run file");
    command->add_option("file", options->file, "Run file, TOML; see demos/runs")->required();
    command->add_option("--output", options->output, "Folder of the results, instead of the run file's");
    command->add_option("--seed", options->seed, "Seed of the random numbers, instead of the run file's");
    command->add_option("--set", options->overrides,
                        "Another value for a key of the run file, as TOML: --set update.sweeps=20");
    command->add_flag("--overwrite", options->overwrite, "Remove the run that is in the folder and start again");
    addOutputOptions(*command, options->common);
    addContextOptions(*command, options->common);
    addPassOption(*command, options->common);
    command->add_option("--path", options->common.path, "auto, fragment or compute, instead of the run file's")
        ->check(CLI::IsMember({"auto", "fragment", "compute"}));
    command->add_option("--precision", options->common.precision, "single or double, instead of the run file's")
        ->check(CLI::IsMember({"single", "double"}));
    command->add_option("--storage", options->common.storage, "texture or buffer, instead of the run file's")
        ->check(CLI::IsMember({"texture", "buffer"}));
    command->callback([options, &chosen] { chosen = [options] { return runRun(*options); }; });
}

} // namespace gaugegl::cli

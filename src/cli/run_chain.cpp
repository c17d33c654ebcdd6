#include "run_chain.h"

#include "hmc_report.h"
#include "plot.h"
#include "profile_report.h"
#include "run_fermions.h"
#include "run_measurements.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/output_file.h"
#include "gaugegl/run/trajectories.h"

#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

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
    const auto keep = [&](const auto& draw, auto&&... what) {
        if (!timeForFigures()) return; // they are drawn when the run goes on
        const std::vector<std::string> made = draw(what...);
        files.insert(files.end(), made.begin(), made.end());
    };
    keep(plotHistory, Figure{(folder / "plaquette-history").string(), run, updateName(config), "plaquette"},
         History{sweeps, plaquette, a.plaquette, knownPlaquette(config)});
    keep(plotHistogram, Figure{(folder / "plaquette-histogram").string(), run, "plaquette", "measurements"}, plaquette,
         a.plaquette);
    if (config.hmc) keep(drawTrajectories, ensemble);
    for (Observable o : config.measure.observables) {
        if (o != Observable::PolyakovLoop) continue;
        const auto magnitude = series(history, [](const Measurement& m) { return std::abs(m.values.polyakovLoop); });
        keep(plotHistory, Figure{(folder / "polyakov-history").string(), run, updateName(config), "|L|"},
             History{sweeps, magnitude, a.polyakovAbs, {}});
        keep(plotHistogram, Figure{(folder / "polyakov-histogram").string(), run, "|L|", "measurements"}, magnitude,
             a.polyakovAbs);
        std::vector<std::complex<double>> loops;
        for (const Measurement& m : history.measurements)
            loops.push_back(m.values.polyakovLoop);
        keep(plotScatter, Figure{(folder / "polyakov-scatter").string(), run, "Re L", "Im L"}, loops,
             config.lattice.group);
    }
    return files;
}

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
        if (seconds_ == 0 || saved_.seconds() >= seconds_) save(ensemble);
    }
    void save(const Ensemble& ensemble)
    {
        if (sweep_ == ensemble.history().sweeps) return;
        ensemble.save(folder_->file("checkpoint"));
        sweep_ = ensemble.history().sweeps;
        saved_.restart();
    }

private:
    const RunFolder* folder_;
    int seconds_;
    std::optional<int> sweep_;
    Stopwatch saved_;
};

constexpr const char* advice = "give --overwrite to start again, or another folder with --output";

/// Throws FileError for a folder without a checkpoint that holds what the run would replace.
void requireUnused(const RunFolder& folder, const RunConfig& run)
{
    if (folder.has("results.json"))
        throw FileError(folder.file("results.json"),
                        fmt::format("results are here already, but not the checkpoint that their run would go on from "
                                    "(versions of old kept none); {}",
                                    advice));
    for (const std::string& file : configurationFiles(run, sweepsOf(run)))
        if (std::filesystem::is_regular_file(file))
            throw FileError(file,
                            fmt::format("this configuration is here already, but no run that made it; {}", advice));
}

/// The checkpoint of this run in the folder, be the run finished or not, if there is one.
std::optional<CheckpointReader> openCheckpoint(const RunFolder& folder, const RunConfig& run)
{
    const std::string path = folder.file("checkpoint");
    if (!folder.has("checkpoint")) return std::nullopt;
    std::optional<CheckpointReader> checkpoint;
    try {
        checkpoint.emplace(path);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}; this checkpoint cannot be used, and nothing was changed: put a good copy in "
                                     "its place, or {}",
                                     error.what(), advice));
    }
    try {
        requireSameRun(*checkpoint, run);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}; {}", error.what(), advice));
    }
    return checkpoint;
}

/// Says where the run goes on, and when its numbers cannot be those of a run without a stop.
void announce(const Ensemble& ensemble, const CheckpointHead& from, bool quiet)
{
    const EnsembleHistory& history = ensemble.history();
    const int all = sweepsOf(ensemble.config());
    if (!quiet && history.sweeps == all)
        fmt::print(stderr, "gaugegl: all {} {} are done; tables and figures are made again\n", all,
                   updateName(ensemble.config(), all));
    else if (!quiet)
        fmt::print(stderr, "gaugegl: going on from {} {} of {}\n", updateName(ensemble.config()), history.sweeps, all);
    const std::string driver = driverName(ensemble.field().device()), program = "gaugegl " GAUGEGL_VERSION;
    if (history.drivers.size() > 1)
        fmt::print(stderr,
                   "gaugegl: warning: {} of this run were made by another driver ({}; now {}): its numbers are not "
                   "bit for bit those of one driver\n",
                   updateName(ensemble.config(), 2),
                   history.drivers.front() == driver ? history.drivers[1] : history.drivers.front(), driver);
    if (from.program != program)
        fmt::print(stderr, "gaugegl: warning: the checkpoint was written by {}, this is {}\n", from.program, program);
}

using Measurements = std::vector<std::unique_ptr<SweepMeasurement>>;

/// How a run ended, and whether it is told.
struct Ending {
    bool complete, prints, draws;
    std::optional<ProfileReport> profile = {}; ///< where the time went, if that is wanted
};

/// Figures, results and run file; the results come last.  Returns what --json gives.
nlohmann::json writeResults(const Ensemble& ensemble, const RunFolder& folder, const Measurements& measurements,
                            const Ending& how)
{
    const RunConfig& run = ensemble.config();
    const int sweeps = ensemble.history().sweeps;
    nlohmann::json results = toJson(ensemble);
    for (const auto& one : measurements)
        results[one->key()] = one->results(sweeps);
    results["complete"] = how.complete;
    results["figures"] = nlohmann::json::array();
    writeTextFile(folder.file("history.csv"), toCsv(ensemble));
    if (run.hmc) writeTextFile(folder.file("trajectories.csv"), trajectoriesToCsv(ensemble));
    Json times = timing(ensemble.history());
    if (how.profile) times["profile"] = toJson(*how.profile);
    writeJson(times, folder.file("timing.json"));
    if (how.draws && run.output.plots && !ensemble.history().measurements.empty()) {
        if (plotsAvailable()) {
            std::vector<std::string> figures = drawFigures(ensemble);
            for (const auto& one : measurements) {
                if (!timeForFigures()) break;
                const std::vector<std::string> more = one->figures(sweeps);
                figures.insert(figures.end(), more.begin(), more.end());
            }
            results["figures"] = figures;
        } else if (how.prints)
            fmt::print("no figures: gnuplot is not installed\n");
    }
    writeJson(results, folder.file("results.json"));
    if (how.prints)
        fmt::print("{}/: results.json, timing.json, history.csv, {}run.toml, {} configurations, {} figures\n",
                   run.output.directory, run.hmc ? "trajectories.csv, " : "", results["configurations"].size(),
                   results["figures"].size());
    const char* speed = run.hmc ? "seconds_per_trajectory" : "sweeps_per_second";
    results[speed] = times[speed];
    if (how.profile) results["profile"] = times["profile"];
    return results;
}

/// How it is told of.
struct Line {
    const ChainTelling& telling;
    std::optional<std::size_t> programs; ///< programsOfChain
};

/// The chain from where it is to its end or an interrupt.
ChainEnd work(Ensemble& ensemble, const RunFolder& folder, const Line& line, Checkpoints& checkpoints)
{
    const ChainTelling& telling = line.telling;
    const Measurements measurements = measurementsOf(ensemble.config(), folder);
    for (const auto& one : measurements)
        one->catchUp(ensemble);
    GrowingFile history(folder.file("history.csv"), toCsv(ensemble));
    std::optional<TrajectoryTable> trajectories;
    if (ensemble.config().hmc) trajectories.emplace(folder.file("trajectories.csv"), ensemble);
    const Rescue rescue([&] {
        writeResults(ensemble, folder, measurements, {.complete = false, .prints = false, .draws = false});
        fmt::print(stderr, "{}", interruptedMessage(ensemble.config(), telling.again, checkpoints.sweep()));
    });
    ChainEnd end;
    end.complete = runWithProgress(
        ensemble, {telling.label, telling.quiet, line.programs},
        [&](const Ensemble& swept) {
            if (trajectories) trajectories->add();
            checkpoints.afterSweep(swept);
        },
        [&](const Ensemble& e, int sweep) {
            history.append(csvRow(e, e.history().measurements.back()));
            for (const auto& one : measurements)
                one->measured(e, sweep);
        });
    checkpoints.save(ensemble);
    end.sweeps = ensemble.history().sweeps;
    if (telling.prints) fmt::print("\n{}", summary(ensemble));
    for (const auto& one : measurements)
        if (const std::string text = one->summary(end.sweeps); telling.prints && !text.empty())
            fmt::print("\n{}", text);
    if (end.complete && ensemble.config().inverter) {
        const Json inverter = inverterResults(ensemble, telling.quiet);
        writeJson(inverter, folder.file("inverter.json"));
        if (telling.prints) fmt::print("\n{}", inverterTable(inverter));
        end.complete = !interrupted();
    }
    Ending ending{.complete = end.complete, .prints = telling.prints, .draws = true, .profile = {}};
    if (Profile* profile = ensemble.field().device().profile()) ending.profile = profile->report();
    if (telling.prints && ending.profile) fmt::print("\n{}", profileTable(*ending.profile));
    if (telling.prints) fmt::print("\n");
    const Json results = writeResults(ensemble, folder, measurements, ending);
    if (!telling.json.empty()) writeJson(results, telling.json);
    requireUpdates(ensemble);
    return end;
}

} // namespace

std::string interruptedMessage(const RunConfig& run, const std::string& again, std::optional<int> sweep)
{
    return fmt::format("gaugegl: interrupted; the results are those of the {} until then; `{}` goes on from {} {} of "
                       "{}\n",
                       updateName(run, 2), again, updateName(run), sweep.value_or(0), sweepsOf(run));
}

Device openDevice(const RunConfig& run, const CommonOptions& options)
{
    CommonOptions common = options;
    common.path = choiceName<PathChoice>(run.device.path);
    common.precision = name(run.device.precision);
    common.storage = name(run.device.storage);
    common.device = run.device.device.value_or(-1);
    return openDevice(common);
}

Chain::Chain(const RunConfig& run, bool overwrite) : run_(run), folder_(run.output.directory)
{
    if (overwrite) folder_.removeRun(run_.update.file);
    from_ = openCheckpoint(folder_, run_);
    if (!from_ && !overwrite) requireUnused(folder_, run_);
    if (from_) run_ = resumedFrom(from_->head().run, run_);
}

ChainEnd Chain::run(Device& device, const ChainTelling& telling)
{
    const auto profile = telling.profile ? std::make_unique<Profile>(device) : nullptr;
    const auto programs = programsOfChain(device, run_, makeTrajectories, from_.has_value());
    Ensemble ensemble =
        from_ ? Ensemble(device, run_, *from_, makeTrajectories) : Ensemble(device, run_, makeTrajectories);
    const bool goesOn = from_.has_value();
    if (goesOn) announce(ensemble, from_->head(), telling.quiet);
    from_.reset(); // an open file would hold the space of the checkpoint that the next one replaces
    writeTextFile(folder_.file("run.toml"), toToml(run_)); // before anything that an --overwrite would have to find
    Checkpoints checkpoints(folder_, run_.output.checkpointSeconds);
    const auto advised = [&](const Error& error) {
        const auto sweep = checkpoints.sweep();
        return sweep ? fmt::format("{}; when that is mended, `{}` goes on from {} {} of {}", error.what(),
                                   telling.again, updateName(run_), *sweep, sweepsOf(run_))
                     : std::string(error.what());
    };
    try {
        checkpoints.begin(ensemble, goesOn);
        return work(ensemble, folder_, {telling, programs}, checkpoints);
    } catch (const DeviceError& error) {
        throw DeviceError(advised(error));
    } catch (const UnsolvedError& error) {
        throw UnsolvedError(advised(error));
    } catch (const DiskError& error) {
        throw DiskError(advised(error));
    } catch (const Error& error) {
        throw InputError(advised(error));
    }
}

} // namespace gaugegl::cli

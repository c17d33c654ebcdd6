#include "run/run_status.h"

#include "base/file_lock.h"
#include "base/shell_word.h"
#include "base/text_file.h"
#include "chain/ensemble_report.h"
#include "chain/hmc_report.h"
#include "chain/measurement_columns.h"
#include "gaugegl/base/error.h"
#include "report/csv_table.h"
#include "report/json_integer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace gaugegl {
namespace {

namespace fs = std::filesystem;

constexpr report::CsvGaps growing = {.cells = true, .end = true};

std::string fileIn(const std::string& folder, const char* name) { return (fs::path(folder) / name).string(); }

bool isThere(const std::string& folder, const char* name)
{
    std::error_code none;
    return fs::exists(fs::path(folder) / name, none);
}

/// One that an int holds.
bool isWholeNumber(double value) { return std::abs(value) <= std::numeric_limits<int>::max() && value == int(value); }

std::vector<Measurement> readMeasured(const std::string& file)
{
    const std::vector<MeasurementColumn> columns = measurementColumns();
    std::vector<std::string> names;
    names.reserve(columns.size());
    for (const MeasurementColumn& column : columns)
        names.push_back(column.name);
    const auto numbers = report::readColumns(file, names, growing);
    std::vector<Measurement> measurements(numbers.front().size());
    for (std::size_t i = 0; i < measurements.size(); ++i) {
        if (!isWholeNumber(numbers[0][i]) || !std::isfinite(numbers[1][i]))
            throw FileError(file, fmt::format("has no sweep with its plaquette in line {}", i + 2));
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (std::isfinite(numbers[c][i])) columns[c].set(measurements[i], numbers[c][i]);
    }
    return measurements;
}

std::vector<TrajectoryRecord> readTrajectories(const std::string& file)
{
    const auto numbers =
        report::readColumns(file, {"delta_h", "accepted", "failed", "solver_iterations", "plaquette"}, {.end = true});
    std::vector<TrajectoryRecord> trajectories;
    for (std::size_t i = 0; i < numbers.front().size(); ++i) {
        if (!isWholeNumber(numbers[3][i]))
            throw FileError(file, fmt::format("has no number of iterations in line {}", i + 2));
        trajectories.push_back(
            {numbers[0][i], numbers[1][i] != 0, numbers[2][i] != 0, int(numbers[3][i]), numbers[4][i]});
    }
    return trajectories;
}

/// results.json; null if there is none.
report::Json readResults(const std::string& file)
{
    const std::optional<std::string> text = textOfFile(file);
    if (!text) return nullptr;
    report::Json json = report::parsedJson(*text);
    if (!json.is_object() || !json.contains("complete") || !json.contains("measurements"))
        throw FileError(file, "does not hold the results of a run");
    return json;
}

/// The sweeps after thermalisation that results are of.
int sweepsIn(const report::Json& results, const RunConfig& run)
{
    const char* key = run.hmc ? "trajectories" : "sweeps";
    try {
        return report::integerIn(results.value(key, report::Json()));
    } catch (const InputError&) {
        return 0;
    }
}

/// What the rows of the tables say of the sweeps that are done, and what the process itself said.
int sweepsDone(const RunStatus& status)
{
    const EnsembleHistory& history = status.history;
    const int thermalisation = status.run->update.thermalisation;
    int sweeps = int(history.trajectories.size());
    if (!history.measurements.empty()) sweeps = std::max(sweeps, thermalisation + history.measurements.back().sweep);
    if (status.progress) sweeps = std::max(sweeps, status.progress->sweeps);
    if (status.results.is_object() && !status.run->hmc)
        sweeps = std::max(sweeps, thermalisation + sweepsIn(status.results, *status.run));
    return std::min(sweeps, sweepsOf(*status.run));
}

RunState stateOf(const RunStatus& status)
{
    if (status.process) return RunState::Running;
    if (status.progress && status.progress->state == RunProgress::State::Failed) return RunState::Failed;
    if (!status.results.is_null() && status.results["complete"] == true &&
        sweepsIn(status.results, *status.run) == status.run->update.sweeps)
        return RunState::Finished;
    const bool stopped = status.progress ? status.progress->state == RunProgress::State::Interrupted
                                         : !status.results.is_null(); // programs of old wrote no progress
    if (stopped) return RunState::Interrupted;
    return status.checkpointAge ? RunState::Killed : RunState::NeverBegun;
}

/// The names of the folders with a run in this one, sorted.
std::vector<std::string> runFoldersIn(const std::string& folder)
{
    std::vector<std::string> found;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, none))
        if (entry.is_directory(none) && isThere(entry.path().string(), "run.toml"))
            found.push_back(entry.path().filename().string());
    std::ranges::sort(found);
    return found;
}

/// What a file says that a user may copy to a shell; empty where it is no command of this program alone.
std::string commandIn(const std::string& text)
{
    return text.starts_with("gaugegl ") && isCommandLine(text) ? text : "";
}

/// Empty where there is none.
RunList readRunList(const std::string& folder)
{
    const std::optional<std::string> text = textOfFile(fileIn(folder, runListName));
    if (!text) return {};
    try {
        const report::Json json = report::parsedJson(*text);
        RunList list{json.at("runs").get<std::vector<std::string>>(), commandIn(json.at("again").get<std::string>())};
        const auto isInside = [](const std::string& name) {
            return !name.empty() && name != "." && name != ".." && fs::path(name).filename() == name;
        };
        if (std::ranges::all_of(list.folders, isInside)) return list;
        throw FileError(fileIn(folder, runListName), "names runs outside its folder");
    } catch (const nlohmann::json::exception&) {
        throw FileError(fileIn(folder, runListName), "does not hold the list of the runs of a scan");
    }
}

double secondsSince(fs::file_time_type time)
{
    return std::chrono::duration<double>(fs::file_time_type::clock::now() - time).count();
}

void readFiles(RunStatus& status)
{
    const std::string& folder = status.folder;
    status.run = loadRunConfig(fileIn(folder, "run.toml"));
    status.run->output.directory = folder;
    if (isThere(folder, "history.csv")) status.history.measurements = readMeasured(fileIn(folder, "history.csv"));
    if (status.run->hmc && isThere(folder, "trajectories.csv"))
        status.history.trajectories = readTrajectories(fileIn(folder, "trajectories.csv"));
    status.progress = readProgress(fileIn(folder, "progress.json"));
    status.results = readResults(fileIn(folder, "results.json"));
    if (status.progress && status.progress->heatBath) status.history.heatBath = *status.progress->heatBath;
    status.history.sweeps = sweepsDone(status);
    status.configurations =
        configurationsThere(*status.run, std::int64_t(status.history.sweeps) - status.run->update.thermalisation);
}

} // namespace

std::optional<int> RunStatus::checkpoint() const
{
    if (!checkpointAge) return std::nullopt;
    if (progress && progress->checkpoint) return progress->checkpoint;
    return std::nullopt;
}

std::string RunStatus::command() const
{
    if (!again.empty()) return again;
    if (progress && commandIn(progress->again).starts_with("gaugegl scan")) return progress->again;
    return fmt::format("gaugegl run {} --output {}", shellFile(fileIn(folder, "run.toml")), shellFile(folder));
}

std::optional<std::string> RunStatus::device() const
{
    if (progress) return fmt::format("{}, {} shaders, {}", progress->device, progress->path, progress->precision);
    if (!results.is_null() && results.contains("device") && results["device"].is_string())
        return results["device"].get<std::string>();
    return std::nullopt;
}

std::optional<double> RunStatus::acceptance() const
{
    double found = std::numeric_limits<double>::quiet_NaN();
    if (run && run->hmc)
        found = averagesOfTrajectories(*run, history).acceptance.mean;
    else if (!results.is_null() && results.contains("acceptance") && results["acceptance"].is_number())
        found = results["acceptance"].get<double>();
    else if (history.heatBath.proposals > 0)
        found = gaugegl::acceptance(history);
    return std::isfinite(found) ? std::optional(found) : std::nullopt;
}

std::optional<double> RunStatus::sweepsPerSecond() const
{
    if (state != RunState::Running || !progress || progress->process != process) return std::nullopt;
    const TimedSweeps& timed = progress->measured.sweeps > 0 ? progress->measured : progress->thermalisation;
    if (timed.sweeps == 0 || timed.seconds <= 0) return std::nullopt;
    return timed.sweeps / timed.seconds;
}

std::optional<double> RunStatus::secondsLeft() const
{
    if (!sweepsPerSecond()) return std::nullopt;
    const double left = progress->secondsLeft(run->update.thermalisation);
    if (!std::isfinite(left)) return std::nullopt;
    return std::max(left - std::max(secondsSince1970() - progress->updated, 0.0), 0.0);
}

bool RunStatus::leavesOutMeasurements() const { return progress && progress->measured.sweeps == 0; }

nlohmann::json RunStatus::means() const
{
    nlohmann::json means = meansToJson(*run, history);
    if (results.is_null()) return means;
    for (auto& [name, value] : means.items())
        if (results.contains(name)) value = results[name]; // from more digits than those of tables
    return means;
}

bool isRunFolder(const std::string& folder)
{
    return isThere(folder, "run.toml") || isThere(folder, "checkpoint") ||
           (isThere(folder, "lock") && !isThere(folder, runListName));
}

RunStatus readStatus(const std::string& folder)
{
    std::error_code none;
    if (!fs::exists(folder, none)) throw FileError(folder, "there is no such folder");
    if (!fs::is_directory(folder, none)) throw FileError(folder, "is a file, not the folder of a run");
    RunStatus status;
    status.folder = folder;
    status.process = lockHolder(fileIn(folder, "lock"));
    if (!isRunFolder(folder))
        throw FileError(folder, "holds no run: neither run.toml, nor a checkpoint, nor folders with them");
    if (!isThere(folder, "run.toml")) {
        if (!status.process)
            throw FileError(fileIn(folder, "run.toml"),
                            "is missing, but a run would be watched by it; the same `gaugegl run` writes it again");
        status.state = RunState::Running;
        return status;
    }
    const auto written = fs::last_write_time(fileIn(folder, "checkpoint"), none);
    if (!none) status.checkpointAge = secondsSince(written);
    readFiles(status);
    status.state = stateOf(status);
    const bool ofThisHistory = !status.results.is_null() && status.state != RunState::Running &&
                               status.results["measurements"] == status.history.measurements.size();
    if (!ofThisHistory) status.results = nullptr;
    return status;
}

std::optional<int> sweepsOfResults(const RunConfig& run)
{
    const std::string file = fileIn(run.output.directory, "results.json");
    const report::Json results = readResults(file);
    if (results.is_null() || results["complete"] != true) return std::nullopt;
    if (!results.contains(run.hmc ? "trajectories" : "sweeps"))
        throw FileError(file, "does not say how many sweeps it is of");
    return sweepsIn(results, run);
}

void writeRunList(const FilePlace& file, const RunList& list)
{
    report::writeJson({{"runs", list.folders}, {"again", list.again}}, file);
}

std::vector<RunStatus> readRunsIn(const std::string& folder)
{
    const RunList list = readRunList(folder);
    std::vector<std::string> names = list.folders;
    for (const std::string& name : runFoldersIn(folder))
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    std::vector<RunStatus> runs;
    for (std::size_t k = 0; k < names.size(); ++k) {
        const std::string one = (fs::path(folder) / names[k]).string();
        RunStatus& status = runs.emplace_back();
        if (isThere(one, "run.toml") || isThere(one, "lock")) status = readStatus(one);
        status.folder = one;
        if (k < list.folders.size()) status.again = list.again;
    }
    return runs;
}

} // namespace gaugegl

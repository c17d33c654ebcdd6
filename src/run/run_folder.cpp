#include "run/run_folder.h"

#include "base/file_name.h"
#include "base/text_file.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/output_file.h"
#include "gaugegl/run/checkpoint.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

namespace gaugegl {
namespace {

namespace fs = std::filesystem;

/// A list of files being removed: written before the first goes, removed after the last.
constexpr const char* removalList = "being-removed.txt";

/// What every run writes besides configurations.  Not run.toml: it may be the run file that the user wrote.
constexpr std::array resultFiles = {
    "checkpoint",
    "results.json",
    "timing.json",
    "progress.json",
    "history.csv",
    "trajectories.csv",
    "dh-history.png",
    "dh-history.svg",
    "condensate-history.png",
    "condensate-history.svg",
    "plaquette-history.png",
    "plaquette-history.svg",
    "plaquette-histogram.png",
    "plaquette-histogram.svg",
    "polyakov-history.png",
    "polyakov-history.svg",
    "polyakov-histogram.png",
    "polyakov-histogram.svg",
    "polyakov-scatter.png",
    "polyakov-scatter.svg",
    "pion-correlators.png",
    "pion-correlators.svg",
    "pion-mass.png",
    "pion-mass.svg",
    "pion-masses.png",
    "pion-masses.svg",
    "pion-kappa.png",
    "pion-kappa.svg",
    "loops-masses.png",
    "loops-masses.svg",
    "loops-potential.png",
    "loops-potential.svg",
    "flow-energy.png",
    "flow-energy.svg",
    "flow-charge.png",
    "flow-charge.svg",
    "flow-charges.png",
    "flow-charges.svg",
    "inverter.json",
};

void addNames(std::set<std::string>& names, const std::vector<std::string>& files)
{
    for (const std::string& one : files)
        names.insert(fs::path(one).filename().string());
}

bool savesAt(const RunConfig& run, std::int64_t sweep)
{
    return run.output.saveEvery > 0 && sweep > 0 && sweep <= run.update.sweeps && sweep % run.output.saveEvery == 0 &&
           sweep % run.measure.every == 0;
}

/// The names in a list of results.json.
std::vector<std::string> listed(const nlohmann::json& results, const char* key)
{
    std::vector<std::string> files;
    if (!results.is_object() || !results.contains(key) || !results[key].is_array()) return files;
    for (const auto& one : results[key])
        if (one.is_string()) files.push_back(one.get<std::string>());
    return files;
}

void removeFile(const fs::path& path)
{
    std::error_code error;
    if (!fs::is_regular_file(fs::symlink_status(path, error))) return;
    fs::remove(path, error);
    if (error) throw FileError(path.string(), "cannot be removed: " + error.message());
}

} // namespace

int sweepsOf(const RunConfig& run) { return run.update.thermalisation + run.update.sweeps; }

std::string configurationFile(const RunConfig& run, std::int64_t sweep)
{
    const char* suffix = run.output.format == FileFormat::Nersc ? "nersc" : "ildg";
    return (fs::path(run.output.directory) / fmt::format("{}.{:05}.{}", run.output.prefix, sweep, suffix)).string();
}

std::vector<std::string> configurationFiles(const RunConfig& run, int sweeps)
{
    std::vector<std::string> files;
    const std::int64_t last = std::int64_t{sweeps} - run.update.thermalisation;
    for (std::int64_t sweep = 1; sweep <= last; ++sweep)
        if (savesAt(run, sweep)) files.push_back(configurationFile(run, sweep));
    return files;
}

std::string sweepFile(const std::string& name, int sweep) { return fmt::format("{}.{:05}.json", name, sweep); }

RunFolder::RunFolder(const std::string& directory, Access access) : path_(directory)
{
    requireFileName(directory);
    if (!writesFiles() || access == Access::Read) return;
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) failToWrite(directory, "cannot make this folder", error.value());
    lock_.emplace(file("lock"), "another `gaugegl run` is at work in this folder; wait until it ends, or give another "
                                "folder with --output");
    removeListed();
    removeHalfWritten();
}

std::set<std::string> RunFolder::filesOfRun() const
{
    std::set<std::string> names(resultFiles.begin(), resultFiles.end());
    const auto results =
        nlohmann::json::parse(textOfFile(file("results.json")).value_or(""), nullptr, /*allow_exceptions=*/false);
    addNames(names, listed(results, "configurations"));
    addNames(names, listed(results, "figures"));
    // What cannot be read has nothing to say here: these files go or are replaced anyway.
    try {
        if (has("run.toml")) addConfigurations(names, loadRunConfig(file("run.toml")));
    } catch (const InputError&) { // NOLINT(bugprone-empty-catch)
    }
    try {
        if (has("checkpoint")) addConfigurations(names, CheckpointReader(file("checkpoint")).head().run);
    } catch (const InputError&) { // NOLINT(bugprone-empty-catch)
    }
    return names;
}

std::vector<std::string> RunFolder::filesThere() const
{
    std::set<std::string> names = filesOfRun();
    names.insert("run.toml");
    std::vector<std::string> files;
    for (const std::string& name : names)
        if (has(name)) files.push_back(file(name));
    return files;
}

void RunFolder::addConfigurations(std::set<std::string>& names, const RunConfig& run) const
{
    static const std::regex number(R"(.*\.(\d{5,10})\.(?:ildg|nersc))");
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
        const std::string name = entry.path().filename().string();
        std::smatch parts;
        if (!std::regex_match(name, parts, number)) continue;
        const std::int64_t sweep = std::stoll(parts[1]);
        if (savesAt(run, sweep) && fs::path(configurationFile(run, sweep)).filename() == name) names.insert(name);
    }
    const auto addEvery = [&](const char* what, int every) {
        for (std::int64_t sweep = every; sweep <= run.update.sweeps; sweep += every)
            if (has(sweepFile(what, int(sweep)))) names.insert(sweepFile(what, int(sweep)));
    };
    if (run.spectrum) addEvery("mesons", run.spectrum->every);
    if (run.condensate) addEvery("condensate", run.condensate->every);
    if (run.loops) addEvery("loops", run.loops->every);
    if (run.flow) addEvery("flow", run.flow->every);
}

void RunFolder::removeRun(const std::string& start) const
{
    if (!writesFiles()) return;
    std::string list;
    for (const std::string& name : filesOfRun()) {
        if (!has(name)) continue;
        std::error_code none;
        if (fs::equivalent(path_ / name, start, none))
            throw FileError(start, "the run would begin from this configuration, which --overwrite removes; give "
                                   "another folder with --output");
        list += name + "\n";
    }
    if (list.empty()) return;
    writeTextFile(file(removalList), list);
    removeListed();
}

void RunFolder::removeListed() const
{
    if (!has(removalList)) return;
    std::istringstream list(requiredTextOfFile(file(removalList)));
    for (std::string name; std::getline(list, name);)
        if (!name.empty()) removeFile(path_ / fs::path(name).filename());
    removeFile(file(removalList));
}

void RunFolder::removeHalfWritten() const
{
    // The temporary names of OutputFile and of the figures.
    static const std::regex temporary(R"((.+)\.(?:part-\d+-\d+|\d+\.tmp))");
    static const std::regex configuration(R"(.+\.\d{5,}\.(?:ildg|nersc|json))");
    std::vector<fs::path> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
        const std::string name = entry.path().filename().string();
        std::smatch parts;
        if (!std::regex_match(name, parts, temporary)) continue;
        const std::string whole = parts[1];
        if (std::ranges::count(resultFiles, whole) > 0 || whole == "run.toml" || whole == removalList ||
            std::regex_match(whole, configuration))
            found.push_back(entry.path());
    }
    for (const fs::path& path : found)
        removeFile(path);
}

} // namespace gaugegl

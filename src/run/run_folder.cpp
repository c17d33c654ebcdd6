#include "run/run_folder.h"

#include "base/descriptors.h"
#include "base/output_file.h"
#include "base/text_file.h"
#include "chain/checkpoint.h"
#include "gaugegl/base/error.h"
#include "measure/measurement.h"
#include "measure/record_file.h"
#include "report/json.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <numeric>
#include <regex>
#include <sstream>
#include <system_error>

namespace gaugegl {
namespace {

namespace fs = std::filesystem;

/// A list of files being removed: written before the first goes, removed after the last.
constexpr const char* removalList = "being-removed.txt";

/// What runs write besides configurations.  Not run.toml: it may be the run file that the user wrote.
const std::set<std::string>& resultFiles()
{
    static const std::set<std::string> all = [] {
        std::set<std::string> names = {"checkpoint",  "results.json",     "timing.json",  "progress.json",
                                       "history.csv", "trajectories.csv", "inverter.json"};
        std::string figures = "dh-history plaquette-history plaquette-histogram polyakov-history polyakov-histogram "
                              "polyakov-scatter";
        for (const measure::Kind& kind : measure::kinds()) {
            names.insert(measure::recordFile(kind.name));
            figures += fmt::format(" {}", kind.figures);
        }
        std::istringstream words(figures);
        for (std::string figure; words >> figure;)
            for (const char* ending : {".png", ".svg"})
                names.insert(figure + ending);
        return names;
    }();
    return all;
}

void addNames(std::set<std::string>& names, const std::vector<std::string>& files)
{
    for (const std::string& one : files)
        names.insert(fs::path(one).filename().string());
}

/// The names in a list of results.json.
std::vector<std::string> listed(const report::Json& results, const char* key)
{
    std::vector<std::string> files;
    if (!results.is_object() || !results.contains(key) || !results[key].is_array()) return files;
    for (const auto& one : results[key])
        if (one.is_string()) files.push_back(one.get<std::string>());
    return files;
}

/// The sweeps of which the folder has a file BEGINNING.SWEEP.ENDING, named as the program does.
std::set<std::int64_t> numbersIn(const fs::path& folder, const std::string& beginning, const std::string& ending)
{
    std::set<std::int64_t> numbers;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(beginning + ".")) continue;
        const char* first = name.data() + beginning.size() + 1;
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(first, name.data() + name.size(), number);
        if (error == std::errc() && number > 0 && name == fmt::format("{}.{:05}.{}", beginning, number, ending))
            numbers.insert(number);
    }
    return numbers;
}

} // namespace

std::vector<std::string> configurationsThere(const RunConfig& run, std::int64_t last)
{
    std::vector<std::string> files;
    for (const std::int64_t sweep : numbersIn(run.output.directory, run.output.prefix, configurationEnding(run)))
        if (sweep <= last && savesAt(run, sweep)) files.push_back(configurationFile(run, sweep));
    return files;
}

std::string sweepFile(const std::string& name, int sweep) { return fmt::format("{}.{:05}.json", name, sweep); }

RunFolder::RunFolder(const std::string& directory, Access access) : path_(FilePlace(directory).path())
{
    if (!writesFiles() || access == Access::Read) return;
    made_.make(path_);
    folder_ = std::make_shared<OpenFolder>(directory);
    lock_.emplace(place("lock"), "another `gaugegl run` is at work in this folder; wait until it ends, or give another "
                                 "folder with --output");
    removeListed();
    removeHalfWritten();
}

RunFolder::Made::~Made()
{
    std::error_code none;
    for (const fs::path& folder : folders_)
        if (fs::exists(folder, none) && !(fs::is_empty(folder, none) && fs::remove(folder, none))) return;
}

void RunFolder::Made::make(const fs::path& folder)
{
    std::error_code error;
    for (fs::path missing = folder; !missing.empty() && !fs::exists(missing, error); missing = missing.parent_path())
        folders_.push_back(missing);
    fs::create_directories(folder, error);
    if (error) failToWrite(folder.string(), "cannot make this folder", error.value());
}

FilePlace RunFolder::place(const std::string& name) const
{
    return folder_ ? FilePlace(folder_, name) : FilePlace::ofProgram(file(name));
}

void RunFolder::requireNoLink(const std::string& name) const
{
    const FilePlace there = place(name);
    if (whatIsAt(there) == NameOf::Link)
        throw FileError(there.path(), "is a symbolic link, which is not followed here; remove it");
}

std::vector<std::string> RunFolder::resultsThere() const
{
    std::vector<std::string> names;
    std::ranges::copy_if(resultFiles(), std::back_inserter(names),
                         [this](const std::string& name) { return has(name); });
    return names;
}

std::vector<std::string> RunFolder::sweepFiles(const std::string& name, int every, std::int64_t last) const
{
    std::vector<std::string> names;
    if (name.empty()) return names;
    for (const std::int64_t sweep : numbersIn(path_, name, "json"))
        if (sweep <= last && sweep % every == 0) names.push_back(sweepFile(name, int(sweep)));
    return names;
}

std::set<std::string> RunFolder::filesOfRun() const
{
    std::set<std::string> names = resultFiles();
    // What cannot be read has nothing to say here: these files go or are replaced anyway.
    try {
        const report::Json results = report::parsedJson(textOfFile(file("results.json")).value_or(""));
        addNames(names, listed(results, "configurations"));
        addNames(names, listed(results, "figures"));
    } catch (const InputError&) { // NOLINT(bugprone-empty-catch)
    }
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
    for (const std::int64_t sweep : numbersIn(path_, run.output.prefix, configurationEnding(run)))
        if (savesAt(run, sweep)) names.insert(fs::path(configurationFile(run, sweep)).filename().string());
    for (const measure::Kind& kind : measure::kinds()) {
        const std::optional<int> every = kind.every(run);
        if (!every) continue;
        for (const std::string& name : sweepFiles(kind.oldName, *every, run.update.sweeps))
            names.insert(name);
    }
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
    writeTextFile(place(removalList), list);
    removeListed();
}

/// Nothing but a file.
void RunFolder::remove(const std::string& name) const
{
    const FilePlace file = place(name);
    if (whatIsAt(file) == NameOf::File && !removeFile(file))
        throw FileError(file.path(), "cannot be removed: " + std::generic_category().message(errno));
}

void RunFolder::removeListed() const
{
    const std::optional<std::string> text = textOfFile(file(removalList));
    if (!text) return;
    std::istringstream list(*text);
    for (std::string name; std::getline(list, name);)
        if (fs::path(name).filename() == name && name != "." && name != "..") remove(name);
    remove(removalList);
}

void RunFolder::removeHalfWritten() const
{
    // The temporary names of OutputFile, and those that figures had in programs of old.
    static const std::regex temporary(R"((.+)\.(?:part-\d+-\d+|\d+\.tmp))");
    static const std::regex configuration(R"(.+\.\d{5,}\.(?:ildg|nersc|json))");
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
        const std::string name = entry.path().filename().string();
        std::smatch parts;
        if (!std::regex_match(name, parts, temporary)) continue;
        const std::string whole = parts[1];
        if (resultFiles().contains(whole) || whole == "run.toml" || whole == removalList ||
            std::regex_match(whole, configuration))
            found.push_back(name);
    }
    for (const std::string& name : found)
        remove(name);
}

} // namespace gaugegl

// Options of commands that are keys of run files: what they mean, their kind, words and default are those of the key.
#pragma once

#include "command.h"

#include "gaugegl/config/run_config.h"

#include <deque>
#include <functional>

namespace gaugegl::cli {

/// Must live as long as the command.
class KeyOptions {
public:
    /// Defaults are the values of `run`.
    KeyOptions(CLI::App& command, RunConfig run) : command_(&command), run_(std::move(run)) {}

    /// An option for a key, such as "update.sweeps".  Its section may have it with some values of other keys alone.
    CLI::Option* add(const std::string& option, const std::string& key);
    /// One that has no default.
    void require(const std::string& option, const std::string& key);
    /// Options for all keys that a section may have but for the sweeps between measurements and `without`: "--max-iterations" for
    /// max_iterations.  set() then throws for what the section requires.
    void addSection(const std::string& section, const std::vector<std::string>& without = {});
    /// "--flow.time 2" for those, which all take a value and are not in the help of the command: `gaugegl manual run-file` has them.
    void addUnlisted(const std::string& section);

    /// Whether the command line has an option for the key.
    bool isGiven(const std::string& key) const;
    /// Whether it has one for any key of the section.
    bool isSectionGiven(const std::string& section) const;
    /// The run with what the command line says.
    RunConfig run() const;
    /// The same, without what its sections require and the command line lacks.
    RunConfig given() const;
    /// Gives a run that has the sections what the command line says.  Throws InputError, naming the option, for a value that its key does
    /// not take, for a key that its section lacks with the values of others, and for one that it requires.
    void set(RunConfig& run) const;
    /// Does what throws RunConfigError for keys, and turns that into the error of an option: "--step -1 must be ..".
    void named(const std::function<void()>& check) const;

private:
    struct Given {
        std::string key;
        bool selects = false;                ///< which keys its section has depends on it
        bool required = false;               ///< its section must have it
        std::vector<std::string> words = {}; ///< one, or those of a list
        CLI::Option* option = nullptr;
    };

    CLI::Option* add(const std::string& option, const std::string& key, bool flags);
    void setGiven(RunConfig& run) const;
    void setOne(RunConfig& run, const Given& one) const;
    void requireKeys(RunConfig& run, const std::string& section) const;
    /// Null where there is none.
    const Given* of(const std::string& key) const;
    /// "--operator wilson": what decides on the keys of a section in a run; empty: nothing.
    std::string selection(RunConfig& run, const std::string& section) const;

    CLI::App* command_;
    RunConfig run_;
    std::deque<Given> all_;          ///< options keep where the words are
    std::vector<std::string> whole_; ///< sections that are there as a whole
};

/// Adds a section with its defaults to a run, measured on each sweep.
void open(RunConfig& run, const std::string& section);
/// A run with that.
RunConfig runWith(const std::string& section);

/// "--max-iterations" for max_iterations.
std::string optionOf(std::string_view key);

/// The keys of a section, with every value of those on which others depend, but for the sweeps between measurements.
std::vector<std::string> keysOf(const std::string& section);

} // namespace gaugegl::cli

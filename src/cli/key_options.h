// Options of commands that are keys of run files: what they mean, their kind, words and default are those of the key.
#pragma once

#include "command.h"

#include "gaugegl/config/run_config.h"

#include <deque>
#include <functional>

namespace gaugegl::cli {

/// What is wrong with a key, as the error of its option: "--step -1 must be ..".
InputError errorOf(const std::string& option, const RunConfigError& error);

/// Must live as long as the command.
class KeyOptions {
public:
    /// Defaults are the values of `run`.
    KeyOptions(CLI::App& command, RunConfig run) : command_(&command), run_(std::move(run)) {}

    /// An option for a key, such as "update.sweeps".
    CLI::Option* add(const std::string& option, const std::string& key);
    /// One that has no default.
    void require(const std::string& option, const std::string& key);
    /// Whether the command line has an option for the key.
    bool isGiven(const std::string& key) const;
    /// The run with what the command line says.
    RunConfig run() const;
    /// Does what throws RunConfigError for keys, and turns that into the error of an option: "--step -1 must be ..".
    void named(const std::function<void()>& check) const;

private:
    struct Given {
        std::string key;
        std::vector<std::string> words = {}; ///< one, or those of a list
        const CLI::Option* option = nullptr;
    };

    CLI::App* command_;
    RunConfig run_;
    std::deque<Given> all_;
};

} // namespace gaugegl::cli

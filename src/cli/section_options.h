// --SECTION.KEY for every key of the measurements of run files, "--flow.time 2": what they mean and take is what the key does.
#pragma once

#include "command.h"

#include "gaugegl/config/run_config.h"

namespace gaugegl::cli {

/// Must live as long as the command.
class SectionOptions {
public:
    /// The options are not in the help of the command: `gaugegl manual run-file` has them.
    explicit SectionOptions(CLI::App& command);

    /// The sections that the command line names, in the order of the registry.
    std::vector<std::string> sections() const;
    /// Makes them in a run, with a measurement on each sweep and their keys as given.  Throws InputError, naming the option, for a value
    /// that its key does not take, and for a key that the section lacks with the values of others.
    void apply(RunConfig& run) const;

private:
    struct Given {
        std::string section, key;
        std::vector<std::string> words = {};
        const CLI::Option* option = nullptr;
    };

    std::vector<std::unique_ptr<Given>> all_; ///< options keep where the words are
};

} // namespace gaugegl::cli

// What the parser of run files asks for, noted while it reads.
#pragma once

#include "run/run_file_reference.h"

#include <algorithm>
#include <toml++/toml.h>

namespace gaugegl {

/// The keys that are asked for, by sections, each in the order of the first question.
class RunFileLog {
public:
    struct Asked {
        std::string section;
        std::vector<RunFileKey> keys = {};
    };

    /// A key, unless it is noted already.
    void note(const std::string& section, RunFileKey key)
    {
        std::vector<RunFileKey>& keys = of(section);
        if (std::ranges::find(keys, key.name, &RunFileKey::name) == keys.end()) keys.push_back(std::move(key));
    }
    /// Keys that are required.
    void require(const std::string& section, const std::vector<std::string>& names)
    {
        for (RunFileKey& key : of(section))
            key.required = key.required || std::ranges::find(names, key.name) != names.end();
    }
    const std::vector<Asked>& asked() const { return asked_; }

private:
    std::vector<RunFileKey>& of(const std::string& section)
    {
        const auto found = std::ranges::find(asked_, section, &Asked::section);
        return found != asked_.end() ? found->keys : asked_.emplace_back(Asked{section}).keys;
    }

    std::vector<Asked> asked_;
};

/// A run file as TOML.
struct RunFileText {
    const toml::table& root;
    const std::string& name;   ///< in messages
    RunFileLog* log = nullptr; ///< given: what is asked for goes there, and nothing that is missing is an error
};

} // namespace gaugegl

// The sections of run files, and the keys that each has.
#pragma once

#include "config/key.h"
#include "gaugegl/config/run_config.h"

#include <span>

namespace gaugegl::config {

/// A section that run files may have.
struct Section {
    const char* name = nullptr; ///< without brackets
    const char* help = nullptr; ///< what it is for: a sentence
    bool (*has)(const RunConfig& run) = nullptr;
    void (*open)(RunConfig& run) = nullptr;             ///< makes it there
    std::vector<Key> (*keys)(RunConfig& run) = nullptr; ///< of one that is there; which they are may depend on values
    void (*check)(const RunConfig& run) = nullptr;      ///< throws RunConfigError for what keys say together
    int (*measured)(const RunConfig& run) = nullptr;    ///< sweeps between measurements, of one that measures
};

/// All of them, in the order in which run files are written.
std::span<const Section> sections();

/// The one of that name, which there is.
const Section& sectionNamed(std::string_view name);

/// Throws RunConfigError for what is out of range in this section of a run alone, and for a gauge group that lacks what the run needs.
void validateSection(const RunConfig& run, std::string_view name);

/// Throws RunConfigError: "beta = -1 in [action] must be a finite number above 0".
[[noreturn]] void reject(std::string_view section, std::string_view key, const std::string& value,
                         const std::string& expectation);
/// Throws as reject() unless a number lies there.
void checkRange(std::string_view section, std::string_view key, double value, const KeyRange& range);
/// For the number of a key, if it has one that is given; `name` is what the error calls the key.
void checkRange(std::string_view section, std::string_view name, const Key& key);
/// Throws RunConfigError for what is no coupling of a section.
void checkBeta(const char* section, double beta);
/// Throws RunConfigError unless a section is measured so often that it can be.
void checkEvery(const char* section, int every, const RunConfig& run);

/// Turns what is wrong with an operator, a solver or a source into an error of its key.
template<class Check>
void checkKey(const std::string& section, const std::string& key, const Check& check)
{
    try {
        check();
    } catch (const InputError& error) {
        throw RunConfigError(section, key, std::string(error.what()) + " (in [" + section + "])");
    }
}

} // namespace gaugegl::config

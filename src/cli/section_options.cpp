#include "section_options.h"

#include "config/sections.h"
#include "config/words.h"
#include "gaugegl/base/error.h"
#include "help.h"
#include "measure/measurement.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

/// The names of all keys that a section may have, those first on which others depend; but for the sweeps between measurements.
std::vector<std::string> namesOf(const config::Section& section)
{
    RunConfig run;
    section.open(run);
    std::vector<std::string> selecting, names;
    const auto add = [&] {
        for (const config::Key& key : section.keys(run))
            if (std::vector<std::string>& into = key.facts.selects ? selecting : names;
                key.name != "every" && std::ranges::find(into, key.name) == into.end())
                into.push_back(key.name);
    };
    add();
    for (const std::string& name : std::vector(selecting)) {
        const std::string key = fmt::format("{}.{}", section.name, name);
        for (const std::string& choice : config::keyNamed(run, key).choices) {
            config::setWord(config::keyNamed(run, key), choice);
            add();
        }
    }
    selecting.insert(selecting.end(), names.begin(), names.end());
    return selecting;
}

void setWords(const config::Key& key, const std::vector<std::string>& words)
{
    if (auto* const* texts = std::get_if<std::vector<std::string>*>(&key.value))
        **texts = words; // which may have commas
    else
        config::setWord(key, fmt::format("{}", fmt::join(words, ",")));
}

} // namespace

SectionOptions::SectionOptions(CLI::App& command)
{
    for (const measure::Kind& kind : measure::kinds())
        for (const std::string& key : namesOf(config::sectionNamed(kind.name))) {
            Given& given = *all_.emplace_back(std::make_unique<Given>(Given{.section = kind.name, .key = key}));
            given.option = command.add_option(fmt::format("--{}.{}", kind.name, key), given.words)
                               ->group(unlistedGroup)
                               ->allow_extra_args(false); // files follow
        }
}

std::vector<std::string> SectionOptions::sections() const
{
    std::vector<std::string> names;
    for (const auto& one : all_)
        if (one->option->count() > 0 && std::ranges::find(names, one->section) == names.end())
            names.push_back(one->section);
    return names;
}

void SectionOptions::apply(RunConfig& run) const
{
    for (const std::string& name : sections()) {
        config::sectionNamed(name).open(run);
        config::setWord(config::keyNamed(run, name + ".every"), "1");
    }
    for (const auto& one : all_) {
        if (one->option->count() == 0) continue;
        const std::string key = fmt::format("{}.{}", one->section, one->key);
        const std::vector<config::Key> keys = config::sectionNamed(one->section).keys(run);
        const auto found = std::ranges::find(keys, one->key, &config::Key::name);
        if (found == keys.end())
            throw InputError(
                fmt::format("--{}: [{}] does not have this key with the values of the others", key, one->section));
        try {
            setWords(*found, one->words);
        } catch (const InputError& error) {
            throw InputError(fmt::format("--{}: {}", key, error.what()));
        }
    }
    const auto isGiven = [&](const std::string& section, const std::string& key) {
        return key == "every" || std::ranges::any_of(all_, [&](const auto& one) {
                   return one->section == section && one->key == key && one->option->count() > 0;
               });
    };
    for (const std::string& name : sections())
        for (const config::Key& key : config::sectionNamed(name).keys(run))
            if (key.facts.required && !isGiven(name, key.name))
                throw InputError(fmt::format("--{}.{} is missing: {}", name, key.name, key.facts.help));
}

} // namespace gaugegl::cli

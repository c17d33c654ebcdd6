#include "config/run_file_reference.h"

#include "config/sections.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace gaugegl {
namespace {

using config::Key;

/// A key with the values that it has.
RunFileKey referenceOf(const Key& key, const std::string& section)
{
    RunFileKey result{.name = key.name,
                      .kind = config::kindOf(key, section),
                      .type = config::typeOf(key),
                      .standard = key.facts.required || !key.implied.empty() ? "" : config::tomlOf(key),
                      .choices = key.choices,
                      .help = key.facts.help,
                      .range = key.facts.range,
                      .required = key.facts.required};
    // of operators, whose help may name a default
    if (!result.standard.empty()) result.help.resize(std::min(result.help.find(", by default "), result.help.size()));
    return result;
}

/// A key of another variant goes behind the one that precedes it there.
void merge(RunFileSection& section, const std::vector<Key>& keys, const std::string& variant)
{
    auto place = section.keys.begin();
    for (const Key& key : keys) {
        auto found = std::ranges::find(section.keys, key.name, &RunFileKey::name);
        if (found == section.keys.end()) found = section.keys.insert(place, referenceOf(key, section.name));
        found->with.push_back(variant);
        place = found + 1;
    }
}

/// The section with every key that keys() lists for a value of the one on which it depends; the sections in it go into `all`.
void add(std::vector<RunFileSection>& all, RunFileSection section, const std::function<std::vector<Key>()>& keys)
{
    const std::vector<Key> first = keys();
    const auto selector = std::ranges::find_if(first, [](const Key& key) { return key.facts.selects; });
    if (selector == first.end()) {
        merge(section, first, "");
    } else {
        section.selector = selector->name;
        for (const std::string& choice : selector->choices) {
            std::get<config::Word>(selector->value).set(choice);
            merge(section, keys(), choice);
        }
        std::get<config::Word>(selector->value).set(selector->choices.front());
    }
    const std::size_t variants = selector == first.end() ? 1 : selector->choices.size();
    for (RunFileKey& key : section.keys)
        if (key.with.size() == variants) key.with.clear();
    const std::string name = section.name;
    all.push_back(std::move(section));
    for (const Key& key : first) {
        const auto* tables = std::get_if<config::Tables>(&key.value);
        if (tables == nullptr || !tables->sections) continue;
        tables->add();
        add(all,
            {.name = fmt::format("{}.{}", name, key.name),
             .help = fmt::format("One of the {} of [{}]; there may be several.", key.name, name),
             .repeated = true},
            [&] { return tables->keys(0); });
    }
}

} // namespace

std::vector<RunFileSection> runFileReference()
{
    std::vector<RunFileSection> all;
    for (const config::Section& section : config::sections()) {
        RunConfig run; // [update] beside [hmc] has fewer keys
        section.open(run);
        add(all, {.name = section.name, .help = section.help}, [&] { return section.keys(run); });
    }
    return all;
}

} // namespace gaugegl

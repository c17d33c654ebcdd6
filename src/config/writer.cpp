// Run files as text: a walk over the keys of a run.
#include "config/commented.h"

#include "config/sections.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {
namespace {

using config::Key;
using config::Tables;

constexpr std::size_t commentColumn = 26;

/// "key = value", with what it means behind it.
std::string lineOf(const Key& key, bool comments)
{
    std::string line = fmt::format("{} = {}", key.name, config::tomlOf(key));
    if (!comments) return line + "\n";
    std::string help = key.facts.help;
    if (!key.choices.empty()) help += fmt::format(": {}", fmt::join(key.choices, ", "));
    return fmt::format("{:<{}} # {}\n", line, commentColumn, help);
}

/// The lines of a section, then those of the sections in it.
std::string linesOf(const std::string& section, const std::vector<Key>& keys, bool comments)
{
    std::string text, inner;
    for (const Key& key : keys) {
        const auto* tables = std::get_if<Tables>(&key.value);
        if (tables != nullptr && tables->sections) {
            const std::string name = fmt::format("{}.{}", section, key.name);
            for (std::size_t k = 0; k < tables->size(); ++k)
                inner += fmt::format("\n[[{}]]\n{}", name, linesOf(name, tables->keys(k), comments));
        } else if (key.facts.written && !config::tomlOf(key).empty()) {
            text += lineOf(key, comments);
        }
    }
    return text + inner;
}

std::string textOf(RunConfig run, bool comments)
{
    std::string text;
    for (const config::Section& section : config::sections())
        if (section.has(run))
            text += fmt::format("{}[{}]\n{}", text.empty() ? "" : "\n", section.name,
                                linesOf(section.name, section.keys(run), comments));
    return text;
}

} // namespace

std::string toToml(const RunConfig& config) { return textOf(config, /*comments=*/false); }

std::string commentedToml(const RunConfig& run, const std::vector<std::string>& head)
{
    std::string text;
    for (const std::string& line : head)
        text += line.empty() ? "#\n" : "# " + line + "\n";
    if (!head.empty()) text += "\n";
    return text + textOf(run, /*comments=*/true);
}

} // namespace gaugegl

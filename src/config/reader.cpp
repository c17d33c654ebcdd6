// Reads run files: a walk over the keys of their sections.  Every error names file and line.
#include "config/reader.h"

#include "base/one_line.h"
#include "base/text_file.h"
#include "base/trimmed.h"
#include "config/sections.h"
#include "config/table_reader.h"
#include "config/toml_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace gaugegl {
namespace {

using config::describe;
using config::located;
using config::Section;

constexpr std::size_t longestText = std::size_t{64} << 10;
constexpr std::ptrdiff_t mostLevels = 1000;

void rejectUnknownSections(const toml::table& root, const std::string& file)
{
    std::vector<std::string_view> known;
    for (const Section& section : config::sections())
        known.emplace_back(section.name);
    for (const auto& [key, node] : root) {
        if (std::ranges::find(known, key.str()) != known.end()) continue;
        const std::string what = node.is_table() ? fmt::format("unknown section [{}]", key.str())
                                                 : fmt::format("key '{}' is outside the sections", key.str());
        throw located(file, key.source(), fmt::format("{}; expected one of [{}]", what, fmt::join(known, "], [")));
    }
}

/// The section as a table; null where it is not there.
const toml::table* tableOf(const toml::table& root, const Section& section, const std::string& file)
{
    const toml::node* node = root.get(section.name);
    if (node == nullptr) return nullptr;
    if (!node->is_table())
        throw located(file, node->source(),
                      fmt::format("'{0}' must be a section [{0}], not a value ({1})", section.name, describe(*node)));
    return node->as_table();
}

/// The place of a rejected value: its key, else its section, which may be "hmc.fermions[1]", else the file alone.
toml::source_region placeOf(const toml::table& root, const RunConfigError& error)
{
    const toml::table* section = toml::at_path(root, error.section()).as_table();
    if (section == nullptr) return {};
    const toml::node* value = section->get(error.key());
    return value == nullptr ? section->source() : value->source();
}

/// What follows from other keys where a file does not say it.
void complete(RunConfig& run, const toml::table& root)
{
    if (!run.hmc) return;
    if (!root["hmc"]["steps"]) run.hmc->requireSteps();
    if (!root["device"]["precision"]) run.device.precision = devicePrecision(run.hmc->parameters.precision);
}

RunConfig configOf(const toml::table& root, const std::string& file)
{
    rejectUnknownSections(root, file);
    RunConfig run;
    try {
        for (const Section& section : config::sections())
            if (root.contains(section.name)) section.open(run);
        for (const Section& section : config::sections()) {
            if (!section.has(run)) continue;
            const std::string_view name = section.name;
            config::readTable(
                tableOf(root, section, file), section.name, file, [&] { return section.keys(run); },
                name == "update" && run.hmc ? " beside [hmc], which has trajectories and thermalisation" : "");
        }
        complete(run, root);
        validate(run);
    } catch (const RunConfigError& error) {
        throw located(file, placeOf(root, error), error.what());
    }
    return run;
}

/// Bounds what the parser is given.  It works and frees recursively, one level for each dot of a key and each bracket;
/// dots in texts and comments are counted too, which costs nothing and needs no second parser.
void checkSize(std::string_view text, const std::string& fileName)
{
    if (text.size() > longestText)
        throw FileError(fileName, fmt::format("is longer than {} bytes, too long for a run file", longestText));
    const auto levels = std::ranges::count_if(text, [](char c) { return c == '.' || c == '[' || c == '{'; });
    if (levels > mostLevels)
        throw FileError(fileName,
                        fmt::format("has {} of the characters '.', '[' and '{{', at most {} are allowed in a run file",
                                    levels, mostLevels));
}

toml::table parsedToml(std::string_view text, const std::string& name)
{
    checkSize(text, name);
    try {
        return toml::parse(text, name);
    } catch (const toml::parse_error& error) {
        const toml::source_position at = error.source().begin;
        throw InputError(fmt::format("{}:{}:{}: {}", name, at.line, at.column, oneLine(error.description())));
    }
}

/// Moves the sections and keys of `from` into `to`, in place of those that are there; copies would not know their
/// lines.
void merge(toml::table& to, toml::table&& from)
{
    for (auto&& [key, node] : from) {
        toml::table* old = to[key].as_table();
        if (old != nullptr && node.is_table())
            for (auto&& [inner, value] : *node.as_table())
                old->insert_or_assign(inner, std::move(value));
        else
            to.insert_or_assign(key, std::move(node));
    }
}

/// An override: TOML, or KEY = WORD where the word is a text without its quotes.
toml::table parsedOverride(const std::string& text)
{
    const std::string name = fmt::format("'{}'", oneLine(text, 80));
    try {
        return parsedToml(text, name);
    } catch (const InputError&) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos) throw;
        const std::string value(trimmed(std::string_view(text).substr(equals + 1)));
        const bool isWord = !value.empty() && value.find_first_of("\"'[]{}\n") == std::string::npos;
        if (!isWord) throw;
        return parsedToml(text.substr(0, equals) + "= " + tomlString(value), name);
    }
}

/// Whether a program before key_version wrote the text: letter by letter the run file with every key, less those that
/// came with it or later.
bool isFromBeforeKeyVersions(std::string_view text)
{
    if (!text.starts_with("[lattice]\nextents = [")) return false; // most files of people
    const std::string file = "run";
    std::istringstream all;
    try {
        all.str(toToml(configOf(parsedToml(text, file), file)));
    } catch (const InputError&) {
        return false;
    }
    const bool hmc = all.str().find("\n[hmc]\n") != std::string::npos;
    std::string older, section;
    for (std::string line; std::getline(all, line);) {
        if (line.starts_with('[')) section = line;
        if (!line.starts_with("key_version = ") && !(hmc && line.starts_with("generator = ")) &&
            !(section == "[hmc]" && line.starts_with("path = ")))
            older += line + "\n";
    }
    return text == older;
}

} // namespace

bool isWrittenByProgram(std::string_view text)
{
    const std::string file = "run", written(text);
    std::istringstream lines(written), all;
    try {
        all.str(toToml(configOf(parsedToml(text, file), file)));
    } catch (const InputError&) {
        return false;
    }
    for (std::string line, next; std::getline(lines, line);)
        do {
            if (!std::getline(all, next)) return false;
        } while (next != line);
    return std::ranges::all_of(std::array{"\n[update]\n", "\nbits = ", "\nplots = ", "\n[device]\n"},
                               [&](const char* part) { return written.find(part) != std::string::npos; });
}

RunConfig parseRunConfig(std::string_view text, const std::string& fileName, const RunOverrides& overrides)
{
    toml::table root = parsedToml(text, fileName);
    for (const std::string& one : overrides)
        merge(root, parsedOverride(one));
    RunConfig run = configOf(root, fileName);
    if (!run.update.keyVersion && isFromBeforeKeyVersions(text)) run.update.keyVersion = 1;
    return run;
}

RunConfig loadRunConfig(const std::string& path, const RunOverrides& overrides)
{
    return parseRunConfig(requiredTextOfFile(path, longestText), path, overrides);
}

} // namespace gaugegl

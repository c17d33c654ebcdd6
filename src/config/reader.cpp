// Reads run files: a walk over the keys of their sections.  Every error names file and line.
#include "config/reader.h"

#include "base/home.h"
#include "base/one_line.h"
#include "base/text_file.h"
#include "base/trimmed.h"
#include "config/sections.h"
#include "config/toml_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <toml++/toml.h>

namespace gaugegl {
namespace {

using config::Key;
using config::Section;

constexpr std::size_t longestText = std::size_t{64} << 10;
constexpr std::ptrdiff_t mostLevels = 1000;

/// "file:line: message"; without the line where TOML knows none.  The message may hold text of the file.  What comes
/// from an override is located there.
InputError located(const std::string& runFile, const toml::source_region& where, const std::string& message)
{
    const std::string& file = where.path && *where.path != runFile ? *where.path : runFile;
    if (where.begin.line == 0) return InputError(file + ": " + oneLine(message));
    return InputError(fmt::format("{}:{}: {}", file, where.begin.line, oneLine(message)));
}

std::string describe(const toml::node& node)
{
    std::ostringstream text;
    text << node.type();
    return text.str();
}

/// The keys of one section, or of a table in one, as they stand in a file.
class TableReader {
public:
    /// `table`: null where it is not there.
    TableReader(const toml::table* table, std::string name, const std::string& file)
        : table_(table), name_(std::move(name)), file_(file)
    {}

    /// Reads what keys() lists, again after each key on which it depends which others there are.  `hint` ends the message about an
    /// unknown key.
    template<class Keys>
    void read(const Keys& keys, const std::string& hint = "")
    {
        for (bool changed = true; changed;) {
            changed = false;
            for (const Key& key : keys())
                if (given_.insert(key.name).second && read(key) && key.facts.selects) {
                    changed = true;
                    break;
                }
        }
        requireKnown(keys(), hint);
    }

private:
    /// Whether it is there.
    bool read(const Key& key)
    {
        const toml::node* node = table_ == nullptr ? nullptr : table_->get(key.name);
        if (node == nullptr) return false;
        std::visit([&](const auto& value) { take(key, *node, value); }, key.value);
        return true;
    }

    void requireKnown(const std::vector<Key>& keys, const std::string& hint) const
    {
        std::vector<std::string> known;
        known.reserve(keys.size());
        for (const Key& key : keys)
            known.push_back(key.name);
        if (table_ != nullptr)
            for (const auto& [key, node] : *table_)
                if (std::ranges::find(known, key.str()) == known.end())
                    throw located(file_, key.source(),
                                  fmt::format("unknown key '{}' in [{}]; expected one of '{}'{}", key.str(), name_,
                                              fmt::join(known, "', '"), hint));
        for (const Key& key : keys) {
            if (!key.facts.required) continue;
            if (table_ == nullptr)
                throw InputError(fmt::format("{}: section [{}] with '{}' is missing", file_, name_, key.name));
            if (!table_->contains(key.name))
                throw located(file_, table_->source(),
                              fmt::format("[{}] lacks the required key '{}'", name_, key.name));
        }
    }

    InputError wrongType(const toml::node& node, const Key& key, const std::string& expectation) const
    {
        return located(file_, node.source(),
                       fmt::format("'{}' in [{}] must be {}, not {}", key.name, name_, expectation, describe(node)));
    }
    InputError wrongType(const toml::node& node, const Key& key) const
    {
        return wrongType(node, key, config::kindOf(key, name_));
    }

    std::string string(const toml::node& node, const Key& key) const
    {
        if (!node.is_string()) throw wrongType(node, key, "a string");
        std::string text = *node.value<std::string>();
        if (text.find('\0') != std::string::npos)
            throw located(file_, node.source(),
                          fmt::format("'{}' in [{}] has a NUL in it, which no text may have", key.name, name_));
        return text;
    }

    int integer(const toml::node& node, const Key& key) const
    {
        if (!node.is_integer()) throw wrongType(node, key, "an integer");
        const std::int64_t number = *node.value<std::int64_t>();
        if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max())
            throw located(file_, node.source(), fmt::format("{} = {} in [{}] is too large", key.name, number, name_));
        return static_cast<int>(number);
    }

    double number(const toml::node& node, const Key& key) const
    {
        if (!node.is_number()) throw wrongType(node, key);
        return *node.value<double>();
    }

    /// Calls set(), and locates what it throws.
    template<class Set>
    void assign(const toml::node& node, const Key& key, const Set& set) const
    {
        try {
            set();
        } catch (const RunConfigError&) {
            throw; // names another key
        } catch (const InputError& error) {
            throw located(file_, node.source(), fmt::format("{} (key '{}' in [{}])", error.what(), key.name, name_));
        }
    }

    /// The elements of a list, or a single one.
    template<class Element>
    auto elements(const toml::node& node, const Key& key, bool single, const Element& element) const
    {
        std::vector<decltype(element(node))> values;
        if (single) {
            values.push_back(element(node));
            return values;
        }
        if (!node.is_array()) throw wrongType(node, key);
        for (const toml::node& one : *node.as_array())
            values.push_back(element(one));
        return values;
    }
    std::vector<int> integers(const toml::node& node, const Key& key) const
    {
        return elements(node, key, !node.is_array(), [&](const toml::node& one) { return integer(one, key); });
    }
    std::vector<double> numbers(const toml::node& node, const Key& key) const
    {
        return elements(node, key, node.is_number(), [&](const toml::node& one) { return number(one, key); });
    }

    void take(const Key& key, const toml::node& node, bool* value) const
    {
        if (!node.is_boolean()) throw wrongType(node, key);
        *value = *node.value<bool>();
    }
    void take(const Key& key, const toml::node& node, int* value) const { *value = integer(node, key); }
    void take(const Key& key, const toml::node& node, std::optional<int>* value) const { *value = integer(node, key); }
    void take(const Key& key, const toml::node& node, double* value) const { *value = number(node, key); }
    void take(const Key& key, const toml::node& node, std::optional<double>* value) const
    {
        *value = number(node, key);
    }
    void take(const Key& key, const toml::node& node, std::uint64_t* value) const
    {
        if (!node.is_integer()) throw wrongType(node, key);
        const std::int64_t number = *node.value<std::int64_t>();
        if (number < 0)
            throw located(file_, node.source(),
                          fmt::format("{} = {} in [{}] must be at least 0", key.name, number, name_));
        *value = static_cast<std::uint64_t>(number);
    }
    void take(const Key& key, const toml::node& node, std::string* value) const
    {
        *value = string(node, key);
        if (key.facts.isPath) *value = withHome(*value);
    }
    void take(const Key& key, const toml::node& node, std::array<int, 4>* extents) const
    {
        if (node.is_string()) return assign(node, key, [&] { *extents = Lattice::parse(string(node, key)).extents(); });
        if (!node.is_array() || node.as_array()->size() != extents->size()) throw wrongType(node, key);
        for (std::size_t mu = 0; mu < extents->size(); ++mu)
            (*extents)[mu] = integer(*node.as_array()->get(mu), key);
    }
    void take(const Key& key, const toml::node& node, std::vector<int>* values) const { *values = integers(node, key); }
    void take(const Key& key, const toml::node& node, std::vector<double>* values) const
    {
        *values = numbers(node, key);
    }
    void take(const Key& key, const toml::node& node, std::vector<std::string>* values) const
    {
        *values = elements(node, key, node.is_string(), [&](const toml::node& one) { return string(one, key); });
    }
    void take(const Key& key, const toml::node& node, const config::Word& word) const
    {
        const std::string text = string(node, key);
        assign(node, key, [&] { word.set(text); });
    }
    void take(const Key& key, const toml::node& node, const config::Words& words) const
    {
        words.clear();
        elements(node, key, node.is_string(), [&](const toml::node& one) {
            std::string text = string(one, key);
            assign(one, key, [&] { words.add(text); });
            return text;
        });
    }
    void take(const Key& key, const toml::node& node, const config::Number& value) const
    {
        const double given = number(node, key);
        assign(node, key, [&] { value.set(given); });
    }
    void take(const Key& key, const toml::node& node, const config::Numbers<int>& values) const
    {
        const std::vector<int> given = integers(node, key);
        assign(node, key, [&] { values.set(given); });
    }
    void take(const Key& key, const toml::node& node, const config::Numbers<double>& values) const
    {
        const std::vector<double> given = numbers(node, key);
        assign(node, key, [&] { values.set(given); });
    }
    void take(const Key& key, const toml::node& node, const config::Tables& tables) const
    {
        if (!node.is_array()) throw wrongType(node, key, expected(key, tables));
        for (const toml::node& one : *node.as_array()) {
            const std::size_t k = tables.size();
            tables.add();
            const auto keys = [&] { return tables.keys(k); };
            if (const toml::table* table = one.as_table())
                TableReader(table, name_ + "." + key.name, file_).read(keys);
            else if (const std::vector<Key> all = keys(); tables.lone != nullptr && one.is_number())
                take(*std::ranges::find(all, tables.lone, &Key::name), one,
                     std::get<double*>(std::ranges::find(all, tables.lone, &Key::name)->value));
            else
                throw wrongType(one, key, expected(key, tables));
        }
    }

    /// "tables [[hmc.fermions]]", or "a list of numbers, mu, or of tables {kappa = .., mu = ..}".
    std::string expected(const Key& key, const config::Tables& tables) const
    {
        if (tables.sections) return config::kindOf(key, name_);
        if (tables.size() == 0) tables.add(); // the run is not used
        std::vector<std::string> names;
        for (const Key& one : tables.keys(0))
            names.push_back(one.name + " = ..");
        return fmt::format("a list of numbers, {}, or of tables {{{}}}", tables.lone, fmt::join(names, ", "));
    }

    const toml::table* table_;
    std::string name_;
    const std::string& file_;
    std::set<std::string> given_;
};

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
            TableReader(tableOf(root, section, file), section.name, file)
                .read([&] { return section.keys(run); },
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

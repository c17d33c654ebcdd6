#include "gaugegl/core/one_line.h"
#include "gaugegl/core/run_config.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <limits>
#include <sstream>
#include <toml++/toml.h>
#include <type_traits>

namespace gaugegl {
namespace {

constexpr std::size_t longestText = std::size_t{64} << 10;
constexpr std::ptrdiff_t mostLevels = 1000;

/// "file:line: message"; without the line where TOML knows none.  The message may hold text of the file.
InputError located(const std::string& file, const toml::source_region& where, const std::string& message)
{
    if (where.begin.line == 0) return InputError(file + ": " + oneLine(message));
    return InputError(fmt::format("{}:{}: {}", file, where.begin.line, oneLine(message)));
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

std::string describe(const toml::node& node)
{
    std::ostringstream text;
    text << node.type();
    return text.str();
}

/// One section of the run file.  Reading a key also makes it known; `finish` rejects what is not known.
class Section {
public:
    Section(const toml::table& root, const char* name, const std::string& file) : name_(name), file_(file)
    {
        const toml::node* node = root.get(name);
        if (node == nullptr) return;
        table_ = node->as_table();
        if (table_ == nullptr)
            throw located(file_, node->source(),
                          fmt::format("'{}' must be a section [{}], not a value ({})", name, name, describe(*node)));
    }

    void read(const char* key, double& value)
    {
        if (const toml::node* node = find(key)) {
            if (!node->is_number()) throw wrongType(*node, key, "a number");
            value = *node->value<double>();
        }
    }

    void read(const char* key, bool& value)
    {
        if (const toml::node* node = find(key)) {
            if (!node->is_boolean()) throw wrongType(*node, key, "true or false");
            value = *node->value<bool>();
        }
    }

    void read(const char* key, std::string& value)
    {
        if (const toml::node* node = find(key)) value = string(*node, key);
    }

    void read(const char* key, int& value)
    {
        if (const toml::node* node = find(key)) value = integer(*node, key);
    }

    void read(const char* key, std::optional<int>& value)
    {
        if (const toml::node* node = find(key)) value = integer(*node, key);
    }

    void read(const char* key, std::uint64_t& value)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        if (!node->is_integer()) throw wrongType(*node, key, "an integer");
        const std::int64_t number = *node->value<std::int64_t>();
        if (number < 0)
            throw located(file_, node->source(), fmt::format("{} = {} in [{}] must be at least 0", key, number, name_));
        value = static_cast<std::uint64_t>(number);
    }

    void read(const char* key, Group& value)
    {
        if (const toml::node* node = find(key)) value = converted(*node, key, parseGroup);
    }

    template<class Choice>
    void readChoice(const char* key, Choice& value)
    {
        if (const toml::node* node = find(key)) value = converted(*node, key, parseChoice<Choice>);
    }

    /// A list of texts or a single one.
    void read(const char* key, std::vector<Observable>& values)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        if (node->is_string()) {
            values.push_back(converted(*node, key, parseChoice<Observable>));
            return;
        }
        if (!node->is_array()) throw wrongType(*node, key, "a list of strings");
        for (const toml::node& one : *node->as_array())
            values.push_back(converted(one, key, parseChoice<Observable>));
    }

    /// Four integers or "LxLyLzLt".
    void read(const char* key, std::array<int, 4>& extents)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const auto parse = [](std::string_view text) { return Lattice::parse(text).extents(); };
        if (node->is_string()) {
            extents = converted(*node, key, parse);
            return;
        }
        if (!node->is_array() || node->as_array()->size() != extents.size())
            throw wrongType(*node, key, "four integers such as [8, 8, 8, 16] or a string such as \"8x8x8x16\"");
        for (std::size_t mu = 0; mu < extents.size(); ++mu)
            extents[mu] = integer(*node->as_array()->get(mu), key);
    }

    /// Throws unless every key of the section is known and the required ones are there.
    void finish(const std::vector<std::string>& required = {}) const
    {
        if (table_ != nullptr)
            for (const auto& [key, node] : *table_)
                if (std::find(known_.begin(), known_.end(), key.str()) == known_.end())
                    throw located(file_, key.source(),
                                  fmt::format("unknown key '{}' in [{}]; expected one of '{}'", key.str(), name_,
                                              fmt::join(known_, "', '")));
        for (const std::string& key : required) {
            if (table_ == nullptr)
                throw InputError(fmt::format("{}: section [{}] with '{}' is missing", file_, name_, key));
            if (!table_->contains(key))
                throw located(file_, table_->source(), fmt::format("[{}] lacks the required key '{}'", name_, key));
        }
    }

private:
    const toml::node* find(const char* key)
    {
        known_.emplace_back(key);
        return table_ == nullptr ? nullptr : table_->get(key);
    }

    InputError wrongType(const toml::node& node, const char* key, const char* expectation) const
    {
        return located(file_, node.source(),
                       fmt::format("'{}' in [{}] must be {}, not {}", key, name_, expectation, describe(node)));
    }

    std::string string(const toml::node& node, const char* key) const
    {
        if (!node.is_string()) throw wrongType(node, key, "a string");
        return *node.value<std::string>();
    }

    int integer(const toml::node& node, const char* key) const
    {
        if (!node.is_integer()) throw wrongType(node, key, "an integer");
        const std::int64_t number = *node.value<std::int64_t>();
        if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max())
            throw located(file_, node.source(), fmt::format("{} = {} in [{}] is too large", key, number, name_));
        return static_cast<int>(number);
    }

    template<class Parse>
    std::invoke_result_t<Parse, std::string_view> converted(const toml::node& node, const char* key, Parse parse) const
    {
        const std::string text = string(node, key);
        try {
            return parse(text);
        } catch (const InputError& error) {
            throw located(file_, node.source(), fmt::format("{} (key '{}' in [{}])", error.what(), key, name_));
        }
    }

    std::string name_;
    const std::string& file_;
    const toml::table* table_ = nullptr;
    std::vector<std::string> known_;
};

void readLattice(RunConfig::LatticeSection& lattice, Section section)
{
    section.read("extents", lattice.extents);
    section.read("group", lattice.group);
    section.finish({"extents", "group"});
}

void readAction(RunConfig::ActionSection& action, Section section)
{
    section.readChoice("type", action.type);
    section.read("beta", action.beta);
    section.read("c1", action.c1);
    section.finish({"beta"});
}

void readUpdate(RunConfig::UpdateSection& update, Section section)
{
    section.readChoice("start", update.start);
    section.read("file", update.file);
    section.read("seed", update.seed);
    section.readChoice("generator", update.generator.type);
    section.read("luxury", update.generator.luxury);
    section.readChoice("heatbath", update.heatbath);
    section.read("trials", update.trials);
    section.read("overrelaxation", update.overrelaxation);
    section.read("thermalisation", update.thermalisation);
    section.read("sweeps", update.sweeps);
    section.read("reunitarise_every", update.reunitariseEvery);
    section.finish();
}

void readMeasure(RunConfig::MeasureSection& measure, Section section)
{
    section.read("every", measure.every);
    section.read("observables", measure.observables);
    section.finish();
}

void readOutput(RunConfig::OutputSection& output, Section section)
{
    section.read("directory", output.directory);
    section.read("prefix", output.prefix);
    section.read("save_every", output.saveEvery);
    section.readChoice("format", output.format);
    section.read("bits", output.bits);
    section.read("plots", output.plots);
    section.read("checkpoint_seconds", output.checkpointSeconds);
    section.finish();
}

void readDevice(RunConfig::DeviceSection& device, Section section)
{
    section.readChoice("path", device.path);
    section.readChoice("precision", device.precision);
    section.readChoice("storage", device.storage);
    section.read("device", device.device);
    section.finish();
}

constexpr std::array sectionNames = {"lattice", "action", "update", "measure", "output", "device"};

void rejectUnknownSections(const toml::table& root, const std::string& file)
{
    for (const auto& [key, node] : root) {
        const auto isKey = [name = key.str()](const char* known) { return name == known; };
        if (std::any_of(sectionNames.begin(), sectionNames.end(), isKey)) continue;
        const std::string what = node.is_table() ? fmt::format("unknown section [{}]", key.str())
                                                 : fmt::format("key '{}' stands outside the sections", key.str());
        throw located(file, key.source(),
                      fmt::format("{}; expected one of [{}]", what, fmt::join(sectionNames, "], [")));
    }
}

/// The place of a rejected value: its key, else its section, else the file alone.
toml::source_region placeOf(const toml::table& root, const RunConfigError& error)
{
    const toml::table* section = root[error.section()].as_table();
    if (section == nullptr) return {};
    const toml::node* value = section->get(error.key());
    return value == nullptr ? section->source() : value->source();
}

} // namespace

RunConfig parseRunConfig(std::string_view text, const std::string& fileName)
{
    checkSize(text, fileName);
    toml::table root;
    try {
        root = toml::parse(text, fileName);
    } catch (const toml::parse_error& error) {
        const toml::source_position at = error.source().begin;
        throw InputError(fmt::format("{}:{}:{}: {}", fileName, at.line, at.column, oneLine(error.description())));
    }
    rejectUnknownSections(root, fileName);
    RunConfig config;
    readLattice(config.lattice, Section(root, "lattice", fileName));
    readAction(config.action, Section(root, "action", fileName));
    readUpdate(config.update, Section(root, "update", fileName));
    readMeasure(config.measure, Section(root, "measure", fileName));
    readOutput(config.output, Section(root, "output", fileName));
    readDevice(config.device, Section(root, "device", fileName));
    try {
        validate(config);
    } catch (const RunConfigError& error) {
        throw located(fileName, placeOf(root, error), error.what());
    }
    return config;
}

RunConfig loadRunConfig(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) throw FileError(path, "cannot be opened for reading");
    if (std::filesystem::is_directory(path)) throw FileError(path, "is a directory, not a run file");
    std::string text(longestText + 1, '\0'); // parseRunConfig refuses the last byte
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad()) throw FileError(path, "cannot be read");
    text.resize(static_cast<std::size_t>(file.gcount()));
    return parseRunConfig(text, path);
}

} // namespace gaugegl

#include "config/table_reader.h"

#include "base/home.h"
#include "base/one_line.h"
#include "gaugegl/config/run_config.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <set>
#include <sstream>

namespace gaugegl::config {

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

namespace {

/// The keys of one section, or of a table in one, as they stand in a file.
class TableReader {
public:
    TableReader(const toml::table* table, std::string name, const std::string& file)
        : table_(table), name_(std::move(name)), file_(file)
    {}

    void read(const std::function<std::vector<Key>()>& keys, const std::string& hint = "")
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
        return wrongType(node, key, kindOf(key, name_));
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
    void take(const Key& key, const toml::node& node, const Word& word) const
    {
        const std::string text = string(node, key);
        assign(node, key, [&] { word.set(text); });
    }
    void take(const Key& key, const toml::node& node, const Words& words) const
    {
        words.clear();
        elements(node, key, node.is_string(), [&](const toml::node& one) {
            std::string text = string(one, key);
            assign(one, key, [&] { words.add(text); });
            return text;
        });
    }
    void take(const Key& key, const toml::node& node, const Number& value) const
    {
        const double given = number(node, key);
        assign(node, key, [&] { value.set(given); });
    }
    void take(const Key& key, const toml::node& node, const Numbers<int>& values) const
    {
        const std::vector<int> given = integers(node, key);
        assign(node, key, [&] { values.set(given); });
    }
    void take(const Key& key, const toml::node& node, const Numbers<double>& values) const
    {
        const std::vector<double> given = numbers(node, key);
        assign(node, key, [&] { values.set(given); });
    }
    void take(const Key& key, const toml::node& node, const Tables& tables) const
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
    std::string expected(const Key& key, const Tables& tables) const
    {
        if (tables.sections) return kindOf(key, name_);
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

} // namespace

void readTable(const toml::table* table, const std::string& section, const std::string& file,
               const std::function<std::vector<Key>()>& keys, const std::string& hint)
{
    TableReader(table, section, file).read(keys, hint);
}

} // namespace gaugegl::config

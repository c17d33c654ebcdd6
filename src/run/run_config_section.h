// One section of a run file, read key by key; every error names file and line.
#pragma once

#include "base/one_line.h"
#include "gaugegl/run/run_config.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <sstream>
#include <toml++/toml.h>
#include <type_traits>

namespace gaugegl {

/// "file:line: message"; without the line where TOML knows none.  The message may hold text of the file.  What comes
/// from an override is located there.
inline InputError located(const std::string& runFile, const toml::source_region& where, const std::string& message)
{
    const std::string& file = where.path && *where.path != runFile ? *where.path : runFile;
    if (where.begin.line == 0) return InputError(file + ": " + oneLine(message));
    return InputError(fmt::format("{}:{}: {}", file, where.begin.line, oneLine(message)));
}

inline std::string describe(const toml::node& node)
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

    /// One table of a list of them, or a table that is a value.
    static Section ofTable(const toml::table& table, const char* name, const std::string& file)
    {
        Section section(name, file);
        section.table_ = &table;
        return section;
    }

    /// The file that errors name.
    const std::string& file() const { return file_; }

    /// The value of a key as it stands there; null where it does not.
    const toml::node* node(const char* key) { return find(key); }

    /// The tables [[name.key]].
    std::vector<const toml::table*> tables(const char* key)
    {
        std::vector<const toml::table*> result;
        const toml::node* node = find(key);
        if (node == nullptr) return result;
        const std::string expected = fmt::format("tables [[{}.{}]]", name_, key);
        if (!node->is_array()) throw wrongType(*node, key, expected);
        for (const toml::node& one : *node->as_array()) {
            if (!one.is_table()) throw wrongType(one, key, expected);
            result.push_back(one.as_table());
        }
        return result;
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

    void read(const char* key, std::optional<double>& value)
    {
        double number = 0;
        if (table_ != nullptr && table_->contains(key)) value = number;
        read(key, value ? *value : number);
    }

    /// Integers, or a single one.
    void read(const char* key, std::vector<int>& values)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        if (!node->is_array()) {
            values.push_back(integer(*node, key));
            return;
        }
        for (const toml::node& one : *node->as_array())
            values.push_back(integer(one, key));
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

    /// Numbers, or a single one.
    void read(const char* key, std::vector<double>& values)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        if (node->is_number()) {
            values.push_back(*node->value<double>());
            return;
        }
        if (!node->is_array()) throw wrongType(*node, key, "a number or a list of numbers");
        for (const toml::node& one : *node->as_array()) {
            if (!one.is_number()) throw wrongType(one, key, "a number or a list of numbers");
            values.push_back(*one.value<double>());
        }
    }

    /// Texts, or a single one.
    void read(const char* key, std::vector<std::string>& values)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        if (node->is_string()) {
            values.push_back(string(*node, key));
            return;
        }
        if (!node->is_array()) throw wrongType(*node, key, "a string or a list of strings");
        for (const toml::node& one : *node->as_array())
            values.push_back(string(one, key));
    }

    /// A direction by its name.
    void readDirection(const char* key, int& mu)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        mu = converted(*node, key, [](std::string_view text) {
            const auto found = std::ranges::find(directionNames, text);
            if (found == directionNames.end()) throw InputError("expected 'x', 'y', 'z' or 't'");
            return int(found - directionNames.begin());
        });
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

    /// Texts of a choice, or a single one.
    template<class Choice>
    void readChoices(const char* key, std::vector<Choice>& values)
    {
        std::vector<std::string> texts;
        read(key, texts);
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        for (const std::string& text : texts)
            values.push_back(parsed(*node, key, text, parseChoice<Choice>));
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

    /// Throws unless every key of the section is known and the required ones are there; `hint` ends the message about
    /// an unknown one.
    void finish(const std::vector<std::string>& required = {}, const std::string& hint = "") const
    {
        if (table_ != nullptr)
            for (const auto& [key, node] : *table_)
                if (std::find(known_.begin(), known_.end(), key.str()) == known_.end())
                    throw located(file_, key.source(),
                                  fmt::format("unknown key '{}' in [{}]; expected one of '{}'{}", key.str(), name_,
                                              fmt::join(known_, "', '"), hint));
        for (const std::string& key : required) {
            if (table_ == nullptr)
                throw InputError(fmt::format("{}: section [{}] with '{}' is missing", file_, name_, key));
            if (!table_->contains(key))
                throw located(file_, table_->source(), fmt::format("[{}] lacks the required key '{}'", name_, key));
        }
    }

    InputError wrongType(const toml::node& node, const char* key, const std::string& expectation) const
    {
        return wrong(node, fmt::format("'{}' in [{}] must be {}, not {}", key, name_, expectation, describe(node)));
    }

    /// What is wrong with a value, with its place.
    InputError wrong(const toml::node& node, const std::string& message) const
    {
        return located(file_, node.source(), message);
    }

private:
    Section(const char* name, const std::string& file) : name_(name), file_(file) {}

    const toml::node* find(const char* key)
    {
        if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
        return table_ == nullptr ? nullptr : table_->get(key);
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
        return parsed(node, key, string(node, key), parse);
    }

    template<class Parse>
    std::invoke_result_t<Parse, std::string_view> parsed(const toml::node& node, const char* key,
                                                         const std::string& text, Parse parse) const
    {
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

} // namespace gaugegl

// One section of a run file, read key by key; every error names file and line.
#pragma once

#include "base/one_line.h"
#include "gaugegl/run/run_config.h"
#include "run_config_value.h"
#include "run_file_log.h"

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

/// One section of the run file.  Reading a key also makes it known; `finish` rejects what is not known.  With every key goes what it
/// means, which runFileReference() tells, as it does the value that the variable has before.
class Section {
public:
    Section(const RunFileText& file, const char* name) : Section(name, file)
    {
        const toml::node* node = file.root.get(name);
        if (node == nullptr) return;
        table_ = node->as_table();
        if (table_ == nullptr)
            throw located(file_, node->source(),
                          fmt::format("'{}' must be a section [{}], not a value ({})", name, name, describe(*node)));
    }

    /// One table of a list of them, or a table that is a value.
    static Section ofTable(const toml::table& table, const char* name, const RunFileText& file)
    {
        Section section(name, file);
        section.table_ = &table;
        return section;
    }

    /// The value of a key as it stands there, whose kind the caller checks; null where it does not.
    const toml::node* node(const char* key, const char* kind, const char* help)
    {
        note({.name = key, .kind = kind, .help = help});
        return node(key);
    }
    /// Of a key that was read.
    const toml::node* node(const char* key) { return find(key); }

    /// The tables [[name.key]].
    std::vector<const toml::table*> tables(const char* key, const char* help)
    {
        std::vector<const toml::table*> result;
        const std::string expected = fmt::format("tables [[{}.{}]]", name_, key);
        note({.name = key, .kind = expected, .help = help});
        const toml::node* node = find(key);
        if (node == nullptr) return result;
        if (!node->is_array()) throw wrongType(*node, key, expected);
        for (const toml::node& one : *node->as_array()) {
            if (!one.is_table()) throw wrongType(one, key, expected);
            result.push_back(one.as_table());
        }
        return result;
    }

    /// The value of a key, or of one that is not there the value as it is.
    template<class Value>
    void read(const char* key, Value& value, const char* help)
    {
        RunFileKey asked{.name = key, .kind = kindOf(value), .standard = tomlOf(value), .help = help};
        if constexpr (std::is_same_v<Value, Group>)
            for (const Group group : allGroups())
                asked.choices.push_back(word(group));
        if constexpr (std::is_same_v<Value, std::vector<Observable>>) asked.choices = choices<Observable>();
        note(std::move(asked));
        take(key, value);
    }

    /// A value of an enumeration by its name.
    template<class Choice>
    void readChoice(const char* key, Choice& value, const char* help)
    {
        note({key, "a string", tomlString(choiceName(value)), choices<Choice>(), help});
        if (const toml::node* node = find(key)) value = converted(*node, key, parseChoice<Choice>);
    }

    /// Texts of a choice, or a single one.
    template<class Choice>
    void readChoices(const char* key, std::vector<Choice>& values, const char* help)
    {
        std::vector<std::string> texts;
        texts.reserve(values.size());
        for (const Choice value : values)
            texts.push_back(choiceName(value));
        note({key, kindOf(texts), tomlOf(texts), choices<Choice>(), help});
        take(key, texts);
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        for (const std::string& text : texts)
            values.push_back(parsed(*node, key, text, parseChoice<Choice>));
    }

    /// A direction by its name.
    void readDirection(const char* key, int& mu, const char* help)
    {
        note({key, "a string", tomlString(directionNames[std::size_t(mu)]),
              std::vector<std::string>(directionNames.begin(), directionNames.end()), help});
        const toml::node* node = find(key);
        if (node == nullptr) return;
        mu = converted(*node, key, [](std::string_view text) {
            const auto found = std::ranges::find(directionNames, text);
            if (found == directionNames.end()) throw InputError("expected 'x', 'y', 'z' or 't'");
            return int(found - directionNames.begin());
        });
    }

    /// A key without which checks that come later refuse the file is told as one that is required.
    void tellRequired(const char* key) const
    {
        if (log_ != nullptr) log_->require(name_, {key});
    }

    /// Throws unless every key of the section is known and the required ones are there; `hint` ends the message about
    /// an unknown one.
    void finish(const std::vector<std::string>& required = {}, const std::string& hint = "") const
    {
        if (log_ != nullptr) {
            log_->require(name_, required);
            return;
        }
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
    Section(const char* name, const RunFileText& file) : name_(name), file_(file.name), log_(file.log) {}

    void note(RunFileKey key) const
    {
        if (log_ != nullptr) log_->note(name_, std::move(key));
    }

    void take(const char* key, double& value)
    {
        if (const toml::node* node = find(key)) {
            if (!node->is_number()) throw wrongType(*node, key, kindOf(value));
            value = *node->value<double>();
        }
    }

    void take(const char* key, bool& value)
    {
        if (const toml::node* node = find(key)) {
            if (!node->is_boolean()) throw wrongType(*node, key, kindOf(value));
            value = *node->value<bool>();
        }
    }

    void take(const char* key, std::string& value)
    {
        if (const toml::node* node = find(key)) value = string(*node, key);
    }

    void take(const char* key, int& value)
    {
        if (const toml::node* node = find(key)) value = integer(*node, key);
    }

    void take(const char* key, std::optional<int>& value)
    {
        if (const toml::node* node = find(key)) value = integer(*node, key);
    }

    void take(const char* key, std::optional<double>& value)
    {
        double number = 0;
        if (table_ != nullptr && table_->contains(key)) value = number;
        take(key, value ? *value : number);
    }

    /// Integers, or a single one.
    void take(const char* key, std::vector<int>& values)
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

    void take(const char* key, std::uint64_t& value)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        if (!node->is_integer()) throw wrongType(*node, key, kindOf(value));
        const std::int64_t number = *node->value<std::int64_t>();
        if (number < 0)
            throw located(file_, node->source(), fmt::format("{} = {} in [{}] must be at least 0", key, number, name_));
        value = static_cast<std::uint64_t>(number);
    }

    /// Numbers, or a single one.
    void take(const char* key, std::vector<double>& values)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        if (node->is_number()) {
            values.push_back(*node->value<double>());
            return;
        }
        if (!node->is_array()) throw wrongType(*node, key, kindOf(values));
        for (const toml::node& one : *node->as_array()) {
            if (!one.is_number()) throw wrongType(one, key, kindOf(values));
            values.push_back(*one.value<double>());
        }
    }

    /// Texts, or a single one.
    void take(const char* key, std::vector<std::string>& values)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        if (node->is_string()) {
            values.push_back(string(*node, key));
            return;
        }
        if (!node->is_array()) throw wrongType(*node, key, kindOf(values));
        for (const toml::node& one : *node->as_array())
            values.push_back(string(one, key));
    }

    void take(const char* key, Group& value)
    {
        if (const toml::node* node = find(key)) value = converted(*node, key, parseGroup);
    }

    /// A list of texts or a single one.
    void take(const char* key, std::vector<Observable>& values)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        values.clear();
        if (node->is_string()) {
            values.push_back(converted(*node, key, parseChoice<Observable>));
            return;
        }
        if (!node->is_array()) throw wrongType(*node, key, kindOf(values));
        for (const toml::node& one : *node->as_array())
            values.push_back(converted(one, key, parseChoice<Observable>));
    }

    /// Four integers or "LxLyLzLt".
    void take(const char* key, std::array<int, 4>& extents)
    {
        const toml::node* node = find(key);
        if (node == nullptr) return;
        const auto parse = [](std::string_view text) { return Lattice::parse(text).extents(); };
        if (node->is_string()) {
            extents = converted(*node, key, parse);
            return;
        }
        if (!node->is_array() || node->as_array()->size() != extents.size())
            throw wrongType(*node, key, kindOf(extents));
        for (std::size_t mu = 0; mu < extents.size(); ++mu)
            extents[mu] = integer(*node->as_array()->get(mu), key);
    }

    const toml::node* find(const char* key)
    {
        if (std::ranges::find(known_, key) == known_.end()) known_.emplace_back(key);
        return table_ == nullptr ? nullptr : table_->get(key);
    }

    std::string string(const toml::node& node, const char* key) const
    {
        if (!node.is_string()) throw wrongType(node, key, "a string");
        std::string text = *node.value<std::string>();
        if (text.find('\0') != std::string::npos)
            throw wrong(node, fmt::format("'{}' in [{}] has a NUL in it, which no text may have", key, name_));
        return text;
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
    RunFileLog* log_;
    const toml::table* table_ = nullptr;
    std::vector<std::string> known_;
};

} // namespace gaugegl

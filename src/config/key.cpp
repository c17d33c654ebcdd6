#include "config/key.h"

#include "config/toml_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::config {
namespace {

template<class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template<class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

std::string listOf(const std::vector<std::string>& texts)
{
    return texts.empty() ? std::string() : fmt::format("[{}]", fmt::join(texts, ", "));
}

template<class Of>
std::string tomlOfNumbers(const std::vector<Of>& numbers)
{
    return numbers.empty() ? std::string() : fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::string tomlOfTexts(std::vector<std::string> texts)
{
    for (std::string& text : texts)
        text = tomlString(text);
    return listOf(texts);
}

/// A list of tables in one line.
std::string tomlOfTables(const Tables& tables)
{
    std::vector<std::string> texts;
    for (std::size_t k = 0; k < tables.size(); ++k) {
        std::vector<std::string> parts;
        for (const Key& key : tables.keys(k))
            parts.push_back(fmt::format("{} = {}", key.name, tomlOf(key)));
        texts.push_back(fmt::format("{{{}}}", fmt::join(parts, ", ")));
    }
    return listOf(texts);
}

} // namespace

void KeyList::operator()(const char* name, Group& value, const KeyFacts& facts)
{
    std::vector<std::string> words;
    for (const Group group : allGroups())
        words.push_back(word(group));
    add({name, Word{[&value] { return word(value); }, [&value](std::string_view text) { value = parseGroup(text); }},
         facts, std::move(words)});
}

Type typeOf(const Key& key)
{
    return std::visit(
        Overloaded{
            [](const bool*) { return Type{Type::Boolean}; }, [](const int*) { return Type{Type::Integer}; },
            [](const std::optional<int>*) { return Type{Type::Integer}; },
            [](const std::uint64_t*) { return Type{Type::Integer}; }, [](const double*) { return Type{Type::Real}; },
            [](const std::optional<double>*) { return Type{Type::Real}; },
            [](const Number&) { return Type{Type::Real}; }, [](const std::string*) { return Type{Type::Text}; },
            [](const Word&) { return Type{Type::Text}; }, [](const std::array<int, 4>*) { return Type{Type::Extents}; },
            [](const std::vector<int>*) {
                return Type{Type::Integer, true};
            },
            [](const Numbers<int>&) {
                return Type{Type::Integer, true};
            },
            [](const std::vector<double>*) {
                return Type{Type::Real, true};
            },
            [](const Numbers<double>&) {
                return Type{Type::Real, true};
            },
            [](const std::vector<std::string>*) {
                return Type{Type::Text, true};
            },
            [](const Words&) {
                return Type{Type::Text, true};
            },
            [](const Tables& tables) {
                return Type{Type::Records, tables.sections};
            }},
        key.value);
}

std::string kindOf(const Key& key, std::string_view section)
{
    const auto [kind, list] = typeOf(key);
    switch (kind) {
    case Type::Boolean:
        return "true or false";
    case Type::Integer:
        return list ? "an integer or a list of integers" : "an integer";
    case Type::Real:
        return list ? "a number or a list of numbers" : "a number";
    case Type::Text:
        return list ? "a string or a list of strings" : "a string";
    case Type::Extents:
        return "four integers such as [8, 8, 8, 16] or a string such as \"8x8x8x16\"";
    case Type::Records:
        return list ? fmt::format("tables [[{}.{}]]", section, key.name) : "a list of numbers or tables";
    }
    return "";
}

std::string tomlOf(const Key& key)
{
    const auto text = [](const std::string& words) { return words.empty() ? words : tomlString(words); };
    const auto given = [&key](const auto& value) { return value ? fmt::format("{}", *value) : key.implied; };
    return std::visit(
        Overloaded{[](const auto* number) { return fmt::format("{}", *number); }, // a number, true or false
                   [&](const std::optional<int>* value) { return given(*value); },
                   [&](const std::optional<double>* value) { return given(*value); },
                   [&](const std::string* words) { return text(*words); },
                   [](const std::array<int, 4>* extents) { return fmt::format("[{}]", fmt::join(*extents, ", ")); },
                   [](const std::vector<int>* numbers) { return tomlOfNumbers(*numbers); },
                   [](const std::vector<double>* numbers) { return tomlOfNumbers(*numbers); },
                   [](const std::vector<std::string>* texts) { return tomlOfTexts(*texts); },
                   [&](const Word& word) { return text(word.get()); },
                   [](const Words& words) { return tomlOfTexts(words.get()); },
                   [](const Number& number) { return fmt::format("{}", number.get()); },
                   [](const Numbers<int>& numbers) { return tomlOfNumbers(numbers.get()); },
                   [](const Numbers<double>& numbers) { return tomlOfNumbers(numbers.get()); },
                   [](const Tables& tables) { return tables.sections ? std::string() : tomlOfTables(tables); }},
        key.value);
}

} // namespace gaugegl::config

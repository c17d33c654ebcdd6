// The kinds of values in run files.
#pragma once

#include "gaugegl/gauge/observables/catalogue.h"
#include "toml_text.h"

#include <cstdint>
#include <fmt/ranges.h>
#include <optional>
#include <vector>

namespace gaugegl {

/// What a value must be, in words, and one as TOML; empty where there is none.
inline const char* kindOf(double) { return "a number"; }
inline const char* kindOf(const std::optional<double>&) { return "a number"; }
inline const char* kindOf(bool) { return "true or false"; }
inline const char* kindOf(int) { return "an integer"; }
inline const char* kindOf(std::uint64_t) { return "an integer"; }
inline const char* kindOf(const std::optional<int>&) { return "an integer"; }
inline const char* kindOf(const std::string&) { return "a string"; }
inline const char* kindOf(Group) { return "a string"; }
inline const char* kindOf(const std::vector<int>&) { return "an integer or a list of integers"; }
inline const char* kindOf(const std::vector<double>&) { return "a number or a list of numbers"; }
inline const char* kindOf(const std::vector<std::string>&) { return "a string or a list of strings"; }
inline const char* kindOf(const std::vector<Observable>&) { return "a list of strings"; }
inline const char* kindOf(const std::array<int, 4>&)
{
    return "four integers such as [8, 8, 8, 16] or a string such as \"8x8x8x16\"";
}

template<class Number>
std::string tomlOf(const Number& value)
{
    return fmt::format("{}", value);
}
inline std::string tomlOf(const std::string& text) { return text.empty() ? text : tomlString(text); }
inline std::string tomlOf(Group group) { return tomlString(word(group)); }
inline std::string tomlOf(Observable observable) { return tomlString(choiceName(observable)); }
template<class Value>
std::string tomlOf(const std::optional<Value>& value)
{
    return value ? tomlOf(*value) : std::string();
}
template<class Value>
std::string tomlOf(const std::vector<Value>& values)
{
    std::vector<std::string> texts;
    texts.reserve(values.size());
    for (const Value& value : values)
        texts.push_back(tomlOf(value));
    return texts.empty() ? std::string() : fmt::format("[{}]", fmt::join(texts, ", "));
}
template<class Value, std::size_t count>
std::string tomlOf(const std::array<Value, count>& values)
{
    return fmt::format("[{}]", fmt::join(values, ", "));
}

} // namespace gaugegl

// Enumerations whose values have names in run files and options.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// A value of an enumeration and its name.
template<class Choice>
struct NamedChoice {
    Choice value;     ///< the value
    const char* text; ///< its name in run files and options
};

/// The values of an enumeration and their names, in order: an array of NamedChoice, specialised beside the enumeration.
template<class Choice>
inline constexpr std::nullptr_t choiceTexts = nullptr;

/// The choices of a registry, an array of entries with a name, in its order.
template<class Choice, class Entry, std::size_t count>
constexpr std::array<NamedChoice<Choice>, count> choicesOf(const std::array<Entry, count>& registry,
                                                           Choice Entry::*value)
{
    std::array<NamedChoice<Choice>, count> texts{};
    for (std::size_t i = 0; i < count; ++i)
        texts[i] = {registry[i].*value, registry[i].name};
    return texts;
}

/// The names of all values, in order.
template<class Choice>
std::vector<std::string> choices()
{
    std::vector<std::string> texts;
    texts.reserve(choiceTexts<Choice>.size());
    for (const auto& named : choiceTexts<Choice>)
        texts.emplace_back(named.text);
    return texts;
}

/// Throws InputError: "'warm' is not one of 'hot', 'cold', 'file'".
[[noreturn]] void failToChoose(std::string_view text, const std::vector<std::string>& texts);

/// The value with that name.  Throws as failToChoose.
template<class Choice>
Choice parseChoice(std::string_view text)
{
    for (const auto& named : choiceTexts<Choice>)
        if (text == named.text) return named.value;
    failToChoose(text, choices<Choice>());
}

/// The name of a value.
template<class Choice>
std::string choiceName(Choice choice)
{
    for (const auto& named : choiceTexts<Choice>)
        if (choice == named.value) return named.text;
    return "unknown";
}

} // namespace gaugegl

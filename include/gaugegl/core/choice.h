// Choices with names: the texts that run files and options have for the values of an enumeration.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// A value of a choice and its text.
template<class Choice>
struct NamedChoice {
    Choice value;     ///< the value
    const char* text; ///< in run files and options
};

/// The values of a choice and their texts, in order: an array of NamedChoice, specialised beside each enumeration.
template<class Choice>
inline constexpr std::nullptr_t choiceTexts = nullptr;

/// The texts of a choice, in order.
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

/// The choice of that text.  Throws as failToChoose.
template<class Choice>
Choice parseChoice(std::string_view text)
{
    for (const auto& named : choiceTexts<Choice>)
        if (text == named.text) return named.value;
    failToChoose(text, choices<Choice>());
}

/// The text of a choice.
template<class Choice>
std::string choiceName(Choice choice)
{
    for (const auto& named : choiceTexts<Choice>)
        if (choice == named.value) return named.text;
    return "unknown";
}

} // namespace gaugegl

// Lists of numbers in options.
#pragma once

#include <charconv>
#include <string_view>
#include <vector>

namespace gaugegl {

/// Positive numbers between separators; none if the text is anything else.
inline std::vector<int> numbersIn(std::string_view text, char separator)
{
    std::vector<int> numbers;
    const char* at = text.data();
    const char* end = at + text.size();
    for (;;) {
        int number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc() || number < 1) return {};
        numbers.push_back(number);
        if (next == end) return numbers;
        if (*next != separator) return {};
        at = next + 1;
    }
}

} // namespace gaugegl

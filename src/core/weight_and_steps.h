// "WEIGHT:STEPS", as smearings are written.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace gaugegl {

/// A weight and a number of steps from text; nothing where it has another form.
inline std::optional<std::pair<double, int>> weightAndSteps(std::string_view text)
{
    std::pair<double, int> result;
    const char* const end = text.data() + text.size();
    const auto [afterWeight, weightError] = std::from_chars(text.data(), end, result.first);
    if (weightError != std::errc() || afterWeight == end || *afterWeight != ':') return std::nullopt;
    const auto [afterSteps, stepsError] = std::from_chars(afterWeight + 1, end, result.second);
    if (stepsError != std::errc() || afterSteps != end) return std::nullopt;
    return result;
}

} // namespace gaugegl

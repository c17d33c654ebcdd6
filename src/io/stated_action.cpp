#include "stated_action.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace gaugegl::io {
namespace {

bool ofName(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// The number after the first `name = `, in small or capital letters, that is no part of a longer name such as
/// gauge.beta.
std::optional<double> statedNumber(std::string_view text, std::string_view name)
{
    const auto named = [&](std::size_t at) {
        for (std::size_t i = 0; i < name.size(); ++i)
            if (std::tolower(static_cast<unsigned char>(text[at + i])) != name[i]) return false;
        return at == 0 || !ofName(text[at - 1]);
    };
    for (std::size_t at = 0; at + name.size() < text.size(); ++at) {
        if (!named(at)) continue;
        const std::size_t equals = text.find_first_not_of(" \t", at + name.size());
        if (equals == std::string_view::npos || text[equals] != '=') continue;
        const std::size_t begin = text.find_first_not_of(" \t", equals + 1);
        if (begin == std::string_view::npos) return std::nullopt;
        double number = 0;
        const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), number);
        if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
        return number;
    }
    return std::nullopt;
}

} // namespace

StatedAction statedAction(std::string_view text)
{
    StatedAction action{statedNumber(text, "beta"), statedNumber(text, "c1")};
    if (!action.c1) action.c1 = statedNumber(text, "c2_rec");
    if (action.beta && !(*action.beta > 0)) action.beta.reset();
    return action;
}

std::string xlfInfo(const StatedAction& action, std::optional<double> plaquette)
{
    if (!action.beta && !action.c1) return "";
    std::string text = plaquette ? fmt::format("plaquette = {:.15g}\n", *plaquette) : "";
    if (action.beta) text += fmt::format(" beta = {}{}", *action.beta, action.c1 ? "," : "\n");
    if (action.c1) text += fmt::format(" c2_rec = {}\n", *action.c1);
    return text;
}

} // namespace gaugegl::io

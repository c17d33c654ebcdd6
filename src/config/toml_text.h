// Texts as TOML has them.
#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>

namespace gaugegl {

/// A TOML basic string.
inline std::string tomlString(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else if (code < 0x20 || code == 0x7f)
            result += fmt::format("\\u{:04X}", code);
        else
            result += c;
    }
    return result + '"';
}

} // namespace gaugegl

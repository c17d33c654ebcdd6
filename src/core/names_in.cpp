#include "core/names_in.h"

#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {

std::vector<std::string> namesIn(std::string_view text, const char* what, const char* alone,
                                 const std::vector<std::string>& known)
{
    std::vector<std::string> names;
    for (;;) {
        const auto comma = text.find(',');
        const std::string name(text.substr(0, comma));
        if (std::ranges::find(known, name) == known.end())
            throw InputError(fmt::format("{} '{}' is none of {}, {}", what, name, alone, fmt::join(known, ", ")));
        if (std::ranges::find(names, name) != names.end())
            throw InputError(fmt::format("{} '{}' is given twice", what, name));
        names.push_back(name);
        if (comma == std::string_view::npos) return names;
        text.remove_prefix(comma + 1);
    }
}

} // namespace gaugegl

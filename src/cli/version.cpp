// CMakeLists.txt defines the words in capitals from its options and what it has found.
#include "version.h"

#include <fmt/format.h>

namespace gaugegl::cli {

std::vector<std::pair<std::string, std::string>> buildFacts()
{
    return {{"compiler", GAUGEGL_BUILD_COMPILER},      {"build type", GAUGEGL_BUILD_TYPE},
            {"library", GAUGEGL_BUILD_LIBRARY},        {"window", GAUGEGL_BUILD_WINDOW},
            {"contexts", GAUGEGL_BUILD_CONTEXTS},      {"ranks", GAUGEGL_BUILD_RANKS},
            {"threads", GAUGEGL_BUILD_THREADS},        {"instructions", GAUGEGL_BUILD_INSTRUCTIONS},
            {"compression", GAUGEGL_BUILD_COMPRESSION}};
}

std::string versionText()
{
    std::string text = "gaugegl " GAUGEGL_VERSION;
    for (const auto& [name, fact] : buildFacts())
        text += fmt::format("\n{:<13}{}", name, fact);
    return text;
}

} // namespace gaugegl::cli

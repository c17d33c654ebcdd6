// Words of command lines that a user can copy.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>

namespace gaugegl {

/// A word of a command line as a shell takes it: that of POSIX, on Windows cmd and PowerShell.
inline std::string shellWord(const std::string& word)
{
#ifdef _WIN32
    return word.empty() || word.find_first_of(" &()[]{}^=;!'+,`~$@#%") != std::string::npos ? '"' + word + '"' : word;
#else
    const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || std::strchr("_-./,:=+@%", c) != nullptr; };
    if (!word.empty() && std::ranges::all_of(word, plain)) return word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
#endif
}

} // namespace gaugegl

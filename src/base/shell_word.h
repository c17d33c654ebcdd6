// Words of command lines that a user can copy.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string>

namespace gaugegl {

/// A word of a command line as a shell takes it: that of POSIX; on Windows cmd, and the C library of the program that reads it.
inline std::string shellWord(const std::string& word)
{
#ifdef _WIN32
    if (!word.empty() && word.find_first_of(" \t\n\v\"&()[]{}^=;!'+,`~$@#%<>|") == std::string::npos) return word;
    std::string quoted = "\"";
    std::size_t backslashes = 0; // which count only before quotation marks
    for (const char c : word) {
        if (c == '"') quoted.append(backslashes + 1, '\\');
        backslashes = c == '\\' ? backslashes + 1 : 0;
        quoted += c;
    }
    return quoted.append(backslashes, '\\') + '"';
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

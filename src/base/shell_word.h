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
    if (!word.empty() && word.front() != '=' && std::ranges::all_of(word, plain)) return word; // zsh has =PROGRAM
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
#endif
}

/// The name of a file as a word of a command line (shellWord), which is no option whatever it begins with.
inline std::string shellFile(const std::string& name) { return shellWord(name.starts_with('-') ? "./" + name : name); }

/// Whether a line is nothing but words as shellWord() makes them: one program with its arguments, of which a shell carries out no part.
inline bool isCommandLine(const std::string& line)
{
    const auto isPlain = [](unsigned char c) {
        return c == ' ' || std::isalnum(c) != 0 || (c != 0 && std::strchr("_-./,:=+@%", c) != nullptr);
    };
#ifdef _WIN32
    const auto isPlainHere = [&](char c) { return isPlain(c) || c == '\\'; };
    constexpr char quote = '"';
#else
    const auto isPlainHere = [&](char c) { return isPlain(c); };
    constexpr char quote = '\'';
#endif
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (static_cast<unsigned char>(line[i]) < 0x20) return false;
        if (line[i] == quote)
            quoted = !quoted;
        else if (!quoted && line.compare(i, 2, "\\'") == 0)
            ++i;
        else if (!quoted && !isPlainHere(line[i]))
            return false;
    }
    return !quoted;
}

} // namespace gaugegl

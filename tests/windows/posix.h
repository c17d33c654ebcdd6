// What the tests of the library use of POSIX and MinGW-w64 lacks; included before each of them.
#pragma once

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>

/// Makes a folder whose name ends in letters of its own instead of six X.
inline char* mkdtemp(char* pattern)
{
    std::random_device random;
    char* const letters = pattern + std::strlen(pattern) - 6;
    for (int tries = 0; tries < 100; ++tries) {
        for (int i = 0; i < 6; ++i)
            letters[i] = char('a' + random() % 26);
        std::error_code error;
        if (std::filesystem::create_directory(pattern, error)) return pattern;
    }
    return nullptr;
}

inline int setenv(const char* name, const char* value, int /*overwrite*/) { return _putenv_s(name, value); }
inline int unsetenv(const char* name) { return _putenv_s(name, ""); }

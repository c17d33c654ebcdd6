#include "base/platform.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace gaugegl {

void prepareStandardStreams() {}

bool ownsConsole() { return false; }

void showConsole(bool) {}

bool isTerminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

std::optional<std::pair<int, int>> terminalSize(std::FILE* stream)
{
    winsize size = {};
    if (::ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return std::nullopt;
    return std::pair(int(size.ws_col), int(size.ws_row));
}

bool hasUtf8()
{
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) { // the first that is set decides
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        std::string text = value;
        std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
        return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
    return false;
}

int processId() { return getpid(); }

std::string hostName()
{
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

std::FILE* silenceStandardStreams()
{
    const int errors = ::dup(STDERR_FILENO);
    std::FILE* const stream = errors < 0 ? nullptr : ::fdopen(errors, "w");
    for (std::FILE* one : {stdout, stderr})
        if (std::freopen("/dev/null", "w", one) == nullptr) return nullptr;
    return stream;
}

void adviseLargePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
    (void)::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

double loadAverage()
{
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? load : std::numeric_limits<double>::quiet_NaN();
}

std::uint64_t physicalMemory()
{
    return std::uint64_t(::sysconf(_SC_PHYS_PAGES)) * std::uint64_t(::sysconf(_SC_PAGESIZE));
}

std::string userCacheFolder()
{
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::filesystem::path(value ? value : "");
    };
    if (const auto folder = variable("XDG_CACHE_HOME"); folder.is_absolute()) return folder.string();
    if (const auto home = variable("HOME"); home.is_absolute()) return (home / ".cache").string();
    return {};
}

bool mayWriteInto(const std::string& folder) { return ::access(folder.c_str(), W_OK | X_OK) == 0; }

bool setMissingVariable(const char* name, const char* value)
{
    return std::getenv(name) == nullptr && ::setenv(name, value, 1) == 0;
}

void unsetVariable(const char* name) { ::unsetenv(name); }

void treatFileSizeLimitAsError() { std::signal(SIGXFSZ, SIG_IGN); }

} // namespace gaugegl

#include "base/platform.h"

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace gaugegl {

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
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
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

void adviseLargePages(void* memory, std::size_t bytes) { (void)::madvise(memory, bytes, MADV_HUGEPAGE); }

void treatFileSizeLimitAsError() { std::signal(SIGXFSZ, SIG_IGN); }

} // namespace gaugegl

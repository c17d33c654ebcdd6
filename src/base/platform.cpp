#include "base/platform.h"

#include <csignal>
#include <sys/mman.h>
#include <unistd.h>

namespace gaugegl {

bool isTerminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

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

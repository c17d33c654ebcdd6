#include "base/platform.h"

#include <csignal>
#include <sys/mman.h>
#include <unistd.h>

namespace gaugegl {

bool isTerminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

int processId() { return getpid(); }

void adviseLargePages(void* memory, std::size_t bytes) { (void)::madvise(memory, bytes, MADV_HUGEPAGE); }

void treatFileSizeLimitAsError() { std::signal(SIGXFSZ, SIG_IGN); }

} // namespace gaugegl

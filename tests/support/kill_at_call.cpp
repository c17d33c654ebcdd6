// To be preloaded into the program: kill -9 just before the call number GAUGEGL_TEST_KILL_AT of those that make files
// durable, give them their names or remove them.  Between two of these calls nothing changes for a later process.  Or the thread waits
// for ever before the call number GAUGEGL_TEST_HOLD_AT.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

namespace {

std::atomic<long> callsLeft{0};
bool holds = false;

struct Setup {
    Setup()
    {
        if (const char* count = std::getenv("GAUGEGL_TEST_KILL_AT")) callsLeft = std::atol(count);
        if (const char* count = std::getenv("GAUGEGL_TEST_HOLD_AT")) {
            callsLeft = std::atol(count);
            holds = true;
        }
        unsetenv("LD_PRELOAD"); // not for gnuplot
    }
} const setup;

template<class... Arguments>
int counted(const char* name, Arguments... arguments)
{
    if (callsLeft > 0 && --callsLeft == 0) {
        while (holds)
            ::pause();
        ::kill(::getpid(), SIGKILL);
    }
    using Function = int (*)(Arguments...);
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name))(arguments...);
}

} // namespace

extern "C" {
int fsync(int descriptor) { return counted("fsync", descriptor); }
int rename(const char* from, const char* to) noexcept { return counted("rename", from, to); }
int remove(const char* path) noexcept { return counted("remove", path); }
int unlink(const char* path) noexcept { return counted("unlink", path); }
int renameat(int fromFolder, const char* from, int toFolder, const char* to) noexcept
{
    return counted("renameat", fromFolder, from, toFolder, to);
}
int unlinkat(int folder, const char* path, int flags) noexcept { return counted("unlinkat", folder, path, flags); }
}

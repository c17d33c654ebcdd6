// To be preloaded into the program: a thread of llvmpipe that has counted up a fence (src/gl/end_of_pass.cpp) sleeps before it unlocks
// it, as if it were suspended there.  At the end the file GAUGEGL_TEST_FENCES gets two numbers: of the fences, and of the mutexes that
// were destroyed while another thread held them.  Needs the GNU C library, whose pthread_mutex_destroy notices that.
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

namespace {

constexpr useconds_t suspended = 200; // microseconds

std::atomic<long> fences{0}, destroyedWhileHeld{0};

template<class Pointer>
Pointer next(const char* name)
{
    void* newest = ::dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2"); // of pthread_cond_broadcast there is an older one on x86
    return reinterpret_cast<Pointer>(newest ? newest : ::dlsym(RTLD_NEXT, name));
}

bool isOfLlvmpipe()
{
    thread_local const bool is = [] {
        char name[16] = "";
        ::pthread_getname_np(::pthread_self(), name, sizeof name);
        return std::strncmp(name, "llvmpipe-", 9) == 0;
    }();
    return is;
}

struct Report { // the program may start itself anew: the last one to end writes
    ~Report()
    {
        const char* path = std::getenv("GAUGEGL_TEST_FENCES");
        std::FILE* file = path ? std::fopen(path, "w") : nullptr;
        if (!file) return;
        std::fprintf(file, "%ld %ld\n", fences.load(), destroyedWhileHeld.load());
        std::fclose(file);
    }
} const report;

} // namespace

extern "C" {
int pthread_cond_broadcast(pthread_cond_t* condition) noexcept
{
    static const auto real = next<int (*)(pthread_cond_t*)>("pthread_cond_broadcast");
    if (isOfLlvmpipe()) {
        ++fences;
        ::usleep(suspended);
    }
    return real(condition);
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) noexcept
{
    static const auto real = next<int (*)(pthread_mutex_t*)>("pthread_mutex_destroy");
    const int error = real(mutex);
    if (error == EBUSY) ++destroyedWhileHeld;
    return error;
}
}

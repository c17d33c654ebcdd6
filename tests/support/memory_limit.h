// Code that must do with little memory.
#pragma once

#include <fstream>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>

namespace gaugegl::testing_support {

/// While it lives, the process may grow by so many MiB at most; allocations beyond throw std::bad_alloc.  Sanitizers
/// reserve more than there is: there is no limit under them.
class MemoryLimit {
public:
    explicit MemoryLimit([[maybe_unused]] rlim_t mebibytes)
    {
        if (::getrlimit(RLIMIT_AS, &before_) != 0) throw std::runtime_error("getrlimit fails");
#ifndef __SANITIZE_ADDRESS__
        rlim_t pages = 0;
        if (!(std::ifstream("/proc/self/statm") >> pages)) throw std::runtime_error("/proc/self/statm is not there");
        rlimit limit = before_;
        limit.rlim_cur = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (mebibytes << 20);
        if (::setrlimit(RLIMIT_AS, &limit) != 0) throw std::runtime_error("setrlimit fails");
#endif
    }
    ~MemoryLimit() { ::setrlimit(RLIMIT_AS, &before_); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
    rlimit before_{};
};

} // namespace gaugegl::testing_support

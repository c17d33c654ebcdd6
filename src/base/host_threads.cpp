#include "base/host_threads.h"

#include "base/platform.h"

#include <cassert>
#include <cstdlib>
#include <omp.h>
#include <string>

namespace gaugegl {

int hostThreads() { return omp_get_max_threads(); }

void useThreads(int count)
{
    assert(count >= 1);
    omp_set_num_threads(count);
    setMissingVariable("LP_NUM_THREADS",
                       count == 1 ? "0" : std::to_string(count).c_str()); // 0: none but the calling one
}

void useThreadsOfProcessors()
{
    if (std::getenv("OMP_NUM_THREADS") != nullptr) return;
    const int usable = usableProcessors();
    if (usable < omp_get_num_procs()) // a quota, of which OpenMP and the driver do not know
        useThreads(usable);
}

ThreadLimit::ThreadLimit(int count) : before_(omp_get_max_threads())
{
    assert(count >= 1);
    omp_set_num_threads(count);
}

ThreadLimit::~ThreadLimit() { omp_set_num_threads(before_); }

} // namespace gaugegl

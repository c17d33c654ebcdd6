#include "base/host_threads.h"

#include <cassert>
#include <omp.h>

namespace gaugegl {

int hostThreads() { return omp_get_max_threads(); }

ThreadLimit::ThreadLimit(int count) : before_(omp_get_max_threads())
{
    assert(count >= 1);
    omp_set_num_threads(count);
}

ThreadLimit::~ThreadLimit() { omp_set_num_threads(before_); }

} // namespace gaugegl

// What a processor can do at most, to compare kernels with.
#pragma once

#include "host/aligned_vector.h"

#include <cstdint>

namespace gaugegl::host {

/// On each of so many threads so many rounds of multiply-adds x = a x + b in registers, with the best instruction set.
template<class T>
void multiplyAdds(std::int64_t rounds, int threads);
/// The flops of that, two for each of them.
template<class T>
double flopsOfMultiplyAdds(std::int64_t rounds, int threads);

/// The sum of the numbers, in any order, on all threads: reads memory as fast as it delivers.
template<class T>
T sum(const AlignedVector<T>& numbers);

} // namespace gaugegl::host

#include "host/peak.h"

#include "dispatch.h"

#include <atomic>

namespace gaugegl::host {
namespace {

template<class T>
const Kernels<T>& best()
{
    return kernelsFor<T>(bestInstructionSet());
}

} // namespace

template<class T>
void multiplyAdds(std::int64_t rounds, int threads)
{
    std::atomic<double> kept = 0; // or the compiler would leave everything out
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int k = 0; k < threads; ++k)
        kept = double(best<T>().multiplyAdds(T(0.75), T(0.25), rounds));
}

template<class T>
double flopsOfMultiplyAdds(std::int64_t rounds, int threads)
{
    return 2.0 * best<T>().multiplyAddsOfRound * double(rounds) * threads;
}

template<class T>
T sum(const AlignedVector<T>& numbers)
{
    constexpr std::int64_t piece = 1 << 14;
    const auto all = std::int64_t(numbers.size()), pieces = all / piece;
    std::vector<T> sums(std::size_t(pieces + 1));
    forPieces(pieces, 16, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t k = first; k < last; ++k)
            sums[std::size_t(k)] = best<T>().sum(numbers.data() + k * piece, piece);
    });
    for (std::int64_t k = pieces * piece; k < all; ++k)
        sums[std::size_t(pieces)] += numbers[std::size_t(k)];
    T total = 0;
    for (const T one : sums)
        total += one;
    return total;
}

template void multiplyAdds<float>(std::int64_t, int);
template void multiplyAdds<double>(std::int64_t, int);
template double flopsOfMultiplyAdds<float>(std::int64_t, int);
template double flopsOfMultiplyAdds<double>(std::int64_t, int);
template float sum(const AlignedVector<float>&);
template double sum(const AlignedVector<double>&);

} // namespace gaugegl::host

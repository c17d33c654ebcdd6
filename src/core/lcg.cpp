#include "core/lcg.h"

namespace gaugegl {
namespace {

/// First `inner`, then `outer`.
Lcg composed(const Lcg& outer, const Lcg& inner)
{
    return {outer.multiplier * inner.multiplier, outer(inner.increment)};
}

} // namespace

Lcg Lcg::power(std::uint64_t steps) const
{
    Lcg result{1, 0}, square = *this; // square: 2^k steps
    for (; steps != 0; steps /= 2) {
        if (steps % 2 == 1) result = composed(square, result);
        square = composed(square, square);
    }
    return result;
}

} // namespace gaugegl

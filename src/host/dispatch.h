// The kernels of an instruction set, and how their work is shared among threads.
#pragma once

#include "kernels.h"

#include "host/instruction_set.h"

#include <algorithm>
#include <array>

namespace gaugegl::host {

/// What was compiled for an instruction set, from one function for each set in the order of the enumeration.
template<class Tables>
Tables compiledFor(InstructionSet set, const std::array<Tables (*)(), 3>& ofSets)
{
    return ofSets[std::size_t(set)]();
}

/// The table of a precision.
template<class T, class Tables>
const auto& ofPrecision(const Tables& tables)
{
    if constexpr (sizeof(T) == sizeof(float))
        return *tables.single;
    else
        return *tables.inDouble;
}

/// The kernels of one of availableInstructionSets().
template<class T>
const Kernels<T>& kernelsFor(InstructionSet set);

// Waking threads takes some microseconds, as do eight pieces.

/// f(first, last) for pieces of 0 ... count.
template<class F>
void forPieces(std::int64_t count, std::int64_t piece, const F& f)
{
    const std::int64_t pieces = (count + piece - 1) / piece;
#pragma omp parallel for schedule(static) if (pieces > 8)
    for (std::int64_t k = 0; k < pieces; ++k)
        f(k * piece, std::min(count, (k + 1) * piece));
}

} // namespace gaugegl::host

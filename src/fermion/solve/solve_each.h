// Many systems with one operator, one group of right-hand sides after the other.
#pragma once

#include "gaugegl/fermion/solve/inversion.h"

#include <algorithm>

namespace gaugegl {

/// Solves M x = source(k) for k = 0 .. count - 1, as many together as the choice says, and hands each to take(k, b, x) in this order, until
/// that is false.  A solve that an interrupt ended is the last.  The sources of one group are in memory together; collective.
template<class Source, class Take>
void solveEach(Inverter& inverter, std::int64_t count, const SolverChoice& choice, const Source& source,
               const Take& take)
{
    const int each = inverter.batchSize(choice, int(std::min<std::int64_t>(count, mostRhs)));
    for (std::int64_t first = 0; first < count; first += each) {
        std::vector<FermionVector> b;
        for (std::int64_t k = first; k < std::min(first + each, count); ++k)
            b.push_back(source(k));
        std::vector<Inversion> solved = inverter.solve(b, choice);
        for (std::size_t k = 0; k < solved.size(); ++k)
            if (!take(first + std::int64_t(k), b[k], std::move(solved[k]))) return;
        if (solved.back().status == SolverStatus::Interrupted) return;
    }
}

} // namespace gaugegl

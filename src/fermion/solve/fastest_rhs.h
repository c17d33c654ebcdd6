// How many right-hand sides the CPU solves together: links are read once for all of them, but the fields of many leave the
// caches.  Which of both decides depends on the operator, the lattice and the processor, so it is timed.
#pragma once

#include "algebra/normal.h"
#include "fermion/operators/even_odd.h"
#include "gaugegl/base/clock.h"
#include "host/bundle_hopping.h"

#include <algorithm>
#include <array>
#include <limits>

namespace gaugegl {

/// Numbers of right-hand sides that are tried.
constexpr auto triedRhs = std::to_array({1, 2, 3, 4, 6, 12});

/// Seconds of an iteration of conjugate gradients for each of so many vectors; together, the same on all ranks.
template<QuarkForm form, class T, FermionKind kind>
double secondsPerVector(const host::Hopping<T, kind>& one, const DiracParameters& dirac, int vectors)
{
    const host::BundleHopping<T, kind> d(one, vectors, host::allInUse(vectors));
    const SchurOf<form, host::BundleHopping<T, kind>> a(d, parametersOf<form>(dirac));
    return withPositive(a, [&](const auto& positive) {
        auto x = d.makeField(0), p = x, r = x; // 0, whose iterations take as long
        Descent descent(positive, x);
        double least = std::numeric_limits<double>::infinity();
        for (int iteration = 0; iteration < 3; ++iteration) { // the first one finds its memory
            const Stopwatch time;
            const auto alpha = quotient(norm2(r), descent.curvature(p));
            updateSolutionAndDirection(x, p, r, alpha, descent.descend(r, alpha, p));
            if (iteration > 0) least = std::min(least, time.seconds());
        }
        const SharedLattice& shared = one.layout()->shared();
        return ofFirstRank(shared.ranks(), least) / vectors;
    });
}

/// Of triedRhs at most `most`, the one that takes the least time for each vector; collective.
template<QuarkForm form, class T, FermionKind kind>
int fastestRhs(const host::Hopping<T, kind>& one, const DiracParameters& dirac, int most)
{
    double least = std::numeric_limits<double>::infinity();
    int best = 1;
    for (const int rhs : triedRhs) {
        if (rhs > most) break;
        const double seconds = secondsPerVector<form>(one, dirac, rhs);
        if (seconds < least) {
            least = seconds;
            best = rhs;
        } else if (seconds > 1.25 * least)
            break; // the caches are full
    }
    return best;
}

} // namespace gaugegl

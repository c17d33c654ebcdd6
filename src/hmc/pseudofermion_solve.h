// What the solves of pseudofermion actions have in common, wherever they run.
#pragma once

#include "core/fermion_source.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/stout.h"
#include "gaugegl/solvers/multishift.h"
#include "hmc/action.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {

/// The tolerance of a solve, and where its work is recorded.
struct PseudofermionSolve {
    double tolerance;  ///< |b - A x| / |b|
    const char* what;  ///< "the force", "the energy", ..
    std::string title; ///< of the action
    ActionWork& work;  ///< counters to increment
};

/// What hopping terms of quarks depend on besides the links of the field.
struct FermionLinks {
    BoundaryPhases boundary = {}; ///< of the fermions
    StoutSteps stout = {};        ///< by which their links are smeared
    int slices = 1;               ///< of their fields

    /// Equal numbers.
    bool operator==(const FermionLinks&) const = default;
};

/// Complex Gaussians on the whole lattice or, where ranks share it, on the part of this rank.
inline FermionVector pseudofermionNoise(const Lattice& lattice, const FermionDomain& domain, const NoiseSource& from)
{
    const int ofSlice = noiseDraws(domain.kind, domain.group);
    std::array<Draws, 2> draws; // of each parity
    for (int parity = 0; parity < 2; ++parity)
        draws[std::size_t(parity)] = from.generator->draw(
            {Purpose::Pseudofermion, {from.term, parity}, from.trajectory, domain.slices * ofSlice});
    return inSlices(domain.slices, fermionComponents(domain.kind, domain.group), [&](int slice) {
        return gaussianNoise(lattice, domain.kind, domain.group, [&](std::uint32_t site, std::uint32_t draw) {
            const auto parity = std::size_t(Lattice::parity(lattice.coordinates(site)));
            return draws[parity](site, draw + std::uint32_t(slice * ofSlice));
        });
    });
}

/// One result for all shifts.
inline SolverResult worst(const MultiShiftResult& shifts)
{
    SolverResult result;
    result.status = SolverStatus::Converged;
    result.iterations = shifts.iterations;
    for (const SolverResult& shift : shifts.shifts) {
        result.relativeResidual = std::max(result.relativeResidual, shift.relativeResidual);
        if (!shift.converged() && result.converged()) result.status = shift.status;
    }
    return result;
}

/// Records the work of solve(); throws UnsolvedError if it does not converge, unless nothing is computed.
template<class Solve>
void timed(const PseudofermionSolve& request, bool isDry, const Solve& solve)
{
    const Stopwatch watch;
    const SolverResult result = solve();
    request.work.solverSeconds += watch.seconds();
    request.work.iterations += result.iterations;
    if (!result.converged() && !isDry)
        throw UnsolvedError(fmt::format("{}: the solver of {} ended with '{}' after {} iterations, relative residual "
                                        "{:.3g} instead of {:.3g}",
                                        request.title, request.what, name(result.status), result.iterations,
                                        result.relativeResidual, request.tolerance));
}

} // namespace gaugegl

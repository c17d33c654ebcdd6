// What the solves of pseudofermion actions have in common, wherever they run.
#pragma once

#include "core/fermion_source.h"
#include "fermion/operators/even_odd.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/stout.h"
#include "hmc/action.h"
#include "solvers/multishift.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <type_traits>

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
    BoundaryPhases boundary = {}; ///< of the fermions, with their chemical potential
    StoutSteps stout = {};        ///< by which their links are smeared
    int slices = 1;               ///< of their fields

    /// Equal numbers.
    bool operator==(const FermionLinks&) const = default;
};

/// The fields of a bilinear form on both parities.
template<class Field>
struct BilinearOf {
    std::array<const Field*, 2> y; ///< by parity
    std::array<const Field*, 2> x; ///< by parity
};

/// Whether a quark has a clover term.
template<class Quark>
bool hasBlocks(const Quark& quark)
{
    if constexpr (std::is_same_v<Quark, WilsonParameters>)
        return quark.hasBlocks();
    else
        return false;
}
/// The entry of a list whose clover term is that of the quark, or null.
template<class List, class Quark>
auto* withBlocksOf(List& list, const Quark& quark)
{
    const auto same = std::ranges::find_if(list, [&]([[maybe_unused]] const auto& one) {
        if constexpr (std::is_same_v<Quark, WilsonParameters>)
            return one.quark.kappa == quark.kappa && one.quark.mu == quark.mu && one.quark.clover == quark.clover;
        else
            return false;
    });
    return same == list.end() ? nullptr : &*same;
}

/// Calls kick(q), which subtracts forces of the links that quarks see from q, and subtracts from p what these are as forces of the
/// links that were smeared; `gradient` is made by make() where it is needed and not there yet.
template<class Stout, class Momenta, class Make, class Kick>
void kickThrough(const StoutSteps& steps, Stout& stout, std::optional<Momenta>& gradient, Momenta& p, const Make& make,
                 const Kick& kick)
{
    if (!steps.smears()) {
        kick(p);
        return;
    }
    if (!gradient) gradient.emplace(make());
    setZero(*gradient);
    kick(*gradient);
    stout.pullBack(*gradient);
    add(p, *gradient);
}

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

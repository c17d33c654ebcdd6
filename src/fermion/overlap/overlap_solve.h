// Solves D(m) x = b of overlap quarks by conjugate gradients on D(m)^dagger D(m) (overlap_operator.h), one chirality after the other.
// Mixed precision nests: the residual is that of D^dagger D in double precision on the host, corrections come from single precision.
#pragma once

#include "fermion/operators/full_vectors.h"
#include "fermion/overlap/overlap_operator.h"
#include "solvers/cg.h"
#include "solvers/refine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace gaugegl {

/// Converts fields on the whole lattice by the conversions of each parity.
template<HoppingTerm Inner, class C>
class FullConversion {
public:
    using Field = FullField<typename Inner::Field>; ///< of the inner solver

    /// The hopping term must outlive the object.
    FullConversion(const Inner& inner, const C& half) : inner_(&inner), half_{half, half} {}

    /// A field with undefined contents.
    Field makeField() const { return {inner_->makeField(0), inner_->makeField(1)}; }
    /// inner = factor outer.
    template<class Outer>
    void send(Field& inner, double factor, const Outer& outer)
    {
        for (const int parity : {0, 1})
            half_[std::size_t(parity)].send(inner[parity], factor, outer[parity]);
    }
    /// outer += factor inner.
    template<class Outer>
    void add(Outer& outer, double factor, const Field& inner)
    {
        for (const int parity : {0, 1})
            half_[std::size_t(parity)].add(outer[parity], factor, inner[parity]);
    }

private:
    const Inner* inner_;
    std::array<C, 2> half_;
};

/// The reduction of the residual by a pass in single precision: an application in double precision costs about as much as several in
/// single.
constexpr double overlapReduction = 1e-3;

/// A y = b of one chirality, in the precision of A, by corrections from a lower one.
template<HoppingTerm D, HoppingTerm Inner, class C>
SolverResult refineChiral(const ChiralOverlap<D>& a, const OverlapOperator<Inner>& lower, const C& conversion,
                          FullField<typename D::Field>& y, const FullField<typename D::Field>& b,
                          const SolverParameters& parameters)
{
    const ChiralOverlap<Inner> inner(lower, a.chirality());
    ConjugateGradient pass(inner);
    using Full = FullConversion<Inner, C>;
    InnerPass<FullField<typename D::Field>, Full> correction(pass, Full(lower.sign().hopping(), conversion),
                                                             overlapReduction);
    return refine(a, y, b, correction, parameters);
}

/// A system D(m) x = b and the parameters of its solver, whose tolerance is that of |b - D(m) x| / |b|.
struct OverlapSystem {
    const FermionDomain& space;
    const FermionVector& b;
    const SolverParameters& parameters;
};

/// A solve of all chiralities.
struct OverlapSolve {
    SolverResult result; ///< the sum of those of the chiralities; its residual is that of D^dagger D y = b
    FermionVector x;     ///< of D(m) x = b
};

/// Solves with `solve(A, y, b, parameters)` for each chirality of b, and x = D^dagger y by d.
template<HoppingTerm D, class Solve>
OverlapSolve solveChiralities(const OverlapOperator<D>& d, const OverlapSystem& system, Solve solve)
{
    const SolverParameters& parameters = system.parameters;
    using Field = FullField<typename D::Field>;
    const D& hopping = d.sign().hopping();
    const Field whole = fullFieldOf(hopping, system.space, system.b);
    Field sum = zeroLike(whole), part = zeroLike(whole), turned = zeroLike(whole);
    OverlapSolve outcome;
    outcome.result.status = SolverStatus::Converged;
    const double b2 = value(norm2(whole));
    for (const int s : {1, -1}) {
        projectChirality(hopping, s, part, whole, turned);
        const double part2 = value(norm2(part));
        if (!(part2 > 1e-28 * b2)) continue; // what rounding leaves of a source of the other chirality
        const double scale = std::sqrt(part2 / b2);
        SolverParameters own = parameters;
        // Both together may have the whole tolerance.
        own.tolerance = std::min(0.7 * parameters.tolerance / scale, 0.5);
        own.maxIterations = parameters.maxIterations - outcome.result.iterations;
        const int before = outcome.result.iterations;
        if (parameters.watch)
            own.watch = [&, before, scale](const ResidualPoint& seen) {
                parameters.watch({before + seen.iteration, scale * seen.relativeResidual});
            };
        const ChiralOverlap<D> a(d, s);
        Field y = zeroLike(part);
        SolverResult result = solve(a, y, part, own);
        for (const ResidualPoint& seen : result.history)
            outcome.result.history.push_back({before + seen.iteration, scale * seen.relativeResidual});
        outcome.result.iterations += result.iterations;
        outcome.result.restarts += result.restarts;
        outcome.result.status = result.status;
        if (result.status == SolverStatus::Interrupted) return outcome;
        axpy(1.0, y, sum);
        if (!result.converged()) break;
    }
    d.applyAdjoint(part, sum);
    outcome.x = vectorOf(system.space, part);
    return outcome;
}

/// In the precision of one operator.
template<HoppingTerm D>
OverlapSolve solveOverlap(const OverlapOperator<D>& d, const OverlapSystem& system)
{
    return solveChiralities(d, system, [](const auto& a, auto& y, const auto& part, const SolverParameters& own) {
        return conjugateGradient(a, y, part, own);
    });
}

/// In mixed precision.
template<HoppingTerm D, HoppingTerm Inner, class C>
OverlapSolve solveOverlap(const OverlapOperator<D>& d, const OverlapOperator<Inner>& lower, const C& conversion,
                          const OverlapSystem& system)
{
    return solveChiralities(d, system, [&](const auto& a, auto& y, const auto& part, const SolverParameters& own) {
        return refineChiral(a, lower, conversion, y, part, own);
    });
}

} // namespace gaugegl

// Which solver runs on which fields, for one system and for several together.
#pragma once

#include "fermion/operators/exchange.h"
#include "fermion/operators/host_conversion.h"
#include "fermion/solve/schwarz.h"
#include "gaugegl/fermion/solve/inversion.h"
#include "solvers/bicgstab.h"
#include "solvers/cg.h"
#include "solvers/cgnr.h"
#include "solvers/deflation.h"
#include "solvers/flexible.h"
#include "solvers/mixed.h"

#include <optional>
#include <span>

namespace gaugegl {

/// A system and the parameters of its solver.
struct SolveRequest {
    const DiracParameters& dirac;
    const FermionDomain& space;
    const FermionVector& b;
    const SolverChoice& choice;
    SolverParameters parameters; ///< the tolerance is that of |b - M x| / |b|
};

/// Outcome of a solve.
struct SolveOutcome {
    SolverResult result; ///< residuals are those of |b - M x| / |b|
    FermionVector x = {};
    std::vector<HalfVector> shifted = {}; ///< of multishift, on the even sites
    int blockApplications = 0;            ///< of the even-odd operator of the blocks of a preconditioner
};

/// Modes that a solver is deflated with, in the fields of its hopping term; none: null.
template<HoppingTerm D>
using DeflationOf = std::shared_ptr<const Deflation<typename D::Field>>;

/// Calls f with the passes of the solver of that type for an even-odd operator, after the deflation; Flexible takes the
/// preconditioner.
template<class A, class K, VectorField V, class F>
auto withSolver(const A& a, const K& preconditioner, const Deflation<V>* known, SolverType type, F f)
{
    const Deflation<V> none;
    const auto deflated = [&](auto& pass) {
        DeflatedPass after(a, pass, known ? *known : none);
        return f(PassView(after));
    };
    if constexpr (!Bundled<typename A::Field>)
        if (type == SolverType::Flexible) {
            FlexibleSolver pass(a, preconditioner);
            return deflated(pass);
        }
    if (type == SolverType::BiCgStab) {
        Bicgstab pass(a);
        return deflated(pass);
    }
    if constexpr (A::positive) {
        ConjugateGradient pass(a);
        return deflated(pass);
    } else {
        NormalConjugateGradient pass(a);
        return deflated(pass);
    }
}

/// The even sites of a request's system, and its numbers as those of |b - M x| / |b|.
template<QuarkForm form, HoppingTerm D>
class RequestedSystem {
public:
    using Field = typename D::Field; ///< on one parity

    /// All must outlive the object.
    RequestedSystem(const D& d, const SolveRequest& request)
        : request_(&request), system_(d, request.dirac, request.space, request.b),
          tolerance_(system_.toleranceFor(request.parameters.tolerance)),
          scale_(request.parameters.tolerance / tolerance_)
    {}

    /// A.
    const auto& op() const { return system_.op(); }
    /// bHat.
    const Field& source() const { return system_.source(); }
    /// Those of a solver of A x_e = bHat.
    SolverParameters parameters() const
    {
        SolverParameters parameters = request_->parameters;
        parameters.tolerance = tolerance_;
        if (request_->parameters.watch)
            parameters.watch = [watch = &request_->parameters.watch, scale = scale_](ResidualPoint seen) {
                seen.relativeResidual *= scale;
                (*watch)(seen);
            };
        return parameters;
    }
    /// What the solver found.
    SolveOutcome outcome(SolverResult result, const Field& even) const
    {
        for (ResidualPoint& point : result.history)
            point.relativeResidual *= scale_;
        return {.result = std::move(result), .x = system_.solution(even)};
    }

private:
    const SolveRequest* request_;
    EvenOddSystem<form, D> system_;
    double tolerance_, scale_;
};

/// Solves A x_e = bHat with `solve`, for a right-hand side in the fields of D, and gives x on all sites.
template<QuarkForm form, HoppingTerm D, class Solve>
SolveOutcome solveEvenOdd(const D& d, const SolveRequest& request, Solve solve)
{
    const RequestedSystem<form, D> system(d, request);
    auto even = zeroLike(system.source());
    return system.outcome(solve(system.op(), even, system.source(), system.parameters()), even);
}

/// The even sites of a vector.
template<HoppingTerm D>
typename D::Field evenSites(const D& d, const SolveRequest& request)
{
    auto b = d.makeField(0);
    upload(b, halfOf(request.space.lattice, request.b, 0, request.space.components()));
    return b;
}

/// The solutions of all shifts, and one result for all; an application of the operator that was solved for takes so many
/// of the even-odd operator.
template<VectorField V>
SolveOutcome outcomeOf(const std::vector<V>& x, const MultiShiftResult& result, const SolveRequest& request,
                       int applications)
{
    SolveOutcome outcome;
    outcome.result.status = SolverStatus::Converged;
    for (const SolverResult& shift : result.shifts) {
        if (!shift.converged() && outcome.result.converged()) outcome.result.status = shift.status;
        outcome.result.restarts = std::max(outcome.result.restarts, shift.restarts);
        if (shift.history.size() > outcome.result.history.size()) outcome.result.history = shift.history;
    }
    outcome.result.iterations = result.iterations;
    outcome.result.applications = result.applications * applications;
    outcome.shifted.assign(x.size(), HalfVector(request.space.size() / 2));
    for (std::size_t i = 0; i < x.size(); ++i)
        download(outcome.shifted[i], x[i]);
    return outcome;
}

/// Solves all shifts with `solve` for A^dagger A, or for A if it is positive.
template<QuarkForm form, HoppingTerm D, class Solve>
SolveOutcome solveShifts(const D& d, const SolveRequest& request, Solve solve)
{
    using A = SchurOf<form, D>;
    const A a(d, parametersOf<form>(request.dirac));
    const auto b = evenSites(d, request);
    std::vector<typename D::Field> x(request.choice.shifts.size(), zeroLike(b));
    const MultiShiftParameters parameters{request.choice.shifts, request.parameters};
    const MultiShiftResult result =
        withPositive(a, [&](const auto& positive) { return solve(positive, std::span(x), b, parameters); });
    return outcomeOf(x, result, request, A::positive ? 1 : 2);
}

/// A hopping term of lower precision, and the conversion of fields to its own.
template<HoppingTerm D, class Conversion>
struct LowerHopping {
    const D& d;
    Conversion conversion;
};

template<HoppingTerm D, class Conversion>
LowerHopping(const D&, Conversion) -> LowerHopping<D, Conversion>;

/// The reduction of the residual by a pass of a solver; BiCGStab keeps nothing for the next pass.
constexpr double reductionOf(SolverType type)
{
    return type == SolverType::BiCgStab ? batchReduction : singleReduction;
}

/// Solves in the precision of one hopping term.
template<QuarkForm form, HoppingTerm D, class K = NoPreconditioner<typename D::Field>>
SolveOutcome solveUniform(const D& d, const SolveRequest& request, const DeflationOf<D>& known,
                          const K& preconditioner = {})
{
    if (request.choice.type == SolverType::MultiShift)
        return solveShifts<form>(d, request, [](const auto& a, auto x, const auto& b, const auto& parameters) {
            return multiShiftConjugateGradient(a, x, b, parameters);
        });
    return solveEvenOdd<form>(d, request, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
        return withSolver(a, preconditioner, known.get(), request.choice.type,
                          [&](const auto& pass) { return solveByPasses(Passes(a, pass), x, b, parameters); });
    });
}

/// Solves in mixed precision: the residual with one hopping term, corrections of the solution with another, to whose
/// fields the preconditioner applies.
template<QuarkForm form, HoppingTerm D, HoppingTerm Inner, class Conversion,
         class K = NoPreconditioner<typename Inner::Field>>
SolveOutcome solveMixed(const D& d, const LowerHopping<Inner, Conversion>& lower, const SolveRequest& request,
                        const DeflationOf<Inner>& known, const K& preconditioner = {})
{
    const SchurOf<form, Inner> inner(lower.d, parametersOf<form>(request.dirac));
    if (request.choice.type == SolverType::MultiShift)
        return solveShifts<form>(d, request, [&](const auto& a, auto x, const auto& b, const auto& parameters) {
            return withPositive(inner, [&](const auto& positive) {
                return mixedMultiShift(a, x, b, LowerPrecision{positive, lower.conversion}, parameters);
            });
        });
    return solveEvenOdd<form>(d, request, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
        return withSolver(inner, preconditioner, known.get(), request.choice.type, [&](const auto& pass) {
            using Field = std::remove_cvref_t<decltype(x)>;
            InnerPass<Field, Conversion> correction(pass, lower.conversion, reductionOf(request.choice.type));
            return refine(a, x, b, correction, parameters);
        });
    });
}

/// Solves A x_e = bHat of several systems with `solve` for the even-odd operator of bundles of as many, whose fields are those of
/// D.
template<QuarkForm form, HoppingTerm D, HoppingTerm Bundles, class Solve>
std::vector<SolveOutcome> solveEvenOddBatch(const D& d, const Bundles& bundles, std::span<const SolveRequest> requests,
                                            Solve solve)
{
    std::vector<RequestedSystem<form, D>> systems;
    systems.reserve(requests.size());
    std::vector<SolverParameters> parameters;
    parameters.reserve(requests.size());
    std::vector<const typename D::Field*> sources;
    sources.reserve(requests.size());
    for (const SolveRequest& request : requests) {
        systems.emplace_back(d, request);
        parameters.push_back(systems.back().parameters());
        sources.push_back(&systems.back().source());
    }
    auto b = bundles.makeField(0);
    putVectors(b, sources);
    const SchurOf<form, Bundles> a(bundles, parametersOf<form>(requests.front().dirac));
    auto x = zeroLike(b);
    std::vector<SolverResult> results = solve(a, x, b, parameters);
    const std::vector<typename D::Field> even = takeVectors(x, systems.front().source());
    std::vector<SolveOutcome> outcomes;
    outcomes.reserve(requests.size());
    for (std::size_t v = 0; v < requests.size(); ++v)
        outcomes.push_back(systems[v].outcome(std::move(results[v]), even[v]));
    return outcomes;
}

/// solveUniform() of several systems; the modes are in single fields.
template<QuarkForm form, HoppingTerm D, HoppingTerm Bundles, VectorField V>
std::vector<SolveOutcome> solveUniformBatch(const D& d, const Bundles& bundles, std::span<const SolveRequest> requests,
                                            const std::shared_ptr<const Deflation<V>>& known)
{
    return solveEvenOddBatch<form>(
        d, bundles, requests, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
            return withSolver(a, NoPreconditioner<typename Bundles::Field>(), known.get(), requests.front().choice.type,
                              [&](const auto& pass) { return solveEachByPasses(Passes(a, pass), x, b, parameters); });
        });
}

/// solveMixed() of several systems; the modes are in single fields of the lower precision.
template<QuarkForm form, HoppingTerm D, HoppingTerm Bundles, HoppingTerm Inner, class Conversion, VectorField V>
std::vector<SolveOutcome>
solveMixedBatch(const D& d, const Bundles& bundles, const LowerHopping<Inner, Conversion>& lower,
                std::span<const SolveRequest> requests, const std::shared_ptr<const Deflation<V>>& known)
{
    const SolverType type = requests.front().choice.type;
    const SchurOf<form, Inner> inner(lower.d, parametersOf<form>(requests.front().dirac));
    return solveEvenOddBatch<form>(
        d, bundles, requests, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
            return withSolver(inner, NoPreconditioner<typename Inner::Field>(), known.get(), type,
                              [&](const auto& pass) {
                                  using Field = std::remove_cvref_t<decltype(x)>;
                                  InnerPass<Field, Conversion> correction(pass, lower.conversion, reductionOf(type));
                                  return solveEachByPasses(Passes(a, correction), x, b, parameters);
                              });
        });
}

} // namespace gaugegl

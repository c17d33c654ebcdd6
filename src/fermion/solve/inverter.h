// The common implementation of all inverters: which solver runs on which fields.
#pragma once

#include "fermion/operators/exchange.h"
#include "fermion/operators/host_conversion.h"
#include "fermion/operators/host_quark.h"
#include "fermion/solve/schwarz.h"
#include "fermion/solve/walls.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/solve/inversion.h"
#include "gaugegl/solvers/bicgstab.h"
#include "gaugegl/solvers/cg.h"
#include "gaugegl/solvers/cgnr.h"
#include "gaugegl/solvers/flexible.h"
#include "gaugegl/solvers/mixed.h"
#include "solvers/deflation.h"

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
template<class A, class K, class F>
auto withSolver(const A& a, const K& preconditioner, const Deflation<typename A::Field>* known, SolverType type, F f)
{
    const Deflation<typename A::Field> none;
    const auto deflated = [&](auto& pass) {
        DeflatedPass after(a, pass, known ? *known : none);
        return f(after);
    };
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

/// Solves A x_e = bHat with `solve`, for a right-hand side in the fields of D, and gives x on all sites.
template<QuarkForm form, HoppingTerm D, class Solve>
SolveOutcome solveEvenOdd(const D& d, const SolveRequest& request, Solve solve)
{
    const EvenOddSystem<form, D> system(d, request.dirac, request.space, request.b);
    auto even = zeroLike(system.source());
    SolverParameters parameters = request.parameters;
    parameters.tolerance = system.toleranceFor(request.parameters.tolerance);
    const double scale = request.parameters.tolerance / parameters.tolerance;
    if (request.parameters.watch)
        parameters.watch = [&](ResidualPoint seen) {
            seen.relativeResidual *= scale;
            request.parameters.watch(seen);
        };
    SolveOutcome outcome;
    outcome.result = solve(system.op(), even, system.source(), parameters);
    for (ResidualPoint& point : outcome.result.history)
        point.relativeResidual *= scale;
    outcome.x = system.solution(even);
    return outcome;
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
    return type == SolverType::BiCgStab ? togetherReduction : singleReduction;
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
                          [&](auto& pass) { return solveByPasses(Passes(a, pass), x, b, parameters); });
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
        return withSolver(inner, preconditioner, known.get(), request.choice.type, [&](auto& pass) {
            using Field = std::remove_cvref_t<decltype(x)>;
            InnerPass<Field, std::remove_cvref_t<decltype(pass)>, Conversion> correction(
                pass, lower.conversion, reductionOf(request.choice.type));
            return refine(a, x, b, correction, parameters);
        });
    });
}

/// The base of all inverters for one kind of fermions: computes the true residual on the host in double precision.
template<QuarkForm form>
class BasicInverter : public Inverter {
public:
    static constexpr FermionKind kind = kindOf(form); ///< of the fields

    Inversion solve(const FermionVector& b, const SolverChoice& choice,
                    const std::function<void(const ResidualPoint&)>& watch) final
    {
        validate(choice);
        if (choice.type == SolverType::MultiShift && choice.precision == SolverPrecision::Mixed16)
            throw InputError("the solver multishift works in single, double or mixed precision, not in mixed16");
        if (choice.type == SolverType::MultiShift && modes_)
            throw InputError("the solver multishift starts at 0 for all shifts and cannot be deflated: cg, bicgstab or "
                             "flexible is expected");
        if (choice.preconditioner == PreconditionerType::Schwarz) gaugegl::validate(choice.blocks, lattice().lattice());
        if constexpr (form == QuarkForm::DomainWall)
            if (choice.type == SolverType::MultiShift)
                throw InputError(
                    "the solver multishift does not solve domain walls, whose sources lie on the walls alone: cg, "
                    "bicgstab or flexible is expected");
        prepare(choice);
        FermionVector inFive;
        if constexpr (form == QuarkForm::DomainWall) inFive = wallSource(inDouble(), dirac_.domainWall(), b);
        SolveRequest request{dirac_, domain_, form == QuarkForm::DomainWall ? inFive : b, choice, {}};
        request.parameters.tolerance = choice.tolerance;
        request.parameters.maxIterations = choice.maxIterations;
        request.parameters.watch = watch;
        const Stopwatch time;
        SolveOutcome outcome = solved(request);
        return inversionOf(std::move(outcome), request, time.seconds());
    }

    const SharedLattice& lattice() const final { return inDouble().layout()->shared(); }

    void deflate(std::shared_ptr<const LowModes> modes) final
    {
        if constexpr (form == QuarkForm::DomainWall)
            if (modes) throw InputError("domain-wall quarks cannot be deflated: no modes of their operator are found");
        modes_ = std::move(modes);
        deflationChanged();
    }

protected:
    /// The modes in the fields of a hopping term, or null.
    template<HoppingTerm D>
    DeflationOf<D> deflationIn(const D& d) const
    {
        if (!modes_) return nullptr;
        auto known = std::make_shared<Deflation<typename D::Field>>();
        const double own = massSquared(dirac_) - massSquared(modes_->of.dirac);
        for (std::size_t k = 0; k < modes_->vectors.size(); ++k) {
            known->values.push_back(modes_->eigenvalues[k] + own);
            known->vectors.push_back(d.makeField(0));
            upload(known->vectors.back(), halfOf(domain_.lattice, modes_->vectors[k], 0, domain_.components()));
        }
        return known;
    }
    BasicInverter(const HostGaugeField& links, const DiracParameters& dirac, const SharedLattice& shared)
        : dirac_(dirac), domain_{links.lattice, links.group, kind, dirac.slices()}, quark_(links, dirac, shared)
    {}

    const DiracParameters& dirac() const { return dirac_; }
    const FermionDomain& domain() const { return domain_; }
    const host::Hopping<double, kind>& inDouble() const { return quark_.inDouble(); }
    /// A hopping term of the host in the slices of the operator, with its clover term if it has one.
    template<class T>
    host::Hopping<T, kind> completed(const host::Hopping<T, kind>& hopping) const
    {
        return quark_.completed(hopping);
    }

private:
    /// Forgets the fields of deflationIn().
    virtual void deflationChanged() = 0;
    /// Prepares the operators for a choice, so that this time does not count as solving.  Throws InputError if the
    /// precision is not supported.
    virtual void prepare(const SolverChoice& choice) = 0;
    virtual SolveOutcome solved(const SolveRequest& request) const = 0;

    Inversion inversionOf(SolveOutcome outcome, const SolveRequest& request, double seconds) const
    {
        Inversion inversion;
        inversion.status = outcome.result.status;
        inversion.iterations = outcome.result.iterations;
        inversion.restarts = outcome.result.restarts;
        inversion.history = std::move(outcome.result.history);
        inversion.seconds = seconds;
        inversion.applications = outcome.result.applications;
        inversion.blockApplications = outcome.blockApplications;
        // An application of the even-odd operator is a hop to each parity.
        inversion.flops = double(inversion.applications + inversion.blockApplications) *
                          double(lattice().lattice().volume()) * domain_.slices * host::hopFlops(kind, domain_.group);
        if (request.choice.type == SolverType::MultiShift)
            addShifts(inversion, outcome, request);
        else {
            inversion.relativeResidual = relativeResidual<form>(inDouble(), dirac_, domain_, {&outcome.x, &request.b});
            if constexpr (form == QuarkForm::DomainWall) {
                inversion.solution = ofWalls(outcome.x, domain_);
                if (domain_.slices % 2 == 0) inversion.midpoint = ofMidpoint(outcome.x, domain_);
            } else
                inversion.solution = std::move(outcome.x);
            inversion.solutionNorm2 = norm2Of(inversion.solution);
        }
        if (inversion.converged() && !(inversion.relativeResidual <= request.parameters.tolerance))
            inversion.status = SolverStatus::Stagnation;
        return inversion;
    }

    void addShifts(Inversion& inversion, const SolveOutcome& outcome, const SolveRequest& request) const
    {
        const SchurOf<form, host::Hopping<double, kind>> a(inDouble(), parametersOf<form>(dirac_));
        const auto b = evenSites(inDouble(), request);
        const double b2 = norm2(b);
        auto x = zeroLike(b), r = x;
        for (std::size_t i = 0; i < outcome.shifted.size(); ++i) {
            ShiftedSolution one{request.choice.shifts[i], FermionVector(domain_.size()), 0};
            setHalf(domain_.lattice, one.solution, outcome.shifted[i], 0, domain_.components());
            upload(x, outcome.shifted[i]);
            withPositive(a, [&](const auto& normal) { normal.apply(r, x); });
            axpy(one.shift, x, r);
            xpay(b, -1.0, r);
            one.relativeResidual = b2 > 0 ? std::sqrt(norm2(r) / b2) : 0;
            inversion.relativeResidual = std::max(inversion.relativeResidual, one.relativeResidual);
            inversion.solutionNorm2 += norm2Of(one.solution);
            inversion.shifted.push_back(std::move(one));
        }
    }

    double norm2Of(const FermionVector& x) const { return dot(lattice(), x, x).real(); }

    /// What a mass adds to the eigenvalues of modes.
    static double massSquared(const DiracParameters& dirac) { return dirac.mass * dirac.mass; }

    DiracParameters dirac_;
    FermionDomain domain_;
    HostQuark<kind> quark_;
    std::shared_ptr<const LowModes> modes_; ///< or null
};

} // namespace gaugegl

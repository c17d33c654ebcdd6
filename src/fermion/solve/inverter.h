// The text of all inverters: which solver runs on which fields.
#pragma once

#include "fermion/operators/exchange.h"
#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/solve/inversion.h"
#include "gaugegl/solvers/bicgstab.h"
#include "gaugegl/solvers/cg.h"
#include "gaugegl/solvers/cgnr.h"
#include "gaugegl/solvers/multishift.h"
#include "gaugegl/solvers/refine.h"
#include "host/hopping.h"

#include <optional>
#include <span>

namespace gaugegl {

/// A system, and how it is to be solved.
struct Problem {
    const DiracParameters& dirac;
    const FermionDomain& space;
    const FermionVector& b;
    const SolverChoice& choice;
    SolverParameters parameters; ///< the tolerance is that of |b - M x| / |b|
};

/// What a solver gave.
struct Answer {
    SolverResult result; ///< residuals are those of |b - M x| / |b|
    FermionVector x = {};
    std::vector<HalfVector> shifted = {}; ///< of multishift, on the even sites
};

/// Fields of one hopping term of the host to those of another.
template<FermionKind kind>
class DoubleToFloat {
public:
    explicit DoubleToFloat(const host::Hopping<float, kind>& inner) : inner_(&inner) {}

    host::Field<float> makeField() const { return inner_->makeField(0); }
    void send(host::Field<float>& inner, double factor, const host::Field<double>& outer)
    {
        host::convert(inner, outer, factor);
    }
    void add(host::Field<double>& outer, double factor, const host::Field<float>& inner)
    {
        host::accumulate(outer, inner, factor);
    }

private:
    const host::Hopping<float, kind>* inner_;
};

/// Calls f with the passes of the solver that `type` is for this kind of fermions.
template<FermionKind kind, class A, class F>
auto withSolver(const A& a, SolverType type, F f)
{
    if (type == SolverType::BiCgStab) {
        Bicgstab pass(a);
        return f(pass);
    }
    if constexpr (kind == FermionKind::Staggered) {
        ConjugateGradient pass(a);
        return f(pass);
    } else {
        NormalConjugateGradient pass(a);
        return f(pass);
    }
}

/// Solves A x_e = bHat with `solve`, for a right-hand side in the fields of D, and gives x on all sites.
template<FermionKind kind, HoppingTerm D, class Solve>
Answer solveEvenOdd(const D& d, const Problem& problem, Solve solve)
{
    const EvenOddSystem<kind, D> system(d, problem.dirac, problem.space, problem.b);
    auto even = zeroLike(system.source());
    SolverParameters parameters = problem.parameters;
    parameters.tolerance = system.toleranceFor(problem.parameters.tolerance);
    const double scale = problem.parameters.tolerance / parameters.tolerance;
    if (problem.parameters.watch)
        parameters.watch = [&](ResidualPoint seen) {
            seen.relativeResidual *= scale;
            problem.parameters.watch(seen);
        };
    Answer answer;
    answer.result = solve(system.op(), even, system.source(), parameters);
    for (ResidualPoint& point : answer.result.history)
        point.relativeResidual *= scale;
    answer.x = system.solution(even);
    return answer;
}

/// Calls f with A^dagger A of the even-odd form, which for staggered fermions is the even-odd form itself.
template<FermionKind kind, class A, class F>
auto withNormal(const A& a, F f)
{
    if constexpr (kind == FermionKind::Staggered)
        return f(a);
    else
        return f(Normal<A>(a));
}

/// The even sites of a vector.
template<HoppingTerm D>
typename D::Field evenSites(const D& d, const Problem& problem)
{
    auto b = d.makeField(0);
    upload(b, halfOf(problem.space.lattice, problem.b, 0, problem.space.components()));
    return b;
}

/// The solutions of all shifts, and one result for all.
template<VectorField V>
Answer answerOf(const std::vector<V>& x, const MultiShiftResult& result, const Problem& problem)
{
    Answer answer;
    answer.result.status = SolverStatus::Converged;
    for (const SolverResult& shift : result.shifts) {
        if (!shift.converged() && answer.result.converged()) answer.result.status = shift.status;
        answer.result.restarts = std::max(answer.result.restarts, shift.restarts);
        if (shift.history.size() > answer.result.history.size()) answer.result.history = shift.history;
    }
    answer.result.iterations = result.iterations;
    // A^dagger A is two applications of A; that of staggered fermions is one.
    answer.result.applications = result.applications * (problem.space.kind == FermionKind::Wilson ? 2 : 1);
    answer.shifted.assign(x.size(), HalfVector(problem.space.size() / 2));
    for (std::size_t i = 0; i < x.size(); ++i)
        download(answer.shifted[i], x[i]);
    return answer;
}

/// All shifts in the precision of one hopping term.
template<FermionKind kind, HoppingTerm D>
Answer solveShiftsInOne(const D& d, const Problem& problem)
{
    const SchurOf<kind, D> a(d, parametersOf<kind>(problem.dirac));
    const auto b = evenSites(d, problem);
    std::vector<typename D::Field> x(problem.choice.shifts.size(), zeroLike(b));
    const MultiShiftResult result = withNormal<kind>(a, [&](const auto& normal) {
        return multiShiftConjugateGradient(normal, std::span(x), b, {problem.choice.shifts, problem.parameters});
    });
    return answerOf(x, result, problem);
}

/// A hopping term of single precision, and how its fields are made from others.
template<HoppingTerm D, class Way>
struct LowerPrecision {
    const D& d;
    Way way;
};

template<HoppingTerm D, class Way>
LowerPrecision(const D&, Way) -> LowerPrecision<D, Way>;

/// How far a pass in single precision goes when nothing is kept for the next one, and when all shifts go together.
constexpr double farReduction = 1e-4;

/// The same for the passes of a solver.
constexpr double reductionOf(SolverType type) { return type == SolverType::BiCgStab ? farReduction : singleReduction; }

/// All shifts together in lower precision, then each alone with the residual in higher precision.
template<FermionKind kind, HoppingTerm D, HoppingTerm Inner, class Way>
Answer solveShiftsInTwo(const D& d, const LowerPrecision<Inner, Way>& lower, const Problem& problem)
{
    using Field = typename D::Field;
    const SchurOf<kind, D> a(d, parametersOf<kind>(problem.dirac));
    const SchurOf<kind, Inner> aLower(lower.d, parametersOf<kind>(problem.dirac));
    const auto b = evenSites(d, problem);
    const auto bLower = evenSites(lower.d, problem);
    std::vector<typename Inner::Field> xLower(problem.choice.shifts.size(), zeroLike(bLower));
    std::vector<Field> x(problem.choice.shifts.size(), zeroLike(b));
    Way way = lower.way;
    const auto solve = [&](const auto& normal, const auto& normalLower) {
        MultiShiftParameters rough{problem.choice.shifts, problem.parameters};
        rough.solver.tolerance = std::max(rough.solver.tolerance, farReduction);
        MultiShiftResult result = multiShiftConjugateGradient(normalLower, std::span(xLower), bLower, rough);
        for (std::size_t i = 0; i < x.size(); ++i) {
            way.add(x[i], 1, xLower[i]);
            const Shifted shifted(normal, problem.choice.shifts[i]);
            const Shifted shiftedLower(normalLower, problem.choice.shifts[i]);
            ConjugateGradient pass(shiftedLower);
            InnerPass<Field, decltype(pass), Way> correction(pass, way);
            SolverResult fine = refine(shifted, x[i], b, correction, problem.parameters);
            result.iterations += fine.iterations;
            result.applications += fine.applications;
            fine.restarts += 1;
            result.shifts[i] = std::move(fine);
        }
        return result;
    };
    const MultiShiftResult result = withNormal<kind>(a, [&](const auto& normal) {
        return withNormal<kind>(aLower, [&](const auto& normalLower) { return solve(normal, normalLower); });
    });
    return answerOf(x, result, problem);
}

/// In the precision of one hopping term.
template<FermionKind kind, HoppingTerm D>
Answer solveInOne(const D& d, const Problem& problem)
{
    if (problem.choice.type == SolverType::MultiShift) return solveShiftsInOne<kind>(d, problem);
    return solveEvenOdd<kind>(d, problem, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
        return withSolver<kind>(a, problem.choice.type,
                                [&](auto& pass) { return solveByPasses(Passes(a, pass), x, b, parameters); });
    });
}

/// The residual with one hopping term, corrections of the solution with another one.
template<FermionKind kind, HoppingTerm D, HoppingTerm Inner, class Way>
Answer solveInTwo(const D& d, const LowerPrecision<Inner, Way>& lower, const Problem& problem)
{
    if (problem.choice.type == SolverType::MultiShift) return solveShiftsInTwo<kind>(d, lower, problem);
    const SchurOf<kind, Inner> inner(lower.d, parametersOf<kind>(problem.dirac));
    return solveEvenOdd<kind>(d, problem, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
        return withSolver<kind>(inner, problem.choice.type, [&](auto& pass) {
            using Field = std::remove_cvref_t<decltype(x)>;
            InnerPass<Field, std::remove_cvref_t<decltype(pass)>, Way> correction(pass, lower.way,
                                                                                  reductionOf(problem.choice.type));
            return refine(a, x, b, correction, parameters);
        });
    });
}

/// What all inverters of a kind of fermions share: the true residual by hopping terms of the host in double precision.
template<FermionKind kind>
class BasicInverter : public Inverter {
public:
    Inversion solve(const FermionVector& b, const SolverChoice& choice,
                    const std::function<void(const ResidualPoint&)>& watch) final
    {
        validate(choice);
        if (choice.type == SolverType::MultiShift && choice.precision == SolverPrecision::Mixed16)
            throw InputError("the solver multishift works in single, double or mixed precision, not in mixed16");
        prepare(choice.precision);
        Problem problem{dirac_, domain_, b, choice, {}};
        problem.parameters.tolerance = choice.tolerance;
        problem.parameters.maxIterations = choice.maxIterations;
        problem.parameters.watch = watch;
        const Stopwatch time;
        Answer answer = solved(problem, choice.precision);
        return inversionOf(std::move(answer), problem, time.seconds());
    }

protected:
    BasicInverter(const FermionLinks& links, const DiracParameters& dirac)
        : dirac_(dirac), domain_{links.lattice, links.group, kind},
          double_(links.lattice, links.group, links.links, dirac.boundary)
    {}

    const DiracParameters& dirac() const { return dirac_; }
    const FermionDomain& domain() const { return domain_; }
    const host::Hopping<double, kind>& inDouble() const { return double_; }

private:
    /// Makes what the precision needs, so that it does not count as solving.  Throws InputError where there is none.
    virtual void prepare(SolverPrecision precision) = 0;
    virtual Answer solved(const Problem& problem, SolverPrecision precision) const = 0;

    Inversion inversionOf(Answer answer, const Problem& problem, double seconds) const
    {
        Inversion inversion;
        inversion.status = answer.result.status;
        inversion.iterations = answer.result.iterations;
        inversion.restarts = answer.result.restarts;
        inversion.history = std::move(answer.result.history);
        inversion.seconds = seconds;
        // An application of the even-odd operator is a hop to each parity.
        inversion.flops =
            double(answer.result.applications) * double(domain_.lattice.volume()) * host::hopFlops(kind, domain_.group);
        if (problem.choice.type == SolverType::MultiShift)
            addShifts(inversion, answer, problem);
        else {
            inversion.relativeResidual = relativeResidual<kind>(double_, dirac_, domain_, {&answer.x, &problem.b});
            inversion.solutionNorm2 = norm2Of(answer.x);
            inversion.solution = std::move(answer.x);
        }
        if (inversion.converged() && !(inversion.relativeResidual <= problem.parameters.tolerance))
            inversion.status = SolverStatus::Stagnation;
        return inversion;
    }

    void addShifts(Inversion& inversion, const Answer& answer, const Problem& problem) const
    {
        const SchurOf<kind, host::Hopping<double, kind>> a(double_, parametersOf<kind>(dirac_));
        const auto b = evenSites(double_, problem);
        const double b2 = norm2(b);
        auto x = zeroLike(b), r = x;
        for (std::size_t i = 0; i < answer.shifted.size(); ++i) {
            ShiftedSolution one{problem.choice.shifts[i], FermionVector(domain_.size()), 0};
            setHalf(domain_.lattice, one.solution, answer.shifted[i], 0, domain_.components());
            upload(x, answer.shifted[i]);
            withNormal<kind>(a, [&](const auto& normal) { normal.apply(r, x); });
            axpy(one.shift, x, r);
            xpay(b, -1.0, r);
            one.relativeResidual = b2 > 0 ? std::sqrt(norm2(r) / b2) : 0;
            inversion.relativeResidual = std::max(inversion.relativeResidual, one.relativeResidual);
            inversion.solutionNorm2 += norm2Of(one.solution);
            inversion.shifted.push_back(std::move(one));
        }
    }

    static double norm2Of(const FermionVector& x)
    {
        double sum = 0;
        for (const auto& z : x)
            sum += std::norm(z);
        return sum;
    }

    DiracParameters dirac_;
    FermionDomain domain_;
    host::Hopping<double, kind> double_;
};

} // namespace gaugegl

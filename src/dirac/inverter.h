// The text of all inverters: which solver runs on which fields.
#pragma once

#include "gaugegl/dirac/inversion.h"
#include "gaugegl/host/hopping.h"
#include "gaugegl/solvers/cg.h"
#include "gaugegl/solvers/cgnr.h"
#include "gaugegl/solvers/refine.h"

#include <chrono>
#include <optional>
#include <span>

namespace gaugegl {

/// A system, and how it is to be solved.
struct Problem {
    const DiracParameters& dirac;
    const FermionDomain& space;
    const FermionVector& b;
    SolverType solver;
    SolverParameters parameters; ///< the tolerance is that of |b - M x| / |b|
};

/// What a solver gave.
struct Answer {
    SolverResult result; ///< residuals are those of |b - M x| / |b|
    FermionVector x;
};

/// Fields of one hopping term to those of another by way of the exchange format.
template<HoppingTerm Outer, HoppingTerm Inner>
class ThroughVectors {
public:
    ThroughVectors(const Inner& inner, const FermionDomain& space) : inner_(&inner), numbers_(space.size() / 2) {}

    typename Inner::Field makeField() const { return inner_->makeField(0); }
    void send(typename Inner::Field& inner, double factor, const typename Outer::Field& outer)
    {
        download(std::span(numbers_), outer);
        for (auto& number : numbers_)
            number *= factor;
        upload(inner, numbers_);
    }
    void add(typename Outer::Field& outer, double factor, const typename Inner::Field& inner)
    {
        if (!correction_) correction_.emplace(zeroLike(outer));
        download(std::span(numbers_), inner);
        upload(*correction_, numbers_);
        axpy(factor, *correction_, outer);
    }

private:
    const Inner* inner_;
    HalfVector numbers_;
    std::optional<typename Outer::Field> correction_;
};

/// The same between fields of the host.
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
auto withSolver(const A& a, SolverType /*type*/, F f)
{
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

/// In the precision of one hopping term.
template<FermionKind kind, HoppingTerm D>
Answer solveInOne(const D& d, const Problem& problem)
{
    return solveEvenOdd<kind>(d, problem, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
        return withSolver<kind>(a, problem.solver,
                                [&](auto& pass) { return solveByPasses(Passes(a, pass), x, b, parameters); });
    });
}

/// A hopping term of lower precision: how its fields are made from others, and how far a pass with it can go.
template<HoppingTerm D, class Way>
struct LowerPrecision {
    const D& d;
    Way way;
    double reduction;
};

/// The residual with one hopping term, corrections of the solution with another one.
template<FermionKind kind, HoppingTerm D, HoppingTerm Inner, class Way>
Answer solveInTwo(const D& d, const LowerPrecision<Inner, Way>& lower, const Problem& problem)
{
    const SchurOf<kind, Inner> inner(lower.d, parametersOf<kind>(problem.dirac));
    return solveEvenOdd<kind>(d, problem, [&](const auto& a, auto& x, const auto& b, const auto& parameters) {
        return withSolver<kind>(inner, problem.solver, [&](auto& pass) {
            using Field = std::remove_cvref_t<decltype(x)>;
            InnerPass<Field, std::remove_cvref_t<decltype(pass)>, Way> correction(pass, lower.way, lower.reduction);
            return refine(a, x, b, correction, parameters);
        });
    });
}

/// By how much a pass in single precision may make the residual smaller.
constexpr double reductionInSingle = 1e-5;
/// The same in 16 bits.
constexpr double reductionIn16Bits = 0.02;

/// What all inverters of a kind of fermions share: the true residual by hopping terms of the host in double precision.
template<FermionKind kind>
class BasicInverter : public Inverter {
public:
    Inversion solve(const FermionVector& b, const SolverChoice& choice,
                    const std::function<void(const ResidualPoint&)>& watch) final
    {
        validate(choice);
        prepare(choice.precision);
        Problem problem{dirac_, domain_, b, choice.type, {}};
        problem.parameters.tolerance = choice.tolerance;
        problem.parameters.maxIterations = choice.maxIterations;
        problem.parameters.watch = watch;
        const auto start = std::chrono::steady_clock::now();
        Answer answer = solved(problem, choice.precision);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        return inversionOf(std::move(answer), problem, time.count());
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
        inversion.relativeResidual = relativeResidual<kind>(double_, dirac_, domain_, {&answer.x, &problem.b});
        for (const auto& z : answer.x)
            inversion.solutionNorm2 += std::norm(z);
        inversion.solution = std::move(answer.x);
        if (inversion.converged() && !(inversion.relativeResidual <= problem.parameters.tolerance))
            inversion.status = SolverStatus::Stagnation;
        return inversion;
    }

    DiracParameters dirac_;
    FermionDomain domain_;
    host::Hopping<double, kind> double_;
};

} // namespace gaugegl

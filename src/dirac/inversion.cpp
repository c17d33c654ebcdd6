#include "gaugegl/dirac/inversion.h"

#include "gaugegl/core/error.h"
#include "inverter.h"

#include <chrono>
#include <fmt/format.h>

namespace gaugegl {
namespace {

using Clock = std::chrono::steady_clock;

double norm2Of(const FermionVector& x)
{
    double sum = 0;
    for (const auto& z : x)
        sum += std::norm(z);
    return sum;
}

/// Solves with hopping terms of the host; the residual of what others solved is computed with them, too.
template<FermionKind kind>
class HostInverter final : public Inverter {
public:
    HostInverter(const FermionLinks& links, const DiracParameters& dirac)
        : dirac_(dirac), space_{links.lattice, links.group, kind}, links_(links.links),
          double_(links.lattice, links.group, links.links, dirac.boundary)
    {}

    Inversion solve(const FermionVector& b, const SolverChoice& choice,
                    const std::function<void(const ResidualPoint&)>& watch) override
    {
        validate(choice);
        if (choice.precision == SolverPrecision::Mixed16)
            throw InputError("mixed16 has 16-bit fields, which are on a device only: give --path fragment or compute");
        if (choice.precision != SolverPrecision::Double) prepareSingle();
        const Problem problem{dirac_, space_, b, choice.type, parametersOf(choice, watch)};
        const auto start = Clock::now();
        Answer answer = solved(problem, choice.precision);
        return inversionOf(std::move(answer), problem, std::chrono::duration<double>(Clock::now() - start).count());
    }

    std::string place() const override { return fmt::format("CPU ({})", name(double_.layout()->instructionSet())); }

private:
    static SolverParameters parametersOf(const SolverChoice& choice,
                                         const std::function<void(const ResidualPoint&)>& watch)
    {
        SolverParameters parameters;
        parameters.tolerance = choice.tolerance;
        parameters.maxIterations = choice.maxIterations;
        parameters.watch = watch;
        return parameters;
    }

    void prepareSingle()
    {
        if (!single_) single_.emplace(double_.layout(), space_.group, links_, dirac_.boundary);
    }

    Answer solved(const Problem& problem, SolverPrecision precision) const
    {
        if (precision == SolverPrecision::Double) return solveInOne<kind>(double_, problem);
        if (precision == SolverPrecision::Single) return solveInOne<kind>(*single_, problem);
        return solveInTwo<kind>(double_, LowerPrecision{*single_, DoubleToFloat<kind>(*single_), reductionInSingle},
                                problem);
    }

    Inversion inversionOf(Answer answer, const Problem& problem, double seconds) const
    {
        Inversion inversion;
        inversion.status = answer.result.status;
        inversion.iterations = answer.result.iterations;
        inversion.restarts = answer.result.restarts;
        inversion.history = std::move(answer.result.history);
        inversion.seconds = seconds;
        inversion.flops = hopFlopsOf(answer.result, space_);
        inversion.relativeResidual = relativeResidual<kind>(double_, dirac_, space_, {&answer.x, &problem.b});
        inversion.solutionNorm2 = norm2Of(answer.x);
        inversion.solution = std::move(answer.x);
        if (inversion.converged() && !(inversion.relativeResidual <= problem.parameters.tolerance))
            inversion.status = SolverStatus::Stagnation;
        return inversion;
    }

    DiracParameters dirac_;
    FermionSpace space_;
    LinkVector links_;
    host::Hopping<double, kind> double_;
    std::optional<host::Hopping<float, kind>> single_; ///< once it is asked for
};

} // namespace

std::unique_ptr<Inverter> hostInverter(const FermionLinks& links, const DiracParameters& dirac)
{
    validate(dirac);
    if (dirac.kind() == FermionKind::Staggered)
        return std::make_unique<HostInverter<FermionKind::Staggered>>(links, dirac);
    return std::make_unique<HostInverter<FermionKind::Wilson>>(links, dirac);
}

} // namespace gaugegl

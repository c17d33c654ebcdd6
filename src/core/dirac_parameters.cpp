#include "gaugegl/core/dirac_parameters.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

void checkUnused(const char* name, double value, const DiracParameters& dirac)
{
    if (value != 0)
        throw InputError(
            fmt::format("{} = {} has no meaning for the operator {}", name, value, choiceName<DiracType>(dirac.type)));
}

void checkKappa(double kappa)
{
    if (!(kappa > 0 && kappa < 1)) // also what is no number
        throw InputError(fmt::format("kappa = {} must be above 0 and below 1; kappa = 1/(2 (a m + 4)), and massless "
                                     "quarks have 0.125 where they are free, up to 0.25 at strong coupling",
                                     kappa));
}

} // namespace

std::string describe(const DiracParameters& dirac)
{
    switch (dirac.type) {
    case DiracType::Wilson:
        return fmt::format("Wilson, kappa = {}", dirac.kappa);
    case DiracType::TwistedMass:
        return fmt::format("twisted mass, kappa = {}, mu = {}", dirac.kappa, dirac.mu);
    case DiracType::Staggered:
        break;
    }
    return fmt::format("staggered, mass = {}", dirac.mass);
}

void validate(const DiracParameters& dirac)
{
    if (dirac.type == DiracType::Staggered) {
        checkUnused("kappa", dirac.kappa, dirac);
        checkUnused("mu", dirac.mu, dirac);
        if (!(dirac.mass > 0) || std::isinf(dirac.mass))
            throw InputError(fmt::format("mass = {} must be a finite number above 0: without a mass the odd sites do "
                                         "not follow from the even ones",
                                         dirac.mass));
        return;
    }
    checkUnused("mass", dirac.mass, dirac);
    checkKappa(dirac.kappa);
    if (dirac.type == DiracType::Wilson) checkUnused("mu", dirac.mu, dirac);
    if (!std::isfinite(dirac.mu)) throw InputError(fmt::format("mu = {} must be a finite number", dirac.mu));
}

void validate(const SolverChoice& solver)
{
    if (!(solver.tolerance > 0 && solver.tolerance < 1))
        throw InputError(
            fmt::format("tolerance = {} must be above 0 and below 1: it is |b - M x| / |b|", solver.tolerance));
    if (solver.maxIterations < 1)
        throw InputError(
            fmt::format("at most {} iterations cannot solve anything; allow at least 1", solver.maxIterations));
    const bool shifted = solver.type == SolverType::MultiShift;
    if (shifted && solver.shifts.empty()) throw InputError("the solver multishift needs shifts, such as 0,0.1,0.5");
    if (!shifted && !solver.shifts.empty())
        throw InputError(
            fmt::format("shifts are for the solver multishift, not for {}", choiceName<SolverType>(solver.type)));
    for (const double shift : solver.shifts)
        if (!(shift >= 0) || std::isinf(shift))
            throw InputError(fmt::format("shift {} must be a finite number of at least 0", shift));
}

} // namespace gaugegl

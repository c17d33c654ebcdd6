#include "gaugegl/core/dirac_parameters.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int mostBlockSteps = 64;

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

void checkMu(double mu)
{
    if (!std::isfinite(mu)) throw InputError(fmt::format("mu = {} must be a finite number", mu));
}

void checkMass(double mass)
{
    if (!(mass > 0) || std::isinf(mass))
        throw InputError(fmt::format("mass = {} must be a finite number above 0: without a mass the odd sites do "
                                     "not follow from the even ones",
                                     mass));
}

/// The blocks of larger ones are far from the number that they should be close to.
void checkClover(double clover)
{
    constexpr double largest = 100;
    if (!(clover >= 0 && clover <= largest)) // also what is no number
        throw InputError(
            fmt::format("clover = {} must be at least 0 and at most {}: it is c_SW, 1 at tree level", clover, largest));
}

void checkPreconditioner(const SolverChoice& solver)
{
    if (solver.preconditioner == PreconditionerType::None) return;
    const std::string name = choiceName<PreconditionerType>(solver.preconditioner);
    if (solver.type != SolverType::Flexible)
        throw InputError(fmt::format("the preconditioner {} is for the solver flexible, not for {}", name,
                                     choiceName<SolverType>(solver.type)));
    if (solver.precision == SolverPrecision::Double)
        throw InputError(fmt::format("the preconditioner {} works in single or in 16 bits: use the precision single, "
                                     "mixed or mixed16, not double",
                                     name));
    if (solver.blockSteps < 1 || solver.blockSteps > mostBlockSteps)
        throw InputError(fmt::format("{} steps on the blocks: the preconditioner {} takes 1 to {}", solver.blockSteps,
                                     name, mostBlockSteps));
}

} // namespace

constinit const DiracNumber kappaNumber = {"kappa", &DiracParameters::kappa, "Wilson and twisted mass: 1/(2 (a m + 4))",
                                           checkKappa};
constinit const DiracNumber muNumber = {"mu", &DiracParameters::mu,
                                        "Twisted mass: M = 1 + 2 i kappa mu gamma_5 - kappa H", checkMu};
constinit const DiracNumber massNumber = {"mass", &DiracParameters::mass, "Staggered: a m", checkMass};
constinit const DiracNumber cloverNumber = {"clover", &DiracParameters::clover,
                                            "Wilson and twisted mass: c_SW of a clover term, without this option 0",
                                            checkClover, /*optional=*/true};

std::vector<const DiracNumber*> numbersOf(const DiracParameters& dirac)
{
    std::vector<const DiracNumber*> told;
    for (const DiracNumber* number : traits(dirac.type).numbers())
        if (!number->optional || dirac.*number->value != 0) told.push_back(number);
    return told;
}

std::string describe(const DiracParameters& dirac)
{
    std::string text = traits(dirac.type).title;
    for (const DiracNumber* number : numbersOf(dirac))
        text += fmt::format(", {} = {}", number->key, dirac.*number->value);
    if (dirac.stout.smears()) text += ", stout = " + dirac.stout.text();
    return text;
}

void validate(const DiracParameters& dirac)
{
    for (const DiracNumber* number : diracNumbers)
        if (!traits(dirac.type).has(*number)) checkUnused(number->key, dirac.*number->value, dirac);
    for (const DiracNumber* number : traits(dirac.type).numbers())
        number->check(dirac.*number->value);
    validate(dirac.stout);
}

void validate(const SolverChoice& solver)
{
    if (!(solver.tolerance > 0 && solver.tolerance < 1))
        throw InputError(
            fmt::format("tolerance = {} must be above 0 and below 1: it is |b - M x| / |b|", solver.tolerance));
    if (solver.maxIterations < 1)
        throw InputError(
            fmt::format("at most {} iterations cannot solve anything; allow at least 1", solver.maxIterations));
    checkPreconditioner(solver);
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

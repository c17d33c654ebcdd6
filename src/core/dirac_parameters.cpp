#include "gaugegl/core/dirac_parameters.h"

#include "core/zolotarev.h"
#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr int mostBlockSteps = 64;

constexpr int mostSlices = 128;

constexpr int mostSignModes = 256;

/// "; wilson, twisted-mass have it".
std::string ownersOf(const DiracNumber& number)
{
    std::string text;
    for (const DiracTraits& one : diracTraits)
        if (one.has(number)) text += fmt::format("{} {}", text.empty() ? ";" : ",", one.name);
    return text + (text.find(',') == std::string::npos ? " has it" : " have it");
}

void checkUnused(const DiracNumber& number, const DiracParameters& dirac)
{
    if (const double value = dirac.*number.value; value != number.standard)
        throw InputError(fmt::format("{} = {} has no meaning for the operator {}{}", number.key, value,
                                     choiceName<DiracType>(dirac.type), ownersOf(number)));
}

void checkKappa(double kappa, DiracType /*of*/)
{
    if (!(kappa > 0 && kappa < 1)) // also what is no number
        throw InputError(fmt::format("kappa = {} must be above 0 and below 1; kappa = 1/(2 (a m + 4)), and massless "
                                     "quarks have 0.125 where they are free, up to 0.25 at strong coupling",
                                     kappa));
}

void checkMu(double mu, DiracType /*of*/)
{
    if (!std::isfinite(mu)) throw InputError(fmt::format("mu = {} must be a finite number", mu));
}

/// Steps forwards and backwards differ by a factor e^(2 mu), which single precision must bear.
void checkIsospin(double mu, DiracType /*of*/)
{
    constexpr double largest = 10;
    if (!(std::abs(mu) <= largest)) // also what is no number
        throw InputError(fmt::format("isospin_mu = {} must be from -{} to {}: it is a mu of a chemical potential, by "
                                     "which steps in t are multiplied by e^mu and e^-mu",
                                     mu, largest, largest));
}

void checkMass(double mass, DiracType of)
{
    if (!hasEvenOdd(of)) {
        if (!(mass >= 0) || std::isinf(mass))
            throw InputError(fmt::format("mass = {} must be at least 0 and below 2 rho", mass));
        return;
    }
    if (hasSlices(of)) {
        if (!(mass >= 0 && mass < 1)) // also what is no number
            throw InputError(fmt::format("mass = {} must be at least 0 and below 1, that of Pauli and Villars", mass));
        return;
    }
    if (!(mass > 0) || std::isinf(mass))
        throw InputError(fmt::format("mass = {} must be a finite number above 0: without a mass the odd sites do "
                                     "not follow from the even ones",
                                     mass));
}

/// The blocks of larger ones are far from the number that they should be close to.
void checkClover(double clover, DiracType /*of*/)
{
    constexpr double largest = 100;
    if (!(clover >= 0 && clover <= largest)) // also what is no number
        throw InputError(
            fmt::format("clover = {} must be at least 0 and at most {}: it is c_SW, 1 at tree level", clover, largest));
}

void checkM5(double m5, DiracType /*of*/)
{
    if (!(m5 > 0 && m5 < 2)) // also what is no number
        throw InputError(fmt::format(
            "m5 = {} must be above 0 and below 2: there is one light quark then, and the 15 doublers are heavy", m5));
}

void checkLs(double ls, DiracType /*of*/)
{
    if (!(ls >= 1 && ls <= mostSlices) || ls != std::floor(ls))
        throw InputError(fmt::format("ls = {} must be a whole number of slices, 1 to {}", ls, mostSlices));
}

void checkRho(double rho, DiracType /*of*/)
{
    if (!(rho > 0 && rho < 2)) // also what is no number
        throw InputError(fmt::format(
            "rho = {} must be above 0 and below 2: there is one light quark then, and the 15 doublers are heavy", rho));
}

void checkSignModes(double modes, DiracType /*of*/)
{
    if (!(modes >= 0 && modes <= mostSignModes) || modes != std::floor(modes))
        throw InputError(fmt::format("sign_modes = {} must be a whole number of modes, 0 to {}", modes, mostSignModes));
}

void checkWeight(double weight, DiracType /*of*/)
{
    if (!std::isfinite(weight)) throw InputError(fmt::format("b5 or c5 = {} must be a finite number", weight));
}

void checkBound(double bound, DiracType /*of*/)
{
    if (!(bound >= 0) || std::isinf(bound))
        throw InputError(fmt::format("lambda_min or lambda_max = {} must be a finite number above 0", bound));
}

/// What the numbers of overlap quarks say together.
void checkOverlap(const DiracParameters& dirac)
{
    if (!(dirac.mass < 2 * dirac.rho))
        throw InputError(fmt::format("mass = {} must be at least 0 and below 2 rho = {}", dirac.mass, 2 * dirac.rho));
    if (dirac.lambdaMin != 0 && dirac.lambdaMax != 0 && !(dirac.lambdaMin < dirac.lambdaMax))
        throw InputError(fmt::format(
            "lambda_min = {}, lambda_max = {}: the interval of Zolotarev's sign has 0 < lambda_min < lambda_max",
            dirac.lambdaMin, dirac.lambdaMax));
    if (dirac.signModes == 0 && (dirac.lambdaMin == 0 || dirac.lambdaMax == 0))
        throw InputError("sign_modes = 0 needs lambda_min and lambda_max: without modes no bound is measured");
}

/// What the numbers of a domain wall say together.
void checkWall(const DiracParameters& dirac)
{
    const bool optimal = dirac.lambdaMin != 0 || dirac.lambdaMax != 0;
    if (!optimal && !(dirac.b5 + dirac.c5 > 0))
        throw InputError(fmt::format("b5 + c5 = {} must be above 0: Shamir's wall has b5 = 1, c5 = 0, Borici's 1 and 1",
                                     dirac.b5 + dirac.c5));
    if (!optimal) return;
    if (dirac.lambdaMin == 0 || !(dirac.lambdaMin < dirac.lambdaMax))
        throw InputError(fmt::format(
            "lambda_min = {}, lambda_max = {}: the interval of Zolotarev's sign has 0 < lambda_min < lambda_max",
            dirac.lambdaMin, dirac.lambdaMax));
    if (dirac.b5 != b5Number.standard || dirac.c5 != c5Number.standard)
        throw InputError(fmt::format(
            "b5 = {}, c5 = {} have no meaning with lambda_min and lambda_max, from which b and c of each slice follow",
            dirac.b5, dirac.c5));
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
constinit const DiracNumber massNumber = {"mass", &DiracParameters::mass, "Staggered, domain wall and overlap: a m",
                                          checkMass};
constinit const DiracNumber cloverNumber = {"clover", &DiracParameters::clover,
                                            "Wilson and twisted mass: c_SW of a clover term, by default 0", checkClover,
                                            /*optional=*/true};
constinit const DiracNumber m5Number = {"m5", &DiracParameters::m5, "Domain wall: height M5", checkM5};
constinit const DiracNumber lsNumber = {
    "ls", &DiracParameters::ls, "Domain wall: extent of the fifth dimension", checkLs, false, 0, /*integer=*/true};
constinit const DiracNumber b5Number = {"b5",        &DiracParameters::b5, "Domain wall: b of Moebius, by default 1",
                                        checkWeight, /*optional=*/true,    1};
constinit const DiracNumber c5Number = {"c5", &DiracParameters::c5, "Domain wall: c of Moebius, by default 0",
                                        checkWeight, /*optional=*/true};
constinit const DiracNumber lambdaMinNumber = {
    "lambda_min", &DiracParameters::lambdaMin,
    "Optimal domain wall: least |eigenvalue| of H_W in the interval of "
    "Zolotarev's sign; overlap: the same, without it measured (not along trajectories)",
    checkBound,
    /*optional=*/true};
constinit const DiracNumber lambdaMaxNumber = {
    "lambda_max", &DiracParameters::lambdaMax,
    "Optimal domain wall and overlap: the largest |eigenvalue| in that interval", checkBound,
    /*optional=*/true};

constinit const DiracNumber rhoNumber = {"rho",
                                         &DiracParameters::rho,
                                         "Overlap: -rho is the mass of the kernel H_W",
                                         checkRho,
                                         false,
                                         0,
                                         false,
                                         /*resultKey=*/"overlap_rho"}; // rho is a meson there
constinit const DiracNumber signModesNumber = {
    "sign_modes",
    &DiracParameters::signModes,
    "Overlap: number of low modes of H_W whose sign is taken exactly, by default 16",
    checkSignModes,
    /*optional=*/true,
    16,
    /*integer=*/true};
constinit const DiracNumber isospinNumber = {
    "isospin_mu", &DiracParameters::isospinMu,
    "Wilson, twisted mass and staggered-isospin: a mu of an isospin chemical potential, steps in t times e^mu and "
    "e^-mu",
    checkIsospin, /*optional=*/true};

DomainWallParameters DiracParameters::domainWall() const
{
    const auto n = std::size_t(slices());
    DomainWallParameters quark{.m5 = m5, .mass = mass, .boundary = boundary};
    if (lambdaMin != 0)
        quark.b = quark.c = zolotarevSign(int(n), {lambdaMin, lambdaMax}).weights;
    else {
        quark.b.assign(n, b5);
        quark.c.assign(n, c5);
    }
    return quark;
}

std::vector<const DiracNumber*> numbersOf(const DiracParameters& dirac)
{
    std::vector<const DiracNumber*> listed;
    for (const DiracNumber* number : traits(dirac.type).numbers())
        if (!number->optional || dirac.*number->value != number->standard) listed.push_back(number);
    return listed;
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
        if (!traits(dirac.type).has(*number)) checkUnused(*number, dirac);
    for (const DiracNumber* number : traits(dirac.type).numbers())
        number->check(dirac.*number->value, dirac.type);
    if (hasSlices(dirac.type)) checkWall(dirac);
    if (!hasEvenOdd(dirac.type)) checkOverlap(dirac);
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
    if (solver.rhs < 0 || solver.rhs > mostRhs)
        throw InputError(fmt::format("rhs = {}: 1 to {} right-hand sides are solved together; 0 leaves the choice to "
                                     "the program",
                                     solver.rhs, mostRhs));
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

#include "gaugegl/core/hmc.h"

#include "gaugegl/base/error.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/core/spectral_operator.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// Pseudofermions have streams of random numbers for so many terms.
constexpr int mostTerms = 15;

void requirePositive(const char* name, double value)
{
    if (!(value > 0) || std::isinf(value))
        throw InputError(fmt::format("{} = {} must be a finite number above 0", name, value));
}

void requireTolerance(const char* name, double value)
{
    if (!(value > 0 && value < 1)) throw InputError(fmt::format("{} = {} must be above 0 and below 1", name, value));
}

void refuse(const FermionTerm& f, const std::string& what)
{
    throw InputError(fmt::format("{} has no meaning for {} fermions", what, choiceName(f.action)));
}

void validateRational(const FermionTerm& f)
{
    const FermionActionTraits& whole = withoutRoot(f.action);
    if (!(f.flavours > 0 && f.flavours < whole.whole))
        throw InputError(
            fmt::format("flavours = {} of rational fermions must be above 0 and below {}; {} are the action {}",
                        f.flavours, whole.whole, whole.flavours, whole.name));
    if (hasSlices(whole.dirac) && !f.range)
        throw InputError(
            "rational domain walls need a range = [least, largest] of the eigenvalues of S^dagger S, of which no bound "
            "is known");
    if (!(f.rationalTolerance >= 1e-15 && f.rationalTolerance <= 0.1))
        throw InputError(
            fmt::format("the tolerance {} of a rational approximation must be from 1e-15 to 0.1", f.rationalTolerance));
    if (f.range && !(f.range->lower > 0 && f.range->lower < f.range->upper && std::isfinite(f.range->upper)))
        throw InputError(fmt::format("the range {} .. {} of a rational approximation must begin above 0 and rise",
                                     f.range->lower, f.range->upper));
}

void validateOverlap(const FermionTerm& f)
{
    if (f.signModes != 0)
        throw InputError(fmt::format("sign_modes = {} of dynamical overlap quarks must be 0: modes would move with the "
                                     "links; lambda_min and lambda_max say where Zolotarev's sign holds",
                                     f.signModes));
    if (!(f.topologyMu > 0) || std::isinf(f.topologyMu))
        throw InputError(fmt::format("topology_mu = {} of dynamical overlap quarks must be a finite number above 0: "
                                     "det H_W^2 / (H_W^2 + mu^2) keeps their topology fixed",
                                     f.topologyMu));
}

void validateScales(const FermionTerm& f, int scales)
{
    const auto count = int(f.scales.size());
    if (count > 1 && count != termsOf(f))
        throw InputError(
            fmt::format("{} time scales are given for {}, which has {} terms; expected one for each, or one for all",
                        count, describe(f), termsOf(f)));
    for (const int scale : f.scales)
        if (scale < 0 || scale >= scales)
            throw InputError(fmt::format("time scale {} does not exist: there are {}, counted from 0", scale, scales));
}

/// Modes that could give bounds would move with the links.
void requireBounds(const FermionTerm& f)
{
    if (hasEvenOdd(traits(f.action).dirac) || (f.lambdaMin != 0 && f.lambdaMax != 0)) return;
    throw InputError("dynamical overlap quarks need lambda_min and lambda_max (--lambda-min, --lambda-max), which are "
                     "not measured along "
                     "trajectories: the interval of |eigenvalues| of H_W in which Zolotarev's sign holds, as 0.02 and "
                     "8; `gaugegl eigen "
                     "--operator hermitian-wilson` finds the smallest on a configuration");
}

void validateFermions(const FermionTerm& f, int scales)
{
    requireBounds(f);
    validate(diracOf(f));
    if (!traits(f.action).ratios && !f.ratios.empty()) refuse(f, "a ratio");
    for (const RatioQuark& quark : f.ratios)
        validate(diracOf(f, quark));
    if (isRational(f.action))
        validateRational(f);
    else {
        if (f.flavours != 4) refuse(f, fmt::format("flavours = {}", f.flavours));
        if (f.range) refuse(f, "a range of eigenvalues");
    }
    if (hasEvenOdd(traits(f.action).dirac)) {
        if (f.topologyMu != 0) refuse(f, fmt::format("topology_mu = {}", f.topologyMu));
    } else
        validateOverlap(f);
    for (const double theta : f.boundary.theta)
        if (!std::isfinite(theta)) throw InputError(fmt::format("boundary phase {} is no finite number", theta));
    validateScales(f, scales);
}

} // namespace

double defaultForceTolerance(HmcPrecision precision) { return precision == HmcPrecision::Double ? 1e-8 : 1e-5; }

double defaultEnergyTolerance(HmcPrecision precision)
{
    switch (precision) {
    case HmcPrecision::Single:
        return 1e-5;
    case HmcPrecision::Mixed:
        return 1e-10;
    case HmcPrecision::Double:
        break;
    }
    return 1e-11;
}

Precision devicePrecision(HmcPrecision precision)
{
    return precision == HmcPrecision::Double ? Precision::Double : Precision::Single;
}

void validate(const HmcParameters& parameters)
{
    if (!isCoupling(parameters.beta))
        throw InputError(fmt::format("beta = {} must be 0 to {}", parameters.beta, largestBeta));
    const double c1 = parameters.action.of(LoopShape::Rectangle);
    if (!(c1 < 0.125) || std::isinf(c1))
        throw InputError(fmt::format("c1 = {} must be a finite number below 1/8, so that c0 is positive", c1));
    requirePositive("the length of a trajectory", parameters.length);
    if (parameters.scales.empty()) throw InputError("a trajectory needs at least one time scale");
    for (const ScaleParameters& scale : parameters.scales)
        if (scale.steps < 1) throw InputError(fmt::format("{} steps of an integrator are fewer than one", scale.steps));
    const auto scales = int(parameters.scales.size());
    if (parameters.gaugeScale && (*parameters.gaugeScale < 0 || *parameters.gaugeScale >= scales))
        throw InputError(
            fmt::format("time scale {} does not exist: there are {}, counted from 0", *parameters.gaugeScale, scales));
    int terms = 0;
    for (const FermionTerm& fermions : parameters.fermions) {
        validateFermions(fermions, scales);
        terms += termsOf(fermions);
    }
    if (terms > mostTerms)
        throw InputError(fmt::format("{} terms of fermions are more than the {} that there are random numbers for",
                                     terms, mostTerms));
    if (parameters.guesses < 1)
        throw InputError(fmt::format("{} solutions cannot be extrapolated; keep at least 1", parameters.guesses));
    if (parameters.forceTolerance) requireTolerance("the tolerance of forces", *parameters.forceTolerance);
    if (parameters.energyTolerance) requireTolerance("the tolerance of energies", *parameters.energyTolerance);
    if (parameters.maxIterations < 1)
        throw InputError(
            fmt::format("at most {} iterations cannot solve anything; allow at least 1", parameters.maxIterations));
}

int termsOf(const FermionTerm& fermions)
{
    return 1 + int(fermions.ratios.size()) + (hasEvenOdd(traits(fermions.action).dirac) ? 0 : 1);
}

WilsonParameters kernelOf(const FermionTerm& term, double mu)
{
    return {.kappa = kappaOfBareMass(-term.rho), .mu = mu, .boundary = term.boundary};
}

DiracParameters diracOf(const FermionTerm& term)
{
    return {.type = traits(term.action).dirac,
            .kappa = term.kappa,
            .mu = term.mu,
            .mass = term.mass,
            .boundary = term.boundary,
            .clover = term.clover,
            .stout = term.stout,
            .m5 = term.m5,
            .ls = term.ls,
            .b5 = term.b5,
            .c5 = term.c5,
            .lambdaMin = term.lambdaMin,
            .lambdaMax = term.lambdaMax,
            .rho = term.rho,
            .signModes = hasEvenOdd(traits(term.action).dirac) ? signModesNumber.standard : term.signModes,
            .isospinMu = term.isospinMu};
}

void setNumbers(FermionTerm& term, const DiracParameters& dirac)
{
    term.kappa = dirac.kappa;
    term.mu = dirac.mu;
    term.mass = dirac.mass;
    term.clover = dirac.clover;
    term.m5 = dirac.m5;
    term.ls = dirac.ls;
    term.b5 = dirac.b5;
    term.c5 = dirac.c5;
    term.lambdaMin = dirac.lambdaMin;
    term.lambdaMax = dirac.lambdaMax;
    term.rho = dirac.rho;
    term.signModes = hasEvenOdd(dirac.type) ? 0 : dirac.signModes;
    term.isospinMu = dirac.isospinMu;
}

DiracParameters diracOf(const FermionTerm& term, const RatioQuark& quark)
{
    DiracParameters dirac = diracOf(term);
    dirac.kappa = quark.kappa;
    dirac.mu = quark.mu;
    if (hasSlices(dirac.type)) dirac.mass = quark.mass;
    return dirac;
}

std::string describe(const FermionTerm& f)
{
    const FermionActionTraits& action = traits(f.action);
    const DiracParameters dirac = diracOf(f);
    std::string text = fmt::format("{}, {} flavours", traits(dirac.type).title,
                                   action.flavours ? action.flavours : fmt::format("{}", f.flavours));
    for (const DiracNumber* number : numbersOf(dirac))
        text += fmt::format(", {} = {}", number->key, dirac.*number->value);
    if (!hasEvenOdd(dirac.type)) text += fmt::format(", topology_mu = {}", f.topologyMu);
    if (dirac.stout.smears()) text += ", stout = " + dirac.stout.text();
    return text;
}

} // namespace gaugegl

#include "gaugegl/core/spectral_operator.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {

double kappaOfBareMass(double bareMass)
{
    if (!(bareMass > -3.5) || std::isinf(bareMass)) // also what is no number
        throw InputError(
            fmt::format("mass = {} must be a finite number above -3.5: it is M0 of gamma_5 (M0 + 4 - H / 2), "
                        "-1.8 to 0 where the low modes are",
                        bareMass));
    return 0.5 / (bareMass + 4);
}

const char* matrixOf(const SpectralParameters& parameters)
{
    const SpectralTraits& of = traits(parameters.type);
    const bool blocks = parameters.dirac.clover != 0;
    if (of.byBareMass) return blocks ? traits(SpectralType::Clover).matrix : of.matrix;
    if (of.wholeLattice || !traits(of.dirac).has(cloverNumber) || blocks) return of.matrix;
    return traits(of.dirac).has(muNumber)
               ? "A^dagger A on the even sites, A = R - kappa^2 H R^-1 H, R = 1 + 2 i kappa mu gamma_5"
               : "A^dagger A on the even sites, A = 1 - kappa^2 H^2";
}

std::string describe(const SpectralParameters& parameters)
{
    const SpectralTraits& of = traits(parameters.type);
    std::string text = of.name;
    if (of.byBareMass) text += fmt::format(", M0 = {:.12g}", parameters.bareMass());
    for (const DiracNumber* number : numbersOf(parameters.dirac))
        if (!(of.byBareMass && number == &kappaNumber))
            text += fmt::format(", {} = {}", number->key, parameters.dirac.*number->value);
    if (parameters.dirac.stout.smears()) text += ", stout = " + parameters.dirac.stout.text();
    return text;
}

void validate(const SpectralParameters& parameters)
{
    DiracParameters dirac = parameters.dirac;
    const SpectralTraits& of = traits(parameters.type);
    // A mass is what is added to the matrix: without one there is still something to find.
    if (!of.wholeLattice && traits(of.dirac).has(massNumber) && dirac.mass == 0) dirac.mass = 1;
    validate(dirac);
    if (dirac.isospinMu != 0)
        throw InputError(fmt::format("isospin_mu = {}: low modes are those of operators without a chemical potential, "
                                     "so it must be 0 here and in solves that are deflated",
                                     dirac.isospinMu));
    if (of.needsClover && dirac.clover == 0)
        throw InputError(
            fmt::format("clover = 0: the operator {} needs a c_SW above 0; hermitian-wilson has none", of.name));
}

} // namespace gaugegl

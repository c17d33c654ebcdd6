// The matrices whose low modes are found, with their parameters: CONVENTIONS.md, "Fermions".
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/dirac_parameters.h"

#include <array>
#include <string>

namespace gaugegl {

/// The matrices.
enum class SpectralType { HermitianWilson, Clover, Wilson, TwistedMass, Staggered, Overlap };

/// What is known of a matrix.
struct SpectralTraits {
    SpectralType type;  ///< which
    const char* name;   ///< in options, results and files
    const char* matrix; ///< its formula, in text
    DiracType dirac;    ///< the operator that it is made of
    /// True: on the whole lattice.  False: on the even sites A^dagger A, or A where that is positive, with A the even-odd operator that
    /// solvers invert.
    bool wholeLattice;
    bool needsClover; ///< a c_SW must be given
    bool
        byBareMass; ///< gamma_5 times the operator divided by 2 kappa, with eigenvalues of both signs; its parameter is M0
    bool complexPlane = false; ///< a normal matrix with complex eigenvalues
};

/// The registry, in the order of SpectralType.
constexpr std::array<SpectralTraits, 6> spectralTraits = {{
    {SpectralType::HermitianWilson, "hermitian-wilson", "gamma_5 (M0 + 4 - H / 2)", DiracType::Wilson, true, false,
     true},
    {SpectralType::Clover, "clover", "gamma_5 (M0 + 4 - H / 2 - (c_SW / 2) sum_{mu<nu} gamma_mu gamma_nu G_munu)",
     DiracType::Wilson, true, true, true},
    {SpectralType::Wilson, "wilson",
     "A^dagger A on the even sites, A = R - kappa^2 H R^-1 H, R = 1 and the clover term", DiracType::Wilson, false,
     false, false},
    {SpectralType::TwistedMass, "twisted-mass",
     "A^dagger A on the even sites, A = R - kappa^2 H R^-1 H, R = 1 + 2 i kappa mu gamma_5 and the clover term",
     DiracType::TwistedMass, false, false, false},
    {SpectralType::Staggered, "staggered", "m^2 + D^dagger D on the even sites, D = H / 2", DiracType::Staggered, false,
     false, false},
    {SpectralType::Overlap, "overlap", "(1 - m / (2 rho)) D + m, D = rho (1 + gamma_5 sign H_W(-rho))",
     DiracType::Overlap, true, false, false, true},
}};

/// The entry of a matrix.
constexpr const SpectralTraits& traits(SpectralType type) { return spectralTraits[std::size_t(type)]; }

/// The names of its values in options and files, in order.
template<>
inline constexpr auto choiceTexts<SpectralType> = choicesOf(spectralTraits, &SpectralTraits::type);

/// A matrix with its parameters.
struct SpectralParameters {
    SpectralType type = SpectralType::HermitianWilson; ///< which one
    /// Of the operator, whose type is that of the traits.  kappa = 1 / (2 (M0 + 4)) of what is given by M0; a staggered mass
    /// may be 0.
    DiracParameters dirac = {};

    /// M0 = 1 / (2 kappa) - 4 of a matrix that is given by it.
    double bareMass() const { return 0.5 / dirac.kappa - 4; }
};

/// 1 / (2 (M0 + 4)).  Throws InputError unless it is above 0 and below 1.
double kappaOfBareMass(double bareMass);

/// The formula: that of the traits, or that with the clover term.
const char* matrixOf(const SpectralParameters& parameters);

/// "hermitian-wilson, M0 = -1.4, clover = 1".
std::string describe(const SpectralParameters& parameters);

/// Throws InputError as validate(DiracParameters), but staggered quarks need no mass.
void validate(const SpectralParameters& parameters);

} // namespace gaugegl

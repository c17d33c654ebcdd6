// What a hybrid Monte Carlo simulates and how: the terms of the action, time scales, precision and solvers.
//
// The action is a list of terms; a trajectory integrates each of them on a time scale.  The gauge action is term 0,
// then come those of the fermions in order, a fermion with n ratios having n + 1 terms (termsOf).
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/fermion.h"

#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// How one step is divided; choice.h has the names "leapfrog", "2mn" and "4mn".
enum class Integrator {
    Leapfrog,    ///< P(1/2) Q(1) P(1/2): error step^2, one force for a step
    SecondOrder, ///< 2MN of Omelyan, Mryglod, Folk (Comput. Phys. Commun. 151 (2003) 272): error step^2 with the least
                 ///< constant, two forces for a step
    FourthOrder  ///< 4MN5FV there: error step^4, five forces for a step
};
/// Its texts.
template<>
inline constexpr auto choiceTexts<Integrator> = std::to_array<NamedChoice<Integrator>>(
    {{Integrator::Leapfrog, "leapfrog"}, {Integrator::SecondOrder, "2mn"}, {Integrator::FourthOrder, "4mn"}});

/// Where solves on the way of a trajectory begin; the names are "zero", "last" and "chronological".  Whatever they
/// begin with is forgotten at the end of a trajectory, and energies never depend on it.
enum class Guess {
    Zero,         ///< at 0: trajectories are reversible whatever the tolerance
    Last,         ///< at the last solution
    Chronological ///< at the combination of the last solutions with the least residual (Brower, Ivanenko, Levi,
                  ///< Orginos, hep-lat/9509012)
};
/// Its texts.
template<>
inline constexpr auto choiceTexts<Guess> = std::to_array<NamedChoice<Guess>>({{Guess::Zero, "zero"},
                                                                              {Guess::Last, "last"},
                                                                              {Guess::Chronological, "chronological"}});

/// Of what; the names are "single", "mixed" and "double".
enum class HmcPrecision {
    Single, ///< everything in single precision, sums in two floats
    Mixed,  ///< fields and forces likewise; the energies of fermions, and with them the noise that they begin with, are
            ///< solved for and summed in double precision on the host, corrections coming from the device
    Double  ///< everything in double precision, on a device that has it
};
/// Its texts.
template<>
inline constexpr auto choiceTexts<HmcPrecision> = std::to_array<NamedChoice<HmcPrecision>>(
    {{HmcPrecision::Single, "single"}, {HmcPrecision::Mixed, "mixed"}, {HmcPrecision::Double, "double"}});

/// The determinant that pseudofermions stand for; the names are "wilson", "twisted-mass", "staggered" and "rational".
enum class FermionAction {
    Wilson,           ///< two degenerate flavours
    TwistedMass,      ///< the two flavours of mu and -mu
    Staggered,        ///< four tastes
    RationalStaggered ///< any number of flavours below four by a root
};
/// Its texts.
template<>
inline constexpr auto choiceTexts<FermionAction> =
    std::to_array<NamedChoice<FermionAction>>({{FermionAction::Wilson, "wilson"},
                                               {FermionAction::TwistedMass, "twisted-mass"},
                                               {FermionAction::Staggered, "staggered"},
                                               {FermionAction::RationalStaggered, "rational"}});

/// The quark that stands in the denominator of a ratio.
struct RatioQuark {
    double kappa = 0; ///< as that of the term
    double mu = 0;    ///< twisted mass alone

    /// Equal numbers.
    bool operator==(const RatioQuark&) const = default;
};

/// Eigenvalues.
struct SpectralRange {
    double lower = 0; ///< the least
    double upper = 0; ///< the largest

    /// Equal numbers.
    bool operator==(const SpectralRange&) const = default;
};

/// Dynamical fermions.
struct FermionTerm {
    FermionAction action = FermionAction::Wilson; ///< which ones
    double kappa = 0;                             ///< Wilson, twisted mass
    double mu = 0;                                ///< twisted mass
    /// Wilson, twisted mass: quarks of growing mass, each of which divides the determinant of the one before it and is
    /// put right by the next (Hasenbusch, hep-lat/0107019): det M = det(M/M_1) det(M_1/M_2) .. det M_n.
    std::vector<RatioQuark> ratios = {};
    double mass = 0;                 ///< staggered, rational: a m
    double flavours = 4;             ///< rational: above 0 and below 4
    double rationalTolerance = 1e-6; ///< rational: largest relative error of the approximation in forces
    /// Rational: eigenvalues of the even-odd operator between which roots are approximated.  None: from m^2 to
    /// m^2 + 16, between which they lie on every configuration.  What is given is compared with the measured extremal
    /// eigenvalues at both ends of a trajectory, which is rejected where they lie outside.
    std::optional<SpectralRange> range = {};
    BoundaryPhases boundary = {}; ///< of the fermions
    /// Numbers of the time scales of its terms, 0 the outermost, one for each term or one for all; none: 0 for all.
    std::vector<int> scales = {};

    /// Equal choices.
    bool operator==(const FermionTerm&) const = default;
};

/// How the terms of a time scale are integrated.
struct ScaleParameters {
    Integrator integrator = Integrator::SecondOrder; ///< how
    int steps = 10; ///< in one update of the links of the scale before; of the first one: in a trajectory

    /// Equal choices.
    bool operator==(const ScaleParameters&) const = default;
};

/// A hybrid Monte Carlo.
struct HmcParameters {
    double beta = 0;                        ///< of the gauge action, 2N/g^2
    double c1 = 0;                          ///< of its rectangles
    std::optional<int> gaugeScale = {};     ///< number of its time scale; none: the innermost
    std::vector<FermionTerm> fermions = {}; ///< any number, also none
    std::vector<ScaleParameters> scales = std::vector<ScaleParameters>(1); ///< outermost first
    double length = 1;                                                     ///< of a trajectory
    Guess guess = Guess::Chronological;                                    ///< of the solves for forces
    int guesses = 8;                              ///< solutions that Chronological keeps of each term
    HmcPrecision precision = HmcPrecision::Mixed; ///< of what
    std::optional<double> forceTolerance = {};    ///< |b - A x| / |b| of solves for forces; none: defaultForceTolerance
    std::optional<double> energyTolerance = {};   ///< of those for energies; none: defaultEnergyTolerance
    int maxIterations = 10000;                    ///< of a solve; one that needs more rejects the trajectory

    /// Equal choices.
    bool operator==(const HmcParameters&) const = default;
};

/// 1e-5 where forces are computed in single precision, 1e-8 in double.
double defaultForceTolerance(HmcPrecision precision);
/// 1e-5, mixed 1e-10, double 1e-11.
double defaultEnergyTolerance(HmcPrecision precision);

/// Of the device that it runs on.
Precision devicePrecision(HmcPrecision precision);

/// Throws InputError that names the value where a number makes no sense, has no meaning for its action, or a time scale
/// does not exist.
void validate(const HmcParameters& parameters);

/// Terms of the action that these fermions have: ratios and one.
int termsOf(const FermionTerm& fermions);

/// "Wilson, two flavours, kappa = 0.15", "staggered, 2 flavours, mass = 0.05", ..
std::string describe(const FermionTerm& fermions);

} // namespace gaugegl

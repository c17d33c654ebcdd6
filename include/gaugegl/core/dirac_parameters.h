// The parameters of Dirac operators and solvers, and their validation.
#pragma once

#include "gaugegl/core/blocks.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/fermion.h"
#include "gaugegl/core/stout.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace gaugegl {

/// The operators: CONVENTIONS.md, "Fermions".
enum class DiracType { Wilson, TwistedMass, Staggered };

/// A Dirac operator with its parameters.
struct DiracParameters {
    DiracType type = DiracType::Wilson; ///< which one
    double kappa = 0;                   ///< Wilson and twisted mass: 1 / (2 (a m + 4))
    double mu = 0;                      ///< twisted mass
    double mass = 0;                    ///< staggered: a m
    BoundaryPhases boundary = {};       ///< of the fermions
    double clover = 0;                  ///< Wilson and twisted mass: c_SW
    StoutSteps stout = {};              ///< of the links that the operator takes

    /// That of its fields.
    FermionKind kind() const;
    /// The parameters for the Wilson and twisted-mass operators.
    WilsonParameters wilson() const { return {kappa, mu, boundary, clover}; }
    /// The parameters for the staggered operator.
    StaggeredParameters staggered() const { return {mass, boundary}; }
};

/// A number that operators have.
struct DiracNumber {
    const char* key;                ///< in run files, options and results
    double DiracParameters::*value; ///< where it is
    const char* help;               ///< of the option
    void (*check)(double value);    ///< throws InputError
    bool optional = false;          ///< 0 where it is not given, and not told then
};

/// kappa, above 0 and below 1.
extern const DiracNumber kappaNumber;
/// mu, finite.
extern const DiracNumber muNumber;
/// The mass, above 0.
extern const DiracNumber massNumber;
/// c_SW, 0 to 100; optional.
extern const DiracNumber cloverNumber;
/// All of them.
constexpr std::array<const DiracNumber*, 4> diracNumbers = {&kappaNumber, &muNumber, &massNumber, &cloverNumber};

/// What is known of an operator.
struct DiracTraits {
    DiracType type;    ///< which
    const char* name;  ///< in run files, options and results
    const char* title; ///< in text
    FermionKind kind;  ///< of its fields and its hopping term
    bool pseudoscalar; ///< the condensate of interest is that of i gamma_5; otherwise the scalar one alone is reported
    std::array<const DiracNumber*, 3> all; ///< its numbers, then null

    /// The number that a section of a run file may list several values of.
    constexpr const DiracNumber& first() const { return *all[0]; }
    /// Its numbers.
    constexpr std::span<const DiracNumber* const> numbers() const
    {
        return {all.data(), std::size_t(std::ranges::find(all, nullptr) - all.begin())};
    }
    /// The numbers after the first.
    constexpr std::span<const DiracNumber* const> further() const { return numbers().subspan(1); }
    /// Whether it has this number.
    constexpr bool has(const DiracNumber& number) const { return std::ranges::find(all, &number) != all.end(); }
};

/// The registry, in the order of DiracType.
constexpr std::array<DiracTraits, 3> diracTraits = {{
    {DiracType::Wilson, "wilson", "Wilson", FermionKind::Wilson, false, {&kappaNumber, &cloverNumber}},
    {DiracType::TwistedMass,
     "twisted-mass",
     "twisted mass",
     FermionKind::Wilson,
     true,
     {&kappaNumber, &muNumber, &cloverNumber}},
    {DiracType::Staggered, "staggered", "staggered", FermionKind::Staggered, false, {&massNumber}},
}};

/// The entry of an operator.
constexpr const DiracTraits& traits(DiracType type) { return diracTraits[std::size_t(type)]; }

inline FermionKind DiracParameters::kind() const { return traits(type).kind; }

/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<DiracType> = choicesOf(diracTraits, &DiracTraits::type);

/// The numbers that an operator is told with: its own, but optional ones only where they are not 0.
std::vector<const DiracNumber*> numbersOf(const DiracParameters& dirac);
/// "Wilson, kappa = 0.15", "twisted mass, kappa = 0.15, mu = 0.1", "staggered, mass = 0.05, stout = 0.12:3".
std::string describe(const DiracParameters& dirac);

/// Throws InputError unless kappa (above 0 and below 1), mu (finite), the mass (above 0), c_SW and the smearing define an
/// operator that can be solved even-odd; also for a parameter that the operator does not have.
void validate(const DiracParameters& dirac);

/// The algorithms.  Cg is, with Wilson and twisted mass, conjugate gradients on the normal equations; Flexible, which
/// takes preconditioners, generalised conjugate residuals, with staggered fermions flexible conjugate gradients.
enum class SolverType { Cg, BiCgStab, MultiShift, Flexible };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto
    choiceTexts<SolverType> = std::to_array<NamedChoice<SolverType>>({{SolverType::Cg, "cg"},
                                                                      {SolverType::BiCgStab, "bicgstab"},
                                                                      {SolverType::MultiShift, "multishift"},
                                                                      {SolverType::Flexible, "flexible"}});

/// What the solver Flexible is preconditioned with: Schwarz is additive, on blocks that do not know of each other.
enum class PreconditionerType { None, Schwarz };
/// The names of its values in options, in order.
template<>
inline constexpr auto choiceTexts<PreconditionerType> = std::to_array<NamedChoice<PreconditionerType>>(
    {{PreconditionerType::None, "none"}, {PreconditionerType::Schwarz, "schwarz"}});

/// The precision of a solve: uniform, or the residual in double and the corrections in single (Mixed) or in 16 bits
/// (Mixed16).
enum class SolverPrecision { Single, Double, Mixed, Mixed16 };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto
    choiceTexts<SolverPrecision> = std::to_array<NamedChoice<SolverPrecision>>({{SolverPrecision::Single, "single"},
                                                                                {SolverPrecision::Double, "double"},
                                                                                {SolverPrecision::Mixed, "mixed"},
                                                                                {SolverPrecision::Mixed16, "mixed16"}});

/// How a system is solved.
struct SolverChoice {
    SolverType type = SolverType::Cg;                             ///< the algorithm
    SolverPrecision precision = SolverPrecision::Mixed;           ///< of residual and corrections
    double tolerance = 1e-10;                                     ///< target for |b - M x| / |b|
    int maxIterations = 10000;                                    ///< of the innermost solver, over all restarts
    std::vector<double> shifts = {};                              ///< of MultiShift, in order: at least one
    PreconditionerType preconditioner = PreconditionerType::None; ///< of Flexible
    Blocks blocks = {};                                           ///< of Schwarz
    int blockSteps = 4; ///< of Schwarz: applications of the operator of the blocks
};

/// Throws InputError unless the tolerance lies in (0, 1), iterations are allowed, shifts, at least 0, are there for
/// MultiShift and for nothing else, and a preconditioner has the solver, the precision and the steps that it needs.
void validate(const SolverChoice& solver);

} // namespace gaugegl

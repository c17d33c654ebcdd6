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
enum class DiracType { Wilson, TwistedMass, Staggered, DomainWall, Overlap, IsospinStaggered };

/// The form that operators are solved in: an even-odd one, or on the whole lattice.  With a chemical potential that of staggered quarks is not
/// Hermitian, and so another one.
enum class QuarkForm { Wilson, Staggered, DomainWall, Overlap, IsospinStaggered };

/// The kind of its fields, in each slice of a fifth dimension.
constexpr FermionKind kindOf(QuarkForm form)
{
    const bool staggered = form == QuarkForm::Staggered || form == QuarkForm::IsospinStaggered;
    return staggered ? FermionKind::Staggered : FermionKind::Wilson;
}

/// Calls f with an even-odd form as a constant, std::integral_constant<QuarkForm, ..>; overlap quarks have none.
template<class F>
decltype(auto) withEvenOddForm(QuarkForm form, F&& f)
{
    if (form == QuarkForm::Wilson) return f(std::integral_constant<QuarkForm, QuarkForm::Wilson>());
    if (form == QuarkForm::Staggered) return f(std::integral_constant<QuarkForm, QuarkForm::Staggered>());
    if (form == QuarkForm::IsospinStaggered) return f(std::integral_constant<QuarkForm, QuarkForm::IsospinStaggered>());
    return f(std::integral_constant<QuarkForm, QuarkForm::DomainWall>());
}

/// A Dirac operator with its parameters.
struct DiracParameters {
    DiracType type = DiracType::Wilson; ///< which one
    double kappa = 0;                   ///< Wilson and twisted mass: 1 / (2 (a m + 4))
    double mu = 0;                      ///< twisted mass
    double mass = 0;                    ///< staggered, domain wall and overlap: a m
    BoundaryPhases boundary = {};       ///< of the fermions
    double clover = 0;                  ///< Wilson and twisted mass: c_SW
    StoutSteps stout = {};              ///< of the links that the operator takes
    double m5 = 0;                      ///< domain wall: M_5
    double ls = 0;                      ///< domain wall: L_s
    double b5 = 1;                      ///< domain wall: b of all slices
    double c5 = 0;                      ///< domain wall: c of all slices
    /// Where the interval of Zolotarev's sign of H_W begins: optimal domain wall; overlap, 0: at what is measured.
    double lambdaMin = 0;
    double lambdaMax = 0;  ///< and where it ends
    double rho = 0;        ///< overlap: -rho is the mass of the kernel
    double signModes = 16; ///< overlap: modes of the kernel whose sign is taken one by one
    double isospinMu = 0;  ///< Wilson, twisted mass, staggered with isospin: BoundaryPhases::isospin

    /// That of its fields.
    FermionKind kind() const;
    /// What the steps of hopping terms are multiplied by: those of the boundary, and isospinMu.
    BoundaryPhases phases() const;
    /// The parameters for the Wilson and twisted-mass operators.
    WilsonParameters wilson() const { return {kappa, mu, phases(), clover}; }
    /// The parameters for the staggered operator.
    StaggeredParameters staggered() const { return {mass, phases()}; }
    /// The parameters for the domain-wall operator: b = b5 and c = c5, or b_s = c_s from Zolotarev's sign if there is an interval.  Throws
    /// InputError where there is no such sign.
    DomainWallParameters domainWall() const;
    /// The parameters for the overlap operator.
    OverlapParameters overlap() const { return {rho, mass, boundary}; }
    /// Of its fields: L_s, or 1.
    int slices() const;
};

/// A number that operators have.
struct DiracNumber {
    const char* key;                           ///< in run files, options and results
    double DiracParameters::*value;            ///< where it is
    const char* help;                          ///< of the option
    void (*check)(double value, DiracType of); ///< throws InputError
    bool optional = false;                     ///< where it is not given, it has its standard value and is not printed
    double standard = 0;                       ///< of operators that do not have it, or where it is not given
    bool integer = false;                      ///< a whole number
    const char* resultKey = nullptr;           ///< in results, where the key is that of something else; null: the key
};

/// kappa, above 0 and below 1.
extern const DiracNumber kappaNumber;
/// mu, finite.
extern const DiracNumber muNumber;
/// The mass: staggered above 0, domain wall and overlap at least 0.
extern const DiracNumber massNumber;
/// c_SW, 0 to 100; optional.
extern const DiracNumber cloverNumber;
/// M_5, above 0 and below 2.
extern const DiracNumber m5Number;
/// L_s, 1 to 128.
extern const DiracNumber lsNumber;
/// b5, finite; optional.
extern const DiracNumber b5Number;
/// c5, finite; optional.
extern const DiracNumber c5Number;
/// Where the interval of Zolotarev's sign begins; optional, with lambdaMaxNumber.
extern const DiracNumber lambdaMinNumber;
/// Where it ends; optional, with lambdaMinNumber.
extern const DiracNumber lambdaMaxNumber;
/// rho, above 0 and below 2.
extern const DiracNumber rhoNumber;
/// 0 to 256 modes; optional.
extern const DiracNumber signModesNumber;
/// a mu of an isospin chemical potential, -10 to 10; optional.
extern const DiracNumber isospinNumber;
/// All of them.
constexpr std::array<const DiracNumber*, 13> diracNumbers = {
    &kappaNumber, &muNumber,        &massNumber,      &cloverNumber, &m5Number,        &lsNumber,     &b5Number,
    &c5Number,    &lambdaMinNumber, &lambdaMaxNumber, &rhoNumber,    &signModesNumber, &isospinNumber};

/// What is known of an operator.
struct DiracTraits {
    DiracType type;    ///< which
    const char* name;  ///< in run files, options and results
    const char* title; ///< in text
    QuarkForm form;    ///< in which it is solved
    FermionKind kind;  ///< of its fields and its hopping term
    bool pseudoscalar; ///< the condensate of interest is that of i gamma_5; otherwise the scalar one alone is reported
    std::array<const DiracNumber*, 7> all; ///< its numbers, then null

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
constexpr std::array<DiracTraits, 6> diracTraits = {{
    {DiracType::Wilson,
     "wilson",
     "Wilson",
     QuarkForm::Wilson,
     FermionKind::Wilson,
     false,
     {&kappaNumber, &cloverNumber, &isospinNumber}},
    {DiracType::TwistedMass,
     "twisted-mass",
     "twisted mass",
     QuarkForm::Wilson,
     FermionKind::Wilson,
     true,
     {&kappaNumber, &muNumber, &cloverNumber, &isospinNumber}},
    {DiracType::Staggered,
     "staggered",
     "staggered",
     QuarkForm::Staggered,
     FermionKind::Staggered,
     false,
     {&massNumber}},
    {DiracType::DomainWall,
     "domain-wall",
     "domain wall",
     QuarkForm::DomainWall,
     FermionKind::Wilson,
     false,
     {&massNumber, &m5Number, &lsNumber, &b5Number, &c5Number, &lambdaMinNumber, &lambdaMaxNumber}},
    {DiracType::Overlap,
     "overlap",
     "overlap",
     QuarkForm::Overlap,
     FermionKind::Wilson,
     false,
     {&massNumber, &rhoNumber, &signModesNumber, &lambdaMinNumber, &lambdaMaxNumber}},
    {DiracType::IsospinStaggered,
     "staggered-isospin",
     "staggered with isospin",
     QuarkForm::IsospinStaggered,
     FermionKind::Staggered,
     false,
     {&massNumber, &isospinNumber}},
}};

/// The entry of an operator.
constexpr const DiracTraits& traits(DiracType type) { return diracTraits[std::size_t(type)]; }

/// Whether its fields have a fifth dimension.
constexpr bool hasSlices(DiracType type) { return traits(type).form == QuarkForm::DomainWall; }
/// Whether it is solved on the even sites.
constexpr bool hasEvenOdd(DiracType type) { return traits(type).form != QuarkForm::Overlap; }

inline FermionKind DiracParameters::kind() const { return traits(type).kind; }
inline BoundaryPhases DiracParameters::phases() const
{
    BoundaryPhases all = boundary;
    all.isospin = isospinMu;
    return all;
}
inline int DiracParameters::slices() const { return hasSlices(type) ? int(ls) : 1; }

/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<DiracType> = choicesOf(diracTraits, &DiracTraits::type);

/// The numbers that an operator is reported with: its own, but optional ones only where they are not 0.
std::vector<const DiracNumber*> numbersOf(const DiracParameters& dirac);
/// "Wilson, kappa = 0.15", "twisted mass, kappa = 0.15, mu = 0.1", "staggered, mass = 0.05, stout = 0.12:3".
std::string describe(const DiracParameters& dirac);

/// Throws InputError unless kappa (above 0 and below 1), mu (finite), the mass, c_SW, those of domain walls and overlap quarks and the
/// smearing define an operator that can be solved; also for a parameter that the operator does not have.
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
    int rhs = 0; ///< right-hand sides that are solved together, of several: 1 to 12, or 0: as many as are fastest
};

/// The most right-hand sides that are solved together.
constexpr int mostRhs = 12;

/// Throws InputError unless the tolerance lies in (0, 1), iterations are allowed, right-hand sides are 0 to 12, shifts, at least 0, are there for
/// MultiShift and for nothing else, and a preconditioner has the solver, the precision and the steps that it needs.
void validate(const SolverChoice& solver);

} // namespace gaugegl

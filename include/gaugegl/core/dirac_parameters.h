// The parameters of Dirac operators and solvers, and their validation.
#pragma once

#include "gaugegl/core/choice.h"
#include "gaugegl/core/fermion.h"

#include <vector>

namespace gaugegl {

/// The operators: CONVENTIONS.md, "Fermions".
enum class DiracType { Wilson, TwistedMass, Staggered };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<DiracType> = std::to_array<NamedChoice<DiracType>>(
    {{DiracType::Wilson, "wilson"}, {DiracType::TwistedMass, "twisted-mass"}, {DiracType::Staggered, "staggered"}});

/// A Dirac operator with its parameters.
struct DiracParameters {
    DiracType type = DiracType::Wilson; ///< which one
    double kappa = 0;                   ///< Wilson and twisted mass: 1 / (2 (a m + 4))
    double mu = 0;                      ///< twisted mass
    double mass = 0;                    ///< staggered: a m
    BoundaryPhases boundary = {};       ///< of the fermions

    /// Four spins, or none.
    FermionKind kind() const { return type == DiracType::Staggered ? FermionKind::Staggered : FermionKind::Wilson; }
    /// The parameters for the Wilson and twisted-mass operators.
    WilsonParameters wilson() const { return {kappa, mu, boundary}; }
    /// The parameters for the staggered operator.
    StaggeredParameters staggered() const { return {mass, boundary}; }
};

/// "Wilson, kappa = 0.15", "twisted mass, kappa = 0.15, mu = 0.1", "staggered, mass = 0.05".
std::string describe(const DiracParameters& dirac);

/// Throws InputError unless kappa (above 0 and below 1), mu (finite) and the mass (above 0) define an operator that
/// can be solved even-odd; also for a parameter that the operator does not have.
void validate(const DiracParameters& dirac);

/// The algorithms.  Cg is, with Wilson and twisted mass, conjugate gradients on the normal equations.
enum class SolverType { Cg, BiCgStab, MultiShift };
/// The names of its values in run files and options, in order.
template<>
inline constexpr auto choiceTexts<SolverType> = std::to_array<NamedChoice<SolverType>>(
    {{SolverType::Cg, "cg"}, {SolverType::BiCgStab, "bicgstab"}, {SolverType::MultiShift, "multishift"}});

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
    SolverType type = SolverType::Cg;                   ///< the algorithm
    SolverPrecision precision = SolverPrecision::Mixed; ///< of residual and corrections
    double tolerance = 1e-10;                           ///< target for |b - M x| / |b|
    int maxIterations = 10000;                          ///< of the innermost solver, over all restarts
    std::vector<double> shifts = {};                    ///< of MultiShift, in order: at least one
};

/// Throws InputError unless the tolerance lies in (0, 1), iterations are allowed, and shifts, at least 0, are there for
/// MultiShift and for nothing else.
void validate(const SolverChoice& solver);

} // namespace gaugegl

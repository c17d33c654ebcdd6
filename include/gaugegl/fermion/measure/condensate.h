// The chiral condensate by random sources: (1/V) tr M^-1 is the mean of (1/V) eta^dagger M^-1 eta over eta with
// independent components of <|eta|^2> = 1.  CONVENTIONS.md, "Condensates".
#pragma once

#include "gaugegl/fermion/solve/inversion.h"

namespace gaugegl {

/// From one random source.
struct CondensateEstimate {
    double scalar = 0;       ///< (1/V) Re eta^dagger M^-1 eta
    double pseudoscalar = 0; ///< -(1/V) Im eta^dagger gamma_5 M^-1 eta, of spinors; staggered: 0
    SolverStatus status = SolverStatus::TooManyIterations; ///< of the solve; without convergence both are 0
    double relativeResidual = 0;                           ///< |eta - M x| / |eta|
};

/// The seed of the source number k on a sweep, of a run with that seed and so many sources on each: seed + 2^32
/// (vectors sweep + k), modulo 2^64.
std::uint64_t condensateSeed(std::uint64_t seed, int vectors, int sweep, int k);

/// With the random source of that seed (core/fermion_source.h).
CondensateEstimate estimateCondensate(Inverter& inverter, const FermionDomain& space, std::uint64_t seed,
                                      const SolverChoice& choice);

} // namespace gaugegl

// The chiral condensate from random sources: (1/V) tr M^-1 is the mean of (1/V) eta^dagger M^-1 eta over eta with
// independent components of <|eta|^2> = 1.  CONVENTIONS.md, "Condensates".
#pragma once

#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/solve/inversion.h"

#include <span>
#include <vector>

namespace gaugegl {

/// The estimate from one random source.
struct CondensateEstimate {
    double scalar = 0;       ///< (1/V) Re eta^dagger M^-1 eta
    double pseudoscalar = 0; ///< -(1/V) Im eta^dagger gamma_5 M^-1 eta for spinors; staggered: 0
    SolverStatus status = SolverStatus::TooManyIterations; ///< of the solve; without convergence both are 0
    double relativeResidual = 0;                           ///< |eta - M x| / |eta|
};

/// The estimates from the random sources with these seeds (noiseSeed(); core/fermion_source.h), of which as many are solved together as the choice
/// says.  After one that an interrupt ended there are no more.
std::vector<CondensateEstimate> estimateCondensate(Inverter& inverter, const FermionDomain& space,
                                                   std::span<const std::uint64_t> seeds, const SolverChoice& choice);

} // namespace gaugegl

// The residual mass of domain-wall quarks from correlators of pions and of midpoints (CONVENTIONS.md, "Chiral quarks").
#pragma once

#include "gaugegl/analysis/effective_mass.h"

namespace gaugegl::analysis {

/// C_mp / C.
struct ResidualMass {
    std::vector<Estimate> ratios; ///< at every distance
    Estimate mass;                ///< of the sums over all distances
};

/// From both correlators of the same configurations.  Throws InputError where they differ in configurations.
ResidualMass residualMass(const CorrelatorSeries& pions, const CorrelatorSeries& midpoints);

} // namespace gaugegl::analysis

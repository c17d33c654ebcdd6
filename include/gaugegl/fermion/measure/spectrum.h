// Propagators from a source, column by column, and their mesons.
#pragma once

#include "gaugegl/core/source.h"
#include "gaugegl/fermion/measure/correlators.h"
#include "gaugegl/fermion/solve/inversion.h"

#include <functional>

namespace gaugegl {

/// The measurement on a configuration.
struct SpectrumRequest {
    Source source;       ///< a point or a wall; all its components are taken
    int direction = 3;   ///< of the correlators; distances count from the source
    SolverChoice choice; ///< for each column
};

/// The result of a measurement.
struct SpectrumMeasurement {
    std::vector<MesonCorrelator> correlators;      ///< the pion first; none if a column did not converge
    SolverStatus status = SolverStatus::Converged; ///< of the first column that did not converge
    int iterations = 0;                            ///< of all columns
    double largestResidual = 0;                    ///< |b - M x| / |b| of the worst column
    double seconds = 0;                            ///< of all solves
};

/// Throws InputError unless the source is a point or a wall on this lattice, the whole one, without a single spin and colour chosen.
void validate(const SpectrumRequest& request, const FermionDomain& space);

/// Solves for every component of the source and contracts.  Stops at the first column that does not converge.  `solved`
/// is called with the number of columns done.  Throws as validate().
SpectrumMeasurement measureSpectrum(Inverter& inverter, const FermionDomain& space, const SpectrumRequest& request,
                                    const std::function<void(int columns)>& solved = {});

} // namespace gaugegl

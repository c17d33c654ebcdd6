// Quark loops, the disconnected parts of correlators of flavour singlets:
//   L_Gamma(t) = sum over the sites x of time t of Tr[ Gamma M^-1(x, x) ],
// the mean over noise eta of the sum over its parts eta_b of sum_x eta_b(x)^dagger Gamma (M^-1 eta_b)(x).
// CONVENTIONS.md, "Quark loops".
#pragma once

#include "gaugegl/core/noise.h"
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/solve/inversion.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// Which parts of the loops of a Gamma are not 0 on every configuration.
struct LoopParts {
    bool real = true;      ///< the real one
    bool imaginary = true; ///< the imaginary one
};
/// From gamma_5 S gamma_5 = S^dagger, of staggered quarks with (-1)^(x+y+z+t) in place of gamma_5; with a twisted mass or a chemical
/// potential, where it takes one flavour to the other, both.
LoopParts loopParts(const DiracParameters& dirac, std::string_view gamma);

/// What is measured with every noise vector.
struct LoopRequest {
    std::vector<std::string> gammas = {"scalar"}; ///< of everyMesonName(); of quarks without spin the scalar alone
    Dilution dilution = {};                       ///< of the noise
    SolverChoice choice = {};                     ///< for each part
};

/// L of one noise vector, [gamma][t].
using QuarkLoops = std::vector<std::vector<std::complex<double>>>;

/// The result of a measurement.
struct LoopMeasurement {
    std::vector<QuarkLoops> ofNoise;               ///< of each noise vector
    SolverStatus status = SolverStatus::Converged; ///< of the first part that did not converge
    int iterations = 0;                            ///< of all parts
    double largestResidual = 0;                    ///< |b - M x| / |b| of the worst one
    double seconds = 0;                            ///< of all solves
};

/// Throws InputError for a Gamma or a dilution that the quarks do not have, and for a choice that gives no solution.
void validate(const LoopRequest& request, FermionKind kind);

/// The loops with noise(0) .. noise(vectors - 1), this rank's parts of fields, solved part by part, as many together as the choice says.
/// Stops at the first that does not converge.  The order of sums does not depend on the ranks; collective.  Throws as validate().
LoopMeasurement measureLoops(Inverter& inverter, const FermionDomain& space, int vectors,
                             const std::function<FermionVector(int)>& noise, const LoopRequest& request);

} // namespace gaugegl

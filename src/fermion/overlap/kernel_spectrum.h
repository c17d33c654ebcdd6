// What the sign function of overlap quarks needs of its kernel H_W(-rho): its lowest modes, and an interval for the rest.
#pragma once

#include "core/zolotarev.h"
#include "gaugegl/fermion/eigen/low_modes.h"

#include <functional>
#include <memory>
#include <vector>

namespace gaugegl {

/// Modes of H_W(-rho) and where its other eigenvalues are.
struct KernelSpectrum {
    SolverStatus status = SolverStatus::TooManyIterations; ///< Converged, or Interrupted and nothing else is known
    std::vector<double> values = {};                       ///< eigenvalues, the smallest modulus first
    std::vector<FermionVector> vectors = {};               ///< of this rank's part, orthonormal
    SignInterval interval = {};                            ///< of the moduli of the others
};

/// The matrix H_W(-rho) of overlap quarks in links that are theirs.
SpectralParameters kernelOf(const DiracParameters& overlap);

/// How modes are found.
struct KernelSearch {
    std::function<std::unique_ptr<ModeFinder>(const SpectralParameters& of)> finder; ///< of those of a matrix
    std::function<void(const ModeProgress&)> watch = {};                             ///< of the search; may be empty
};

/// Finds as many modes as the quarks want, but no more than an eighth of all, and the bounds, unless the quarks have bounds of their own;
/// together.  Throws UnsolvedError where the modes are not found.
KernelSpectrum findKernelSpectrum(const DiracParameters& overlap, const HostGaugeField& links,
                                  const SharedLattice& shared, SolverPrecision precision, const KernelSearch& search);

/// The last spectrum that was found, for quarks of other masses in the same links.
class KernelSpectrumStore {
public:
    /// The one of these quarks, if it is known: links are compared one by one.
    std::shared_ptr<const KernelSpectrum> find(const DiracParameters& overlap, const HostGaugeField& links) const;
    /// Keeps it instead of the one before.
    void keep(const DiracParameters& overlap, const HostGaugeField& links,
              std::shared_ptr<const KernelSpectrum> spectrum);

private:
    DiracParameters of_;
    LinkVector links_;
    std::shared_ptr<const KernelSpectrum> spectrum_;
};

} // namespace gaugegl

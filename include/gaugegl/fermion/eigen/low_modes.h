// The lowest or largest eigenvalues of the matrices of core/spectral_operator.h and their eigenvectors, on the host or on a
// device.  Vectors are found in the precision that was asked for; eigenvalues and residuals are those of the vectors in
// double precision on the host.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/core/spectral_operator.h"
#include "gaugegl/host/gauge_field.h"
#include "gaugegl/solvers/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gaugegl {

/// Which modes, and how well.
struct ModeChoice {
    int count = 10;                                     ///< at least 1
    bool largest = false;                               ///< those of largest modulus instead of the smallest
    SolverPrecision precision = SolverPrecision::Mixed; ///< Mixed: found in single, made better in double on the host
    /// For the residual |A v - lambda v| relative to |A|, where A is positive: the square of a matrix on the whole lattice.  None:
    /// what the precision allows.
    std::optional<double> tolerance = {};
    /// Of a degenerate eigenvalue at the end also those beyond `count` are searched for, so that its multiplicity is known.
    bool wholeLevels = true;

    /// The tolerance, or that of the precision.
    double goal() const;
};

/// Throws InputError for a choice that no lattice can fulfil: no modes or more than the matrix has rows, a tolerance out of
/// (0, 1), or 16 bits.
void validate(const ModeChoice& choice, const SpectralParameters& of, const Lattice& lattice, Group group);

/// Rows of a matrix on the whole of a lattice.
std::size_t rowsOf(const SpectralParameters& of, const Lattice& lattice, Group group);

/// Eigenpairs, the smallest modulus first, or the largest; none unless the search has converged, and another start has found
/// that none was missed.
struct LowModes {
    SpectralParameters of = {};                            ///< the matrix
    SolverStatus status = SolverStatus::TooManyIterations; ///< of the search
    int converged = 0;                    ///< modes within the tolerance, also where the search has failed
    std::vector<double> eigenvalues = {}; ///< Rayleigh quotients in double precision
    std::vector<double> imaginary = {};   ///< imaginary parts of those of overlap quarks; else empty
    std::vector<double> residuals = {};   ///< |A v - lambda v| in double precision, with |v| = 1
    std::vector<double> chiralities = {}; ///< (v, gamma_5 v); of matrices on the whole lattice
    /// How often each eigenvalue occurs: those that its error does not tell from it.
    std::vector<int> multiplicities = {};
    bool lastLevelComplete = true; ///< false: the last eigenvalue may occur more often than its multiplicity says
    std::vector<FermionVector> vectors = {}; ///< of this rank's part; 0 on the odd sites of matrices on the even ones
    std::optional<int> index = {}; ///< of overlap quarks: n_+ - n_-, the numbers of zero modes of chirality 1 and -1
    double norm = 0;               ///< a bound of |A|; on the whole lattice of its square
    int restarts = 0;              ///< of the method of Lanczos
    int applications = 0;          ///< of the matrix, or of its square on the whole lattice
    int checkApplications = 0;     ///< those of them that looked for what was missed
    double seconds = 0;            ///< in all
};

/// What is seen of a search.
struct ModeProgress {
    int applications = 0;  ///< of the matrix
    int converged = 0;     ///< modes, at the last restart; may be more than are wanted
    double residual = 0;   ///< |A v - lambda v| of the worst mode wanted, at the last restart
    bool improves = false; ///< modes of single precision become those of double
    bool again = false;    ///< all are there; another start looks for missed and degenerate ones
};

/// "7 modes found, residual 1.2e-05", or what another start looks for; nothing before the first restart.
std::string describe(const ModeProgress& seen);
/// Why a search that has failed gives no modes: "7 of 10 modes were found (stagnation)".
std::string whyNone(const LowModes& modes, const ModeChoice& choice);

/// Finds the modes of one matrix.  Ranks that share a lattice call everything collectively.
class ModeFinder {
public:
    virtual ~ModeFinder() = default;
    ModeFinder() = default;
    ModeFinder(const ModeFinder&) = delete;
    ModeFinder& operator=(const ModeFinder&) = delete;

    /// Finds them.  Ctrl-C stops it early (base/interrupt.h).  Throws InputError as validate().
    virtual LowModes find(const ModeChoice& choice, const std::function<void(const ModeProgress&)>& watch = {}) = 0;
    /// A description of where it computes: "CPU (AVX2)", or the name of the device and its path.
    virtual std::string place() const = 0;
};

/// Finds them on the CPU, for links of this rank's part of a lattice.  Throws InputError for invalid parameters.
std::unique_ptr<ModeFinder> hostModeFinder(const HostGaugeField& links, const SpectralParameters& of,
                                           const SharedLattice& shared);
/// Finds them on the CPU for a lattice that this rank holds alone.  Throws InputError for invalid parameters.
inline std::unique_ptr<ModeFinder> hostModeFinder(const HostGaugeField& links, const SpectralParameters& of)
{
    return hostModeFinder(links, of, links.lattice);
}

} // namespace gaugegl

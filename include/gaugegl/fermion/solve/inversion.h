// Solves M x = b for given links, on the host or on a device, in uniform or mixed precision, and reports the true
// residual: |b - M x| / |b| is always recomputed from the definition of M in double precision on the host.
//   cg           Wilson, twisted mass: conjugate gradients on the normal equations of the even-odd form; staggered:
//                conjugate gradients on the even sites
//   bicgstab     BiCGStab on the even-odd form
//   flexible     generalised conjugate residuals on the even-odd form, with staggered fermions flexible conjugate
//                gradients on the even sites; preconditioned, if that is asked for, by additive Schwarz
//   multishift   on the even sites: (A^dagger A + sigma_i) x_i = b_e with the even-odd form A of Wilson and twisted
//                mass, (D^dagger D + sigma_i) x_i = b_e for staggered fermions; x_i is 0 on the odd sites, and the
//                reported residual is |b_e - (...) x_i| / |b_e|
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/fermion/eigen/low_modes.h"
#include "gaugegl/host/gauge_field.h"
#include "gaugegl/solvers/result.h"

#include <functional>
#include <memory>
#include <span>

namespace gaugegl {

/// The solution of one shift.
struct ShiftedSolution {
    double shift = 0;            ///< sigma
    FermionVector solution;      ///< x
    double relativeResidual = 0; ///< |b_e - (...) x_i| / |b_e|, recomputed in double precision
};

/// Outcome of a solve.
struct Inversion {
    SolverStatus status = SolverStatus::TooManyIterations; ///< of the true residual
    /// x; empty for multishift.  Of domain walls the propagator of the quarks in four dimensions.
    FermionVector solution;
    /// Of domain walls with an even L_s what gets half way through the fifth dimension, P_+ psi(L_s / 2 - 1) + P_- psi(L_s / 2); else empty.
    FermionVector midpoint = {};
    std::vector<ShiftedSolution> shifted; ///< of multishift, in the order of the shifts
    int iterations = 0;                   ///< of the innermost solver, over all restarts
    int restarts = 0;                     ///< how often it restarted from the true residual
    int applications = 0;                 ///< of the even-odd operator or its adjoint
    int blockApplications = 0;            ///< of that of the blocks of a preconditioner, without those that prepared it
    double relativeResidual =
        0; ///< |b - M x| / |b|, true; of domain walls in five dimensions; for multishift the largest of the shifts
    double solutionNorm2 = 0;           ///< |x|^2; for multishift the sum of the shifts
    std::vector<ResidualPoint> history; ///< residuals as the solver observed them
    double seconds = 0; ///< from b to x, with transfers, without the true residual; of several right-hand
                        ///< sides that are solved together an equal share of their time
    double flops = 0;   ///< of the hopping terms only (host/hopping.h)

    /// Whether the true residual is within the tolerance.
    bool converged() const { return status == SolverStatus::Converged; }
};

/// Solves systems with one operator.  Fields are those of this rank's part, in the order of its lattice; ranks that share
/// a lattice call everything collectively.
class Inverter {
public:
    virtual ~Inverter() = default;
    Inverter() = default;
    Inverter(const Inverter&) = delete;
    Inverter& operator=(const Inverter&) = delete;

    /// Does what solves need once before them where that takes long, as the modes of the kernel of overlap quarks; else solves do
    /// it.  False if Ctrl-C stopped it.  Throws as solve().
    virtual bool setUp(const SolverChoice& /*choice*/, const std::function<void(const ModeProgress&)>& /*watch*/ = {})
    {
        return true;
    }
    /// Solves M x = b.  `watch`, if given, is called with the residual during the solve.  Ctrl-C stops it early
    /// (base/interrupt.h).  Throws InputError for an invalid choice, or one that this inverter does not support.
    virtual Inversion solve(const FermionVector& b, const SolverChoice& choice,
                            const std::function<void(const ResidualPoint&)>& watch = {}) = 0;

    /// Of several right-hand sides, how many solve() takes together with this choice: those that it asks for, or as many as are
    /// fastest, which is timed once.  1: each is solved after the other.  Throws InputError where the choice asks for more than the
    /// solver or the place can take; collective.
    virtual int batchSize(const SolverChoice& choice, int count);
    /// Solves M x = b for each b, batchSize(choice, ..) at a time, until one is interrupted.  The operator reads links once for those
    /// that are solved together.  Each has its own numbers, residuals and stopping: on the CPU its solution, its iterations and its history are
    /// bit for bit those that it has alone.  `watch`, if given, is called with the number of the right-hand side too.
    std::vector<Inversion> solve(std::span<const FermionVector> b, const SolverChoice& choice,
                                 const std::function<void(int, const ResidualPoint&)>& watch = {});

    /// From now on solves are deflated (solvers/deflation.h) with these modes, whose matrix is that which conjugate gradients
    /// invert, with any staggered mass; null: with none.  The solver multishift cannot be deflated.
    virtual void deflate(std::shared_ptr<const LowModes> modes) = 0;
    /// The lattice, and who shares it.
    virtual const SharedLattice& lattice() const = 0;
    /// A description of where it computes: "CPU (2 threads, AVX2)", or the name of the device and its path.
    virtual std::string place() const = 0;

private:
    /// Solves for at least two right-hand sides, as many as batchSize() gave.  Not called by inverters that take one.
    virtual std::vector<Inversion> solveBatch(std::span<const FermionVector> b, const SolverChoice& choice,
                                              const std::function<void(int, const ResidualPoint&)>& watch);
};

/// An inverter that runs on the CPU, in single, double or mixed precision, for the links of this rank's part of a shared
/// lattice.  Throws InputError for invalid parameters of the operator (core/dirac_parameters.h).
std::unique_ptr<Inverter> hostInverter(const HostGaugeField& links, const DiracParameters& dirac,
                                       const SharedLattice& shared);
/// An inverter that runs on the CPU for a lattice that this rank holds alone.  Throws InputError for invalid parameters of the operator.
inline std::unique_ptr<Inverter> hostInverter(const HostGaugeField& links, const DiracParameters& dirac)
{
    return hostInverter(links, dirac, links.lattice);
}

} // namespace gaugegl

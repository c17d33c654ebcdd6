// Solves M x = b for given links, on the host or on a device, in one precision or in two, and says what the answer is
// worth: the residual |b - M x| / |b| is always recomputed from the definition of M in double precision on the host.
//   cg           Wilson, twisted mass: conjugate gradients on the normal equations of the even-odd form; staggered:
//                conjugate gradients on the even sites
//   bicgstab     BiCGStab on the even-odd form
//   multishift   on the even sites (A^dagger A + sigma_i) x_i = b_e with the even-odd form A of Wilson and twisted
//   mass,
//                and (D^dagger D + sigma_i) x_i = b_e of staggered fermions; x_i is 0 on the odd sites, and what is
//                reported of them is |b_e - (...) x_i| / |b_e|
#pragma once

#include "gaugegl/fermion/operators/even_odd.h"
#include "gaugegl/solvers/result.h"

#include <functional>
#include <memory>

namespace gaugegl {

/// The solution of one shift.
struct ShiftedSolution {
    double shift = 0;            ///< sigma
    FermionVector solution;      ///< x
    double relativeResidual = 0; ///< true
};

/// What became of a system.
struct Inversion {
    SolverStatus status = SolverStatus::TooManyIterations; ///< of the true residual
    FermionVector solution;                                ///< x; empty for multishift
    std::vector<ShiftedSolution> shifted;                  ///< of multishift, in the order of the shifts
    int iterations = 0;                                    ///< of the innermost solver, over all restarts
    int restarts = 0;                                      ///< how often it went on from the true residual
    double relativeResidual = 0;        ///< |b - M x| / |b|, true; for multishift the largest of the shifts
    double solutionNorm2 = 0;           ///< |x|^2; for multishift the sum of the shifts
    std::vector<ResidualPoint> history; ///< what the solver saw of the residual
    double seconds = 0;                 ///< from b to x, transfers included, the true residual not
    double flops = 0;                   ///< of the hopping terms alone (host/hopping.h)

    /// The true residual is as small as asked for.
    bool converged() const { return status == SolverStatus::Converged; }
};

/// The links that fermions move in.
struct FermionLinks {
    Lattice lattice;  ///< extents
    Group group;      ///< SU(2) or SU(3)
    LinkVector links; ///< as core/fermion.h says
};

/// Solves systems with one operator.
class Inverter {
public:
    virtual ~Inverter() = default;
    Inverter() = default;
    Inverter(const Inverter&) = delete;
    Inverter& operator=(const Inverter&) = delete;

    /// Solves M x = b.  `watch` hears of the residual on the way; it may be empty.  Ctrl-C ends it early
    /// (base/interrupt.h).  Throws InputError for a choice that is not sensible, or not possible here.
    virtual Inversion solve(const FermionVector& b, const SolverChoice& choice,
                            const std::function<void(const ResidualPoint&)>& watch = {}) = 0;

    /// Where it computes, "CPU (2 threads, AVX2)" or the name of the device and its path.
    virtual std::string place() const = 0;
};

/// On the processors of the host, in single, double or mixed precision.  Throws InputError for an operator that is not
/// sensible (core/dirac_parameters.h).
std::unique_ptr<Inverter> hostInverter(const FermionLinks& links, const DiracParameters& dirac);

} // namespace gaugegl

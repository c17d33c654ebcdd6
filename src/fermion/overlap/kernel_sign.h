// The sign function of the kernel H_W(-rho) of overlap quarks on fields of the whole lattice.  With W = 1 - kappa H,
// kappa = 1 / (2 (4 - rho)), H_W = gamma_5 W / (2 kappa), modes v_k of H_W and the projection Q on what is orthogonal to them
//   sign = sum_k v_k sign(lambda_k) v_k^dagger + Q R(H_W) Q,
//   R(H_W) = gamma_5 W [ c / (2 kappa) + sum_l 2 kappa r_l (W^dagger W + 4 kappa^2 s_l)^-1 ]
// with Zolotarev's partial fractions c, r_l, s_l on the interval of the other eigenvalues and multi-shift conjugate gradients
// (van den Eshof et al., Comput. Phys. Commun. 146 (2002) 203).  With the projection on both sides the square deviates from 1 by the
// square of the errors of the modes.
#pragma once

#include "algebra/normal.h"
#include "fermion/operators/full_vectors.h"
#include "fermion/overlap/kernel_spectrum.h"
#include "gaugegl/base/error.h"
#include "solvers/basis.h"
#include "solvers/multishift.h"

#include <cassert>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <vector>

namespace gaugegl {

/// How exact a sign is.
struct SignAccuracy {
    double error = 1e-14;     ///< of the rational function and of its solves
    int maxIterations = 5000; ///< of the solves
    int pollInterval = 1;     ///< of their residuals
};

/// Of fields in single precision.
constexpr double signErrorInSingle = 1e-7;
/// Of fields in double precision.
constexpr double signErrorInDouble = 1e-14;

/// (c + sum_l r_l (W^dagger W + s_l)^-1) x in its parts: R(H_W) x is gamma_5 W times the sum.
template<VectorField V>
struct KernelFractions {
    double constant;              ///< c
    std::vector<double> residues; ///< r_l
    std::vector<double> shifts;   ///< s_l
    std::span<const V> solutions; ///< (W^dagger W + s_l)^-1 x, until the next use of the sign
};

/// The function over a hopping term with the boundary phases of the kernel.  Holds temporary fields, so that two threads must not use
/// one.
template<HoppingTerm D>
class KernelSign {
public:
    using Half = typename D::Field; ///< on one parity
    using Field = FullField<Half>;  ///< on both
    using Kernel = FullOperator<D>; ///< W
    using Square = Normal<Kernel>;  ///< W^dagger W

    /// Without modes: R on an interval that holds all eigenvalues.  The hopping term must outlive the object.
    KernelSign(const D& d, const DiracParameters& overlap, const ZolotarevSign& rational, const SignAccuracy& accuracy)
        : d_(&d), kappa_(kappaOfBareMass(-overlap.rho)), accuracy_(accuracy), w_(d, WilsonParameters{.kappa = kappa_}),
          square_(w_), rational_(rational), constant_(rational.constant / (2 * kappa_))
    {
        for (std::size_t l = 0; l < rational_.shifts.size(); ++l) {
            shifts_.push_back(4 * kappa_ * kappa_ * rational_.shifts[l]);
            residues_.push_back(2 * kappa_ * rational_.residues[l]);
        }
    }
    /// With the modes of the kernel.
    KernelSign(const D& d, const DiracParameters& overlap, const FermionDomain& space, const KernelSpectrum& spectrum,
               const SignAccuracy& accuracy)
        : KernelSign(d, overlap, zolotarevSignWithin(accuracy.error, spectrum.interval), accuracy)
    {
        for (std::size_t k = 0; k < spectrum.values.size(); ++k) {
            signs_.push_back(spectrum.values[k] < 0 ? -1 : 1);
            modes_.push_back(fullFieldOf(d, space, spectrum.vectors[k]));
            turned_.push_back(zeroLike(modes_.back()));
            Field temporary = zeroLike(modes_.back());
            gaugegl::applyGamma5(d, turned_.back(), modes_.back(), temporary);
        }
    }
    KernelSign(const KernelSign&) = delete;
    KernelSign& operator=(const KernelSign&) = delete;

    /// out = gamma_5 sign(H_W) in, which needs no gamma_5 but of the modes; out is not in.  Throws UnsolvedError where a solve fails, but not
    /// after Ctrl-C, when out is undefined.
    void applyGamma5(Field& out, const Field& in) const
    {
        const auto parts = solve(in);
        w_.apply(out, *sum_);
        finish(out, turned_, parts);
    }
    /// out = sign(H_W) in, as above.
    void apply(Field& out, const Field& in) const
    {
        const auto parts = solve(in);
        w_.applyGamma5(out, *sum_);
        finish(out, modes_, parts);
    }

    /// The parts of R(H_W) in, of a sign without modes.  Throws as apply().
    KernelFractions<Field> fractionsOf(const Field& in) const
    {
        assert(modes_.empty());
        solve(in);
        return {constant_, residues_, shifts_, x_};
    }
    /// The hopping term.
    const D& hopping() const { return *d_; }
    /// W.
    const Kernel& kernel() const { return w_; }
    /// Applications of W or W^dagger until now.
    int applications() const { return applications_; }

private:
    /// sum_ = [c / (2 kappa) + sum_l ..] Q in; returns the parts of the modes.
    auto solve(const Field& in) const
    {
        if (!rest_) {
            rest_.emplace(zeroLike(in));
            sum_.emplace(zeroLike(in));
        }
        rest_ = in;
        auto parts = removeParts<Field>(*rest_, modes_);
        while (x_.size() < shifts_.size())
            x_.push_back(zeroLike(in));
        SolverParameters parameters{.maxIterations = accuracy_.maxIterations, .pollInterval = accuracy_.pollInterval};
        SolverLimits limits = solverLimits(parameters);
        limits.target2 = accuracy_.error * accuracy_.error * value(norm2(*rest_));
        const MultiShiftResult result = MultiShift<Square>(square_, x_, shifts_).run(*rest_, limits);
        applications_ += 2 * result.applications + 1;
        for (const SolverResult& shift : result.shifts)
            if (!shift.converged() && shift.status != SolverStatus::Interrupted)
                throw UnsolvedError(fmt::format(
                    "the sign of H_W is not found: a solve of its rational function on [{:.4g}, "
                    "{:.4g}] ends after {} iterations ({})",
                    rational_.interval.lower, rational_.interval.upper, result.iterations, name(shift.status)));
        setZero(*sum_);
        if (constant_ != 0) axpy(constant_, *rest_, *sum_);
        for (std::size_t l = 0; l < shifts_.size(); ++l)
            axpy(residues_[l], x_[l], *sum_);
        return parts;
    }
    /// Adds the modes.
    template<class Parts>
    void finish(Field& out, const std::vector<Field>& modes, const Parts& parts) const
    {
        removeParts<Field>(out, modes);
        for (std::size_t k = 0; k < modes.size(); ++k)
            axpy(signs_[k] * parts[k], modes[k], out);
    }

    const D* d_;
    double kappa_;
    SignAccuracy accuracy_;
    Kernel w_;
    Square square_;
    ZolotarevSign rational_;
    double constant_; ///< c, r_l and s_l for W
    std::vector<double> residues_, shifts_;
    std::vector<double> signs_;         ///< of the modes
    std::vector<Field> modes_, turned_; ///< v_k and gamma_5 v_k
    mutable std::optional<Field> rest_, sum_;
    mutable std::vector<Field> x_;
    mutable int applications_ = 0;
};

} // namespace gaugegl

// Multi-shift conjugate gradients: (A + sigma_i) x_i = b for all i from one Krylov space, Hermitian positive A
// (B. Jegerlehner, hep-lat/9612014).  CG runs for the smallest shift, sigma_0; the residuals of the others are
// zeta_i r.  With d_i = sigma_i - sigma_0, z_i = zeta_i / zeta_i,old and directions P_i = p_i / zeta_i:
//   z_i = 1 / (1 + d_i alpha + (alpha beta / alpha_old) (1 - z_i,old)),   zeta_i *= z_i,
//   x_i += alpha zeta_i P_i,   P_i = r + beta_next z_i P_i
// where beta belongs to the step before.  A shift leaves the loop when it has converged.  Besides the traffic of CG, an
// iteration reads and writes 3 + 2 fields for each further shift in the loop.
#pragma once

#include "algebra/normal.h"
#include "solvers/cg.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <vector>

namespace gaugegl {

/// A further shifted system in the same Krylov space.
template<VectorField V>
class ShiftedSystem {
public:
    using Real = RealOf<V>; ///< the numbers of the fields

    /// The system A + sigma_0 + d with the residual r at x = 0; `one` is the number 1.
    ShiftedSystem(double d, V& x, const V& r, const Real& one)
        : d_(d), x_(&x), p_(r), one_(one), ratio_(one), zeta_(one)
    {}
    /// The numbers of a step of CG.
    struct Step {
        Real alpha;                    ///< |r_old|^2 / (p, A p)
        Real beta;                     ///< |r|^2 / |r_old|^2
        std::optional<Real> alphaBeta; ///< alpha times (beta / alpha) of the step before; nothing in the first
    };
    /// The step of this system that belongs to a step of CG; r is the residual of CG after the step.
    void step(const V& r, const Step& cg)
    {
        Real inverse = one_ + d_ * cg.alpha;
        if (cg.alphaBeta) inverse = inverse + *cg.alphaBeta * (one_ - ratio_);
        ratio_ = quotient(one_, inverse);
        zeta_ = zeta_ * ratio_;
        updateSolutionAndDirection(*x_, p_, r, cg.alpha * zeta_, cg.beta * ratio_);
    }
    /// |zeta r|^2.
    Real residual2(const Real& rr) const { return zeta_ * zeta_ * rr; }

private:
    double d_;
    V* x_;
    V p_;
    Real one_, ratio_, zeta_;
};

/// Outcome of a solve for all shifts.
struct MultiShiftResult {
    std::vector<SolverResult>
        shifts;           ///< in the order given; iterations of the shared loop and of finishing the shift alone
    int iterations = 0;   ///< of the shared loop and of finishing
    int applications = 0; ///< of the operator

    /// Whether all shifts have converged.
    bool converged() const
    {
        return std::all_of(shifts.begin(), shifts.end(), [](const SolverResult& r) { return r.converged(); });
    }
};

/// The shared loop of multiShiftConjugateGradient.
template<LinearOperator A>
class MultiShift {
public:
    using Field = typename A::Field; ///< what A acts on
    using Real = RealOf<Field>;      ///< its numbers

    /// x[i] is set to 0; shifts are the sigma_i.  All must outlive the object.
    MultiShift(const A& a, std::span<Field> x, std::span<const double> shifts)
        : a_(&a), x_(x), shifts_(shifts),
          base_(std::size_t(std::min_element(shifts.begin(), shifts.end()) - shifts.begin()))
    {}

    /// Runs until all shifts have |r_i|^2 <= limits.target2; sets their results except for the true residual.
    MultiShiftResult run(const Field& b, const SolverLimits& limits)
    {
        MultiShiftResult result;
        result.shifts.resize(shifts_.size());
        for (Field& x : x_)
            setZero(x);
        const double b2 = value(norm2(b));
        if (b2 == 0) {
            for (SolverResult& shift : result.shifts)
                shift.status = SolverStatus::Converged;
            return result;
        }
        Field r = b;
        start(r, limits);
        const Shifted<A> lowest(*a_, shifts_[base_]);
        Descent<Shifted<A>> descent(lowest, r);
        Field p = r;
        Real rr = norm2(r);
        std::optional<Real> alphaBeta, betaOverAlpha;
        int k = 0;
        while (!left_.empty() && k < limits.maxIterations) {
            ++k;
            const Real curvature = descent.curvature(p);
            const Real alpha = quotient(rr, curvature);
            const Real next = descent.descend(r, alpha, p);
            const Real beta = quotient(next, rr);
            if (betaOverAlpha) alphaBeta = alpha * *betaOverAlpha;
            updateSolutionAndDirection(x_[base_], p, r, alpha, beta);
            rr = next;
            for (Member& member : left_) {
                if (member.system) member.system->step(r, {alpha, beta, alphaBeta});
                member.poll.post(k, member.system ? member.system->residual2(rr) : rr, curvature);
            }
            betaOverAlpha = quotient(beta, alpha);
            leave(result, k, b2);
        }
        for (const Member& member : left_)
            result.shifts[member.index].iterations = k;
        result.iterations = result.applications = k;
        return result;
    }

private:
    using Poll = decltype(pollOf(std::declval<const Field&>(), 1));
    struct Member {
        std::size_t index;                          // of the shift
        std::optional<ShiftedSystem<Field>> system; // none: that of sigma_0
        Poll poll;
        Monitor monitor;
    };

    void start(const Field& r, const SolverLimits& limits)
    {
        const Real rr = norm2(r), one = quotient(rr, rr);
        left_.clear();
        left_.reserve(shifts_.size());
        for (std::size_t i = 0; i < shifts_.size(); ++i) {
            std::optional<ShiftedSystem<Field>> system;
            if (i != base_) system.emplace(shifts_[i] - shifts_[base_], x_[i], r, one);
            left_.push_back(
                {i, std::move(system), pollOf(r, limits.pollInterval), Monitor(limits, SolverStatus::NotPositive)});
        }
    }
    // Removes converged shifts from the loop.
    void leave(MultiShiftResult& result, int iteration, double b2)
    {
        std::erase_if(left_, [&](Member& member) {
            SolverResult& shift = result.shifts[member.index];
            while (const std::optional<Observation> seen = member.poll.next(iteration)) {
                shift.history.push_back({seen->iteration, std::sqrt(seen->residual2 / b2)});
                if (const auto verdict = member.monitor.judge(*seen)) {
                    shift.status = *verdict;
                    shift.iterations = iteration;
                    return true;
                }
            }
            return false;
        });
    }

    const A* a_;
    std::span<Field> x_;
    std::span<const double> shifts_;
    std::size_t base_;
    std::vector<Member> left_;
};

/// Shifts, in any order, and the parameters of the solver for each.
struct MultiShiftParameters {
    std::vector<double> shifts;   ///< sigma_i
    SolverParameters solver = {}; ///< iterations are those of the shared loop, or of a shift that is finished alone
};

/// Solves (A + sigma_i) x_i = b for all i, Hermitian positive A + min sigma; x has as many fields as there are shifts,
/// whose content is ignored.  Where the true residual of a shift misses the tolerance, conjugateGradient finishes it
/// alone.
template<LinearOperator A>
MultiShiftResult multiShiftConjugateGradient(const A& a, std::span<typename A::Field> x, const typename A::Field& b,
                                             const MultiShiftParameters& parameters)
{
    assert(!parameters.shifts.empty() && x.size() == parameters.shifts.size());
    SolverLimits limits = solverLimits(parameters.solver);
    limits.target2 = parameters.solver.tolerance * parameters.solver.tolerance * value(norm2(b));
    MultiShiftResult result = MultiShift<A>(a, x, parameters.shifts).run(b, limits);
    for (std::size_t i = 0; i < x.size(); ++i) {
        SolverResult& shift = result.shifts[i];
        SolverParameters rest = parameters.solver;
        rest.maxIterations =
            shift.converged() ? rest.maxIterations - shift.iterations : 0; // 0: the true residual alone
        const SolverResult alone = conjugateGradient(Shifted<A>(a, parameters.shifts[i]), x[i], b, rest);
        if (shift.converged() || alone.converged()) shift.status = alone.status;
        for (const ResidualPoint& point : alone.history)
            shift.history.push_back({shift.iterations + point.iteration, point.relativeResidual});
        shift.iterations += alone.iterations;
        shift.restarts = alone.iterations > 0 ? 1 + alone.restarts : 0;
        shift.applications = alone.applications;
        shift.relativeResidual = alone.relativeResidual;
        result.iterations += alone.iterations;
        result.applications += alone.applications;
    }
    return result;
}

} // namespace gaugegl

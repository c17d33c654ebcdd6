// Multi-shift conjugate gradients: (A + sigma_i) x_i = b for all i from one Krylov space, Hermitian positive A
// (B. Jegerlehner, hep-lat/9612014).  CG runs for the smallest shift, sigma_0; the residuals of the others are
// zeta_i r.  With d_i = sigma_i - sigma_0, z_i = zeta_i / zeta_i,old and directions P_i = p_i / zeta_i:
//   z_i = 1 / (1 + d_i alpha + (alpha beta / alpha_old) (1 - z_i,old)),   zeta_i *= z_i,
//   x_i += alpha zeta_i P_i,   P_i = r + beta_next z_i P_i
// where beta belongs to the step before (algebra/shifts.h).  A shift leaves the loop when it has converged.  Besides the traffic of CG, an
// iteration reads and writes 3 + 2 fields for each further shift in the loop, on a device with one kernel for the numbers and one for the
// fields of all.
#pragma once

#include "algebra/normal.h"
#include "algebra/shifts.h"
#include "solvers/cg.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <vector>

namespace gaugegl {

/// The numbers of shifted systems of fields like this one: those found by makeShiftNumbers, or ShiftNumbers with the poll of the field.
template<VectorField V>
auto shiftNumbersOf(const V& like, const std::vector<double>& distances, int interval)
{
    if constexpr (requires { makeShiftNumbers(like, distances, interval); })
        return makeShiftNumbers(like, distances, interval);
    else
        return ShiftNumbers<V, decltype(pollOf(like, interval))>(distances, [&] { return pollOf(like, interval); });
}
/// The solutions x, set to 0, and directions r of shifted systems: those found by makeShiftFields, or ShiftFields.
template<VectorField V>
auto shiftFieldsOf(const V& r, const std::vector<V*>& x)
{
    if constexpr (requires { makeShiftFields(r, x); })
        return makeShiftFields(r, x);
    else
        return ShiftFields<V>(r, x);
}

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
        start(limits);
        std::vector<double> distances;
        std::vector<Field*> further;
        for (std::size_t i = 0; i < shifts_.size(); ++i)
            if (i != base_) {
                distances.push_back(shifts_[i] - shifts_[base_]);
                further.push_back(&x_[i]);
            }
        auto numbers = shiftNumbersOf(r, distances, limits.pollInterval);
        auto fields = shiftFieldsOf(r, further);
        const Shifted<A> lowest(*a_, shifts_[base_]);
        Descent<Shifted<A>> descent(lowest, r);
        Field p = r;
        Real rr = norm2(r);
        int k = 0;
        while (!left_.empty() && k < limits.maxIterations) {
            ++k;
            const Real curvature = descent.curvature(p);
            const Real alpha = quotient(rr, curvature);
            const Real next = descent.descend(r, alpha, p);
            updateSolutionAndDirection(x_[base_], p, r, alpha, quotient(next, rr));
            numbers.step({rr, curvature, next});
            fields.update(r, numbers);
            rr = next;
            numbers.post(k);
            while (const std::optional<ObservationOfShifts> seen = numbers.next(k))
                leave(result, fields, k, *seen, b2);
        }
        fields.end();
        for (const Member& member : left_)
            result.shifts[member.index].iterations = k;
        result.iterations = result.applications = k;
        return result;
    }

private:
    struct Member {
        std::size_t index; // of the shift
        Monitor monitor;
    };

    void start(const SolverLimits& limits)
    {
        left_.clear();
        for (std::size_t i = 0; i < shifts_.size(); ++i)
            left_.push_back({i, Monitor(limits, SolverStatus::NotPositive)});
    }
    // Removes converged shifts from the loop.
    template<class Fields>
    void leave(MultiShiftResult& result, Fields& fields, int iteration, const ObservationOfShifts& seen, double b2)
    {
        std::erase_if(left_, [&](Member& member) {
            const bool isBase = member.index == base_;
            const std::size_t system = member.index - (member.index > base_ ? 1 : 0); // of those besides that of CG
            const double residual2 = isBase ? seen.ofStep : seen.residual2[system];
            SolverResult& shift = result.shifts[member.index];
            shift.history.push_back({seen.iteration, std::sqrt(residual2 / b2)});
            const auto verdict = member.monitor.judge({seen.iteration, residual2, seen.curvature});
            if (!verdict) return false;
            shift.status = *verdict;
            shift.iterations = iteration;
            if (!isBase) fields.leave(system);
            return true;
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

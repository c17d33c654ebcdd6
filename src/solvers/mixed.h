// Conjugate gradients in mixed precision, for one shift and for many: the residual is that of an operator in higher
// precision, the corrections come from the same operator in lower precision, possibly on another processor.
#pragma once

#include "solvers/multishift.h"
#include "solvers/refine.h"

#include <algorithm>
#include <span>
#include <utility>

namespace gaugegl {

/// The operator in lower precision, which must outlive the object, and the conversion of fields to its own and back.
template<LinearOperator A, class C>
struct LowerPrecision {
    const A& a;   ///< the operator
    C conversion; ///< a Conversion of refine.h
};

/// From its members.
template<LinearOperator A, class C>
LowerPrecision(const A&, C) -> LowerPrecision<A, C>;

/// The reduction of the residual that all shifts together are solved to in lower precision.
constexpr double batchReduction = 1e-4;

/// Solves (A + sigma) x = b, Hermitian positive; x holds the initial guess.
template<LinearOperator A, LinearOperator Inner, Conversion<typename A::Field, typename Inner::Field> C>
SolverResult mixedConjugateGradient(const Shifted<A>& a, typename A::Field& x, const typename A::Field& b,
                                    const LowerPrecision<Inner, C>& lower, const SolverParameters& parameters)
{
    const Shifted inner(lower.a, a.shift());
    ConjugateGradient pass(inner);
    InnerPass<typename A::Field, C> correction(pass, lower.conversion);
    return refine(a, x, b, correction, parameters);
}

/// Solves (A + sigma_i) x_i = b for all i, all together in lower precision to togetherReduction, then each separately;
/// the content of x is ignored.
template<LinearOperator A, LinearOperator Inner, Conversion<typename A::Field, typename Inner::Field> C>
MultiShiftResult mixedMultiShift(const A& a, std::span<typename A::Field> x, const typename A::Field& b,
                                 const LowerPrecision<Inner, C>& lower, const MultiShiftParameters& parameters)
{
    C conversion = lower.conversion;
    auto bLower = conversion.makeField();
    conversion.send(bLower, 1, b);
    std::vector<typename Inner::Field> rough(x.size(), zeroLike(bLower));
    MultiShiftParameters joint = parameters;
    joint.solver.tolerance = std::max(joint.solver.tolerance, batchReduction);
    MultiShiftResult result = multiShiftConjugateGradient(lower.a, std::span(rough), bLower, joint);
    for (std::size_t i = 0; i < x.size(); ++i) {
        setZero(x[i]);
        conversion.add(x[i], 1, rough[i]);
        SolverResult fine = mixedConjugateGradient(Shifted(a, parameters.shifts[i]), x[i], b, lower, parameters.solver);
        result.iterations += fine.iterations;
        result.applications += fine.applications;
        fine.restarts += 1;
        result.shifts[i] = std::move(fine);
    }
    return result;
}

} // namespace gaugegl

#include "gaugegl/solvers/result.h"

namespace gaugegl {

std::string_view name(SolverStatus status)
{
    switch (status) {
    case SolverStatus::Converged:
        return "converged";
    case SolverStatus::Breakdown:
        return "breakdown";
    case SolverStatus::Stagnation:
        return "stagnation";
    case SolverStatus::NotANumber:
        return "not a number";
    case SolverStatus::NotPositive:
        return "not positive";
    case SolverStatus::Interrupted:
        return "interrupted";
    case SolverStatus::TooManyIterations:
        break;
    }
    return "too many iterations";
}

} // namespace gaugegl

#include "solvers/monitor.h"

#include "gaugegl/base/interrupt.h"

#include <cmath>

namespace gaugegl {

SolverLimits solverLimits(const SolverParameters& parameters)
{
    return {.target2 = 0,
            .maxIterations = parameters.maxIterations,
            .pollInterval = parameters.pollInterval,
            .stagnationWindow = parameters.stagnationWindow,
            .stagnationFactor = parameters.stagnationFactor,
            .keepSearchDirection = parameters.keepSearchDirection,
            .watch = nullptr};
}

std::optional<SolverStatus> Monitor::judge(const Observation& seen)
{
    if (limits_->watch) limits_->watch(seen);
    if (!std::isfinite(seen.residual2)) return SolverStatus::NotANumber;
    // The curvature of an iteration that began with r = 0 is 0, too: convergence comes first.
    if (seen.residual2 <= limits_->target2) return SolverStatus::Converged;
    if (!std::isfinite(seen.curvature)) return SolverStatus::NotANumber;
    if (seen.curvature <= 0) return nonPositive_;
    if (interrupted()) return SolverStatus::Interrupted;
    if (seen.residual2 < limits_->stagnationFactor * limits_->stagnationFactor * minimum_) {
        minimum_ = seen.residual2;
        minimumAt_ = seen.iteration;
    } else if (seen.iteration - minimumAt_ >= limits_->stagnationWindow)
        return SolverStatus::Stagnation;
    return std::nullopt;
}

} // namespace gaugegl

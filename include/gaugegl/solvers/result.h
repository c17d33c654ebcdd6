// The parameters and results of solvers.  A solver does not throw if it does not converge: the caller reads the status
// and decides.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace gaugegl {

/// How a solve ended.
enum class SolverStatus {
    Converged,         ///< the true residual is within the tolerance
    Breakdown,         ///< a denominator is 0 although the residual is not
    Stagnation,        ///< the residual no longer falls; if only the true one does not, precision is exhausted
    NotANumber,        ///< a residual is infinite or NaN; the solution is invalid
    NotPositive,       ///< (p, A p) <= 0: the operator is not positive, or the precision is exhausted
    TooManyIterations, ///< the limit was reached before convergence
    Interrupted        ///< stopped by a signal (base/interrupt.h)
};

/// "converged", "breakdown", "stagnation", "not a number", "not positive", "too many iterations", "interrupted".
std::string_view name(SolverStatus status);

/// A residual during a solve.
struct ResidualPoint {
    int iteration = 0;           ///< counted from 1, over all restarts
    double relativeResidual = 0; ///< |r| / |b| of the recursion
    /// Equal numbers.
    bool operator==(const ResidualPoint&) const = default;
};

/// The parameters of a solver.
struct SolverParameters {
    double tolerance = 1e-10;        ///< target for |b - A x| / |b|
    int maxIterations = 10000;       ///< over all restarts
    int pollInterval = 1;            ///< iterations between two polls of the residual (makePoll)
    int stagnationWindow = 1000;     ///< stagnation: |r| has no new minimum in this number of iterations ...
    double stagnationFactor = 0.99;  ///< ... that is below this factor times the last minimum
    bool keepSearchDirection = true; ///< when the true residual replaces that of the recursion; CG and CGNR
    std::function<void(const ResidualPoint&)> watch = {}; ///< called with each point of the history; may be empty
};

/// Outcome of a solve.
struct SolverResult {
    SolverStatus status = SolverStatus::TooManyIterations; ///< how it ended
    int iterations = 0;                 ///< over all restarts; of the innermost solver where solvers are nested
    int restarts = 0;                   ///< how often the recursion restarted from the true residual
    int applications = 0;               ///< of the operator or its adjoint, including those for the true residual
    double relativeResidual = 0;        ///< |b - A x| / |b|, recomputed at the end; 0 where b is 0
    std::vector<ResidualPoint> history; ///< the observed residuals; with refine the true ones of the outer operator

    /// Whether the residual is within the tolerance.
    bool converged() const { return status == SolverStatus::Converged; }
};

} // namespace gaugegl

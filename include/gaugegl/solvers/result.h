// What solvers are asked for and what they tell.  A solver never throws because it does not converge: the caller reads
// the status and decides.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace gaugegl {

/// How a solve ended.
enum class SolverStatus {
    Converged,         ///< the true residual is as small as asked for
    Breakdown,         ///< a number that is divided by is 0 although the residual is not
    Stagnation,        ///< the residual falls no further; where only the true one does not, precision is exhausted
    NotANumber,        ///< a residual is infinite or no number; the solution has no meaning
    NotPositive,       ///< (p, A p) <= 0: the operator is not positive, or the precision is exhausted
    TooManyIterations, ///< more would be needed than are allowed
    Interrupted        ///< somebody asked for an end (base/interrupt.h)
};

/// "converged", "breakdown", "stagnation", "not a number", "not positive", "too many iterations", "interrupted".
std::string_view name(SolverStatus status);

/// A residual on the way.
struct ResidualPoint {
    int iteration = 0;           ///< counted from 1, over all restarts
    double relativeResidual = 0; ///< |r| / |b|, as the recursion has it
    /// Equal numbers.
    bool operator==(const ResidualPoint&) const = default;
};

/// What a solver is asked for.
struct SolverParameters {
    double tolerance = 1e-10;        ///< |b - A x| / |b| asked for
    int maxIterations = 10000;       ///< over all restarts
    int pollInterval = 1;            ///< iterations between two looks at the residual (makePoll)
    int stagnationWindow = 1000;     ///< stagnant if |r| has no new minimum in so many iterations ...
    double stagnationFactor = 0.99;  ///< ... that is below so many times the last one
    bool keepSearchDirection = true; ///< when the true residual replaces the recursion's; CG and CGNR
    std::function<void(const ResidualPoint&)> watch = {}; ///< hears of what goes to the history; may be empty
};

/// What became of a solve.
struct SolverResult {
    SolverStatus status = SolverStatus::TooManyIterations; ///< how it ended
    int iterations = 0;          ///< over all restarts; of the innermost solver where solvers are nested
    int restarts = 0;            ///< how often the recursion went on from the true residual
    int applications = 0;        ///< of the operator or its adjoint, those for the true residual too
    double relativeResidual = 0; ///< |b - A x| / |b|, recomputed at the end; 0 where b is 0
    std::vector<ResidualPoint>
        history; ///< what was seen of the residual; of refine the true ones of the outer operator

    /// The residual is as small as asked for.
    bool converged() const { return status == SolverStatus::Converged; }
};

} // namespace gaugegl

// Monitors the convergence of a solver.  Solvers never wait for a number in an iteration: they read the residual by a
// poll (algebra/concepts.h), which may be late.  A late decision changes only the number of iterations.
#pragma once

#include "gaugegl/algebra/concepts.h"
#include "gaugegl/solvers/result.h"

#include <functional>
#include <limits>
#include <optional>

namespace gaugegl {

/// The limits of a pass of a solver: the iterations between two replacements of the residual by the true one.
struct SolverLimits {
    double target2 = 0;                            ///< ends when |r|^2 is at most this
    int maxIterations = 10000;                     ///< in this pass
    int pollInterval = 1;                          ///< as in SolverParameters
    int stagnationWindow = 1000;                   ///< as in SolverParameters, iterations
    double stagnationFactor = 0.99;                ///< as in SolverParameters, a factor of |r|
    bool keepSearchDirection = true;               ///< continue with the search direction of the last pass
    std::function<void(const Observation&)> watch; ///< called with every observation; may be empty
};

/// Outcome of a pass.
struct PassReport {
    SolverStatus status = SolverStatus::TooManyIterations; ///< as the recursion sees it
    int iterations = 0;                                    ///< number of iterations
    int applications = 0;                                  ///< of the operator or its adjoint
};

/// The limits of the first pass; the caller sets the target.
SolverLimits solverLimits(const SolverParameters& parameters);

/// Evaluates the observations of one pass.
class Monitor {
public:
    /// `nonPositive` is the status for a curvature <= 0 in this solver.  The limits must outlive the object.
    Monitor(const SolverLimits& limits, SolverStatus nonPositive) : limits_(&limits), nonPositive_(nonPositive) {}

    /// The status at the end of an iteration, from the observations available by then; nothing if the solver continues.
    template<class Poll>
    std::optional<SolverStatus> look(Poll& poll, int iteration)
    {
        while (const std::optional<Observation> seen = poll.next(iteration))
            if (const auto verdict = judge(*seen)) return verdict;
        return std::nullopt;
    }
    /// The status that follows from one observation, if any.  Call it in the order of iterations.
    std::optional<SolverStatus> judge(const Observation& seen);

private:
    const SolverLimits* limits_;
    SolverStatus nonPositive_;
    double minimum_ = std::numeric_limits<double>::infinity(); // of |r|^2, the last significant one
    int minimumAt_ = 0;
};

/// The poll of a field: the one found by makePoll, or that of the host.
template<VectorField V>
auto pollOf(const V& field, int interval)
{
    if constexpr (requires { makePoll(field, interval); })
        return makePoll(field, interval);
    else
        return HostPoll();
}

} // namespace gaugegl

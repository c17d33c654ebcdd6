// Judges what a solver sees of its residual.  Solvers never wait for a number in an iteration: they look through a poll
// (algebra/concepts.h), and so may learn late.  A late verdict changes the number of iterations and nothing else.
#pragma once

#include "gaugegl/algebra/concepts.h"
#include "gaugegl/solvers/result.h"

#include <functional>
#include <limits>
#include <optional>

namespace gaugegl {

/// What a pass of a solver must keep to.  A pass is what happens between two replacements of the residual by the true
/// one.
struct SolverLimits {
    double target2 = 0;                            ///< ends when |r|^2 is at most this
    int maxIterations = 10000;                     ///< in this pass
    int pollInterval = 1;                          ///< as in SolverParameters, like the following
    int stagnationWindow = 1000;                   ///< iterations
    double stagnationFactor = 0.99;                ///< of |r|
    bool keepSearchDirection = true;               ///< of the last pass
    std::function<void(const Observation&)> watch; ///< is handed every observation; may be empty
};

/// What became of a pass.
struct PassReport {
    SolverStatus status = SolverStatus::TooManyIterations; ///< as the recursion sees it
    int iterations = 0;                                    ///< done
    int applications = 0;                                  ///< of the operator or its adjoint
};

/// The limits of a first pass.  The target is left to the caller.
SolverLimits solverLimits(const SolverParameters& parameters);

/// Judges the observations of one pass.
class Monitor {
public:
    /// `nonPositive` is what a curvature <= 0 means for this solver.  The limits must outlive the object.
    Monitor(const SolverLimits& limits, SolverStatus nonPositive) : limits_(&limits), nonPositive_(nonPositive) {}

    /// What is known by the end of an iteration; nothing if the solver is to go on.
    template<class Poll>
    std::optional<SolverStatus> look(Poll& poll, int iteration)
    {
        while (const std::optional<Observation> seen = poll.next(iteration))
            if (const auto verdict = judge(*seen)) return verdict;
        return std::nullopt;
    }
    /// What one observation means.  They come in order.
    std::optional<SolverStatus> judge(const Observation& seen);

private:
    const SolverLimits* limits_;
    SolverStatus nonPositive_;
    double minimum_ = std::numeric_limits<double>::infinity(); // of |r|^2, the last that counted as new
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

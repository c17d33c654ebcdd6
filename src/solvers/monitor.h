// Monitors the convergence of a solver.  Solvers never wait for a number in an iteration: they read the residual by a
// poll (algebra/concepts.h), which may be late.  A late decision changes only the number of iterations.
#pragma once

#include "algebra/concepts.h"
#include "gaugegl/solvers/result.h"

#include <cassert>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

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

/// The limits of each vector of a field.
using Limits = std::vector<SolverLimits>;
/// The outcome for each vector of a field.
using PassReports = std::vector<PassReport>;

/// The limits of the first pass; the caller sets the target.
SolverLimits solverLimits(const SolverParameters& parameters);

/// Evaluates the observations of one pass of one vector.
class Monitor {
public:
    /// `nonPositive` is the status for a curvature <= 0 in this solver.  The limits must outlive the object.
    Monitor(const SolverLimits& limits, SolverStatus nonPositive) : limits_(&limits), nonPositive_(nonPositive) {}

    /// The status that follows from one observation, if any: the pass ends.  Call it in the order of iterations.
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

/// The iterations of a pass.  A vector that has ended is not in use until the pass has ended for all.
template<VectorField V>
class Iterations {
public:
    using Real = RealOf<V>; ///< numbers of the field

    /// `nonPositive` is as in Monitor.  The field and its limits must outlive the object.
    Iterations(const V& x, const Limits& limits, SolverStatus nonPositive)
        : x_(&x), limits_(&limits), all_(inUse(x)), open_(all_), poll_(pollOf(x, limits.front().pollInterval)),
          reports_(limits.size())
    {
        assert(int(limits.size()) == vectorsOf(x));
        for (const SolverLimits& one : limits)
            monitors_.emplace_back(one, nonPositive);
    }

    /// Begins an iteration; false if there is no vector that goes on.
    bool begin()
    {
        VectorSet(open_).forEach([&](int v) {
            if (count_ >= (*limits_)[std::size_t(v)].maxIterations) end(v, SolverStatus::TooManyIterations);
        });
        use(*x_, open_);
        if (open_.empty()) return false;
        ++count_;
        return true;
    }
    /// Ends it with |r|^2 and the denominator of alpha; some vectors may end by what is known of them by now.
    void end(const Real& residual2, const Real& curvature)
    {
        poll_.post(count_, residual2, curvature);
        while (!open_.empty()) {
            const auto seen = poll_.next(count_);
            if (!seen) break;
            VectorSet(open_).forEach([&](int v) {
                if (const auto verdict = monitors_[std::size_t(v)].judge(ofVector(*seen, v))) end(v, *verdict);
            });
        }
    }
    /// After the last iteration: the vectors of the pass are in use again.  Its outcome for each, where an iteration takes so
    /// many applications of the operator and the rest of the pass so many.
    PassReports finish(int each, int rest = 0)
    {
        use(*x_, all_);
        all_.forEach([&](int v) {
            PassReport& report = reports_[std::size_t(v)];
            report.applications = each * report.iterations + rest;
        });
        return std::move(reports_);
    }

private:
    void end(int v, SolverStatus status)
    {
        reports_[std::size_t(v)] = {status, count_, 0};
        open_.remove(v);
    }

    const V* x_;
    const Limits* limits_;
    VectorSet all_, open_;
    decltype(pollOf(std::declval<const V&>(), 1)) poll_;
    std::vector<Monitor> monitors_;
    PassReports reports_;
    int count_ = 0;
};

/// The vectors whose pass has ended so.
inline VectorSet endedWith(SolverStatus status, const PassReports& reports, const VectorSet& among)
{
    VectorSet set;
    among.forEach([&](int v) {
        if (reports[std::size_t(v)].status == status) set.add(v);
    });
    return set;
}

} // namespace gaugegl

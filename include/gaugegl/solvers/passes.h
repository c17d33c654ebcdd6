// A solver in passes: between two passes the residual of the recursion is replaced by the true one, b - A x.  So the
// reported residual is the true one, and with passes in lower precision the solver is one of mixed precision
// (refine.h).
#pragma once

#include "gaugegl/solvers/monitor.h"

#include <cmath>
#include <concepts>
#include <optional>

namespace gaugegl {

/// A solver that can do a pass: it starts from r = b - A x and changes x and r so that r becomes small.
template<class P>
concept SolverPass = VectorField<typename P::Field> &&
    requires(P& pass, typename P::Field& x, typename P::Field& r, const SolverLimits& limits, double factor)
{
    {
        pass.advance(x, r, limits)
        } -> std::same_as<PassReport>;
    pass.rescale(factor); // of the units of x and r before the next pass
};

/// Outcome of several passes.
struct PassesReport {
    PassReport sum = {};  ///< sums over the passes; the status is the final one
    int passes = 0;       ///< number of passes
    double residual2 = 0; ///< |b - A x|^2, true at the end
};

/// Alternates passes and true residuals.  Every pass must reduce the residual to 9/10 at most.
template<LinearOperator A, SolverPass P>
class Passes {
public:
    using Field = typename A::Field; ///< what A acts on

    /// The true residual is that of `a`.  Both must outlive the object.
    Passes(const A& a, P& pass) : a_(&a), pass_(&pass) {}

    /// Iterates until |b - A x|^2 <= limits.target2, or until it stagnates; r becomes b - A x.
    PassesReport run(Field& x, Field& r, const Field& b, const SolverLimits& limits)
    {
        PassesReport report;
        report.residual2 = trueResidual2(x, r, b, report);
        continueRun(x, r, b, {limits, report});
        return report;
    }
    /// run() for an r = b - A x that is already computed.
    PassesReport resume(Field& x, Field& r, const Field& b, const SolverLimits& limits)
    {
        PassesReport report;
        report.residual2 = value(norm2(r));
        continueRun(x, r, b, {limits, report});
        return report;
    }

private:
    struct Run {
        const SolverLimits& limits;
        PassesReport& report;
    };

    double trueResidual2(const Field& x, Field& r, const Field& b, PassesReport& report)
    {
        a_->apply(r, x);
        ++report.sum.applications;
        xpay(b, -1.0, r);
        return value(norm2(r));
    }
    void continueRun(Field& x, Field& r, const Field& b, const Run& run)
    {
        PassesReport& report = run.report;
        while (!finished(run)) {
            const PassReport pass = pass_->advance(x, r, remaining(run));
            const double before = report.residual2;
            report.residual2 = trueResidual2(x, r, b, report);
            ++report.passes;
            report.sum.iterations += pass.iterations;
            report.sum.applications += pass.applications;
            report.sum.status = pass.status;
            if (run.limits.watch) run.limits.watch({report.sum.iterations, report.residual2, 0});
            if (!finished(run) && !goesOn(pass.status, before, report)) return;
        }
    }
    // The remaining limits for the next pass, which counts its iterations from 1.
    static SolverLimits remaining(const Run& run)
    {
        SolverLimits limits = run.limits;
        limits.maxIterations -= run.report.sum.iterations;
        // A recursion that just missed the target would do so again: aim lower.
        if (run.report.passes > 0 && run.report.residual2 < 4 * limits.target2) limits.target2 *= 0.25;
        if (run.limits.watch)
            limits.watch = [&run, done = run.report.sum.iterations](Observation seen) {
                seen.iteration += done;
                run.limits.watch(seen);
            };
        return limits;
    }
    // Whether the solve is finished; sets the status if so.
    static bool finished(const Run& run)
    {
        PassReport& sum = run.report.sum;
        if (!std::isfinite(run.report.residual2))
            sum.status = SolverStatus::NotANumber;
        else if (run.report.residual2 <= run.limits.target2)
            sum.status = SolverStatus::Converged;
        else if (sum.iterations >= run.limits.maxIterations)
            sum.status = SolverStatus::TooManyIterations;
        else
            return false;
        return true;
    }
    // Whether to continue after a pass that did not reach the target; sets the status if not.
    static bool goesOn(SolverStatus pass, double before, PassesReport& report)
    {
        if (pass == SolverStatus::NotANumber || pass == SolverStatus::Interrupted) return false;
        if (pass == SolverStatus::NotPositive && !approximate()) return false;
        if (report.residual2 <= 0.81 * before) return true;
        if (pass == SolverStatus::Converged) report.sum.status = SolverStatus::Stagnation;
        return false;
    }
    // An operator may fail to be positive in lower precision only.
    static constexpr bool approximate()
    {
        if constexpr (requires { P::approximate; })
            return P::approximate;
        else
            return false;
    }

    const A* a_;
    P* pass_;
};

/// Several passes as one pass of an outer solver, for nesting in `refine`.
template<LinearOperator A, SolverPass P>
class PassOfPasses {
public:
    using Field = typename A::Field; ///< what A acts on

    /// The residual between passes is that of `a`.  Both must outlive the object.
    PassOfPasses(const A& a, P& pass) : passes_(a, pass), pass_(&pass) {}

    /// x += e where A e = r, until the residual of that meets the limits; r becomes this residual.
    PassReport advance(Field& x, Field& r, const SolverLimits& limits)
    {
        source_ = r;
        if (!e_) e_.emplace(zeroLike(x));
        setZero(*e_);
        const PassesReport report = passes_.resume(*e_, r, *source_, limits);
        axpy(1.0, *e_, x);
        return report.sum;
    }
    /// Changes the units of right-hand side and solution: the old r is factor * r in the new units.
    void rescale(double factor) { pass_->rescale(factor); }

private:
    Passes<A, P> passes_;
    P* pass_;
    std::optional<Field> source_, e_;
};

/// Solves A x = b; x holds the first guess.  The tolerance is for the true residual.
template<LinearOperator A, SolverPass P>
SolverResult solveByPasses(Passes<A, P> passes, typename A::Field& x, const typename A::Field& b,
                           const SolverParameters& parameters)
{
    SolverResult result;
    const double b2 = value(norm2(b));
    if (b2 == 0) {
        setZero(x);
        result.status = SolverStatus::Converged;
        return result;
    }
    SolverLimits limits = solverLimits(parameters);
    limits.target2 = parameters.tolerance * parameters.tolerance * b2;
    limits.watch = [&](const Observation& seen) {
        if (!result.history.empty() && result.history.back().iteration >= seen.iteration) return;
        result.history.push_back({seen.iteration, std::sqrt(seen.residual2 / b2)});
        if (parameters.watch) parameters.watch(result.history.back());
    };
    auto r = zeroLike(b);
    const PassesReport report = passes.run(x, r, b, limits);
    result.status = report.sum.status;
    result.iterations = report.sum.iterations;
    result.applications = report.sum.applications;
    result.restarts = report.passes > 1 ? report.passes - 1 : 0;
    result.relativeResidual = std::sqrt(report.residual2 / b2);
    return result;
}

} // namespace gaugegl

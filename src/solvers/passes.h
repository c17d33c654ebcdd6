// A solver in passes: between two passes the residual of the recursion is replaced by the true one, b - A x.  So the
// reported residual is the true one, and with passes in lower precision the solver is one of mixed precision
// (refine.h).
#pragma once

#include "algebra/operator_view.h"
#include "solvers/monitor.h"

#include <cmath>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace gaugegl {

/// A solver that can do a pass: it starts from r = b - A x and changes x and r so that r becomes small.
template<class P>
concept SolverPass = VectorField<typename P::Field> &&
    requires(P& pass, typename P::Field& x, typename P::Field& r, const Limits& limits, const Factors& factors)
{
    {
        pass.advance(x, r, limits)
        } -> std::same_as<PassReports>; // of the vectors in use; the others are left as they are
    pass.rescale(factors);              // of the units of x and r before the next pass
};

/// A solver's passes of which only the fields are known, as OperatorView of an operator.
template<VectorField V>
class PassView {
public:
    using Field = V; ///< of the solver

    /// The solver must outlive the object.
    template<SolverPass P>
    requires(!std::same_as<std::remove_const_t<P>, PassView> && std::same_as<typename P::Field, V>)
        PassView(P& pass) // NOLINT(google-explicit-constructor): an argument that is a solver
        : pass_(&pass), advance_([](void* of, V& x, V& r, const Limits& limits) {
              return static_cast<P*>(of)->advance(x, r, limits);
          }),
          rescale_([](void* of, const Factors& factors) { static_cast<P*>(of)->rescale(factors); })
    {
        if constexpr (requires { P::approximate; }) approximate_ = P::approximate;
    }

    /// As SolverPass says.
    PassReports advance(V& x, V& r, const Limits& limits) const { return advance_(pass_, x, r, limits); }
    /// As SolverPass says.
    void rescale(const Factors& factors) const { rescale_(pass_, factors); }
    /// Whether its operator may fail to be positive because its precision is lower.
    bool approximate() const { return approximate_; }

private:
    void* pass_;
    PassReports (*advance_)(void*, V&, V&, const Limits&);
    void (*rescale_)(void*, const Factors&);
    bool approximate_ = false;
};

/// Of the fields of the solver.
template<SolverPass P>
PassView(P&) -> PassView<typename P::Field>;

/// Outcome of several passes, of one vector.
struct PassesReport {
    PassReport sum = {};  ///< sums over the passes; the status is the final one
    int passes = 0;       ///< number of passes
    double residual2 = 0; ///< |b - A x|^2, true at the end
};

/// Alternates passes and true residuals.  Every pass must reduce the residual to 9/10 at most.  The vectors of a bundle pass
/// together: one whose pass has ended waits for the others, so that its steps are those that it would take alone.
template<VectorField V>
class Passes {
public:
    using Field = V; ///< what the operator acts on

    /// The true residual is that of `a`.  What both see must outlive the object.
    Passes(OperatorView<V> a, PassView<V> pass) : a_(a), pass_(pass) {}

    /// Iterates until |b - A x|^2 <= target2 of each vector in use, or until it stagnates; r becomes b - A x.
    std::vector<PassesReport> run(Field& x, Field& r, const Field& b, const Limits& limits)
    {
        std::vector<OfVector> all = begun(limits);
        trueResiduals(x, r, b, all);
        return continueRun(x, r, b, std::move(all));
    }
    /// run() for an r = b - A x that is already computed.
    std::vector<PassesReport> resume(Field& x, Field& r, const Field& b, const Limits& limits)
    {
        std::vector<OfVector> all = begun(limits);
        const Factors now = values(norm2(r));
        for (std::size_t v = 0; v < all.size(); ++v)
            all[v].report.residual2 = now[v];
        return continueRun(x, r, b, std::move(all));
    }

private:
    /// What is known of a vector.
    struct OfVector {
        const SolverLimits* limits;
        PassesReport report = {};
        bool open = true; ///< a further pass may help

        // The remaining limits for the next pass, which counts its iterations from 1.
        SolverLimits remaining() const
        {
            SolverLimits rest = *limits;
            rest.maxIterations -= report.sum.iterations;
            // A recursion that just missed the target would do so again: aim lower.
            if (report.passes > 0 && report.residual2 < 4 * rest.target2) rest.target2 *= 0.25;
            if (limits->watch)
                rest.watch = [watch = &limits->watch, done = report.sum.iterations](Observation seen) {
                    seen.iteration += done;
                    (*watch)(seen);
                };
            return rest;
        }
        // Whether the solve is finished; sets the status if so.
        bool finished()
        {
            PassReport& sum = report.sum;
            if (!std::isfinite(report.residual2))
                sum.status = SolverStatus::NotANumber;
            else if (report.residual2 <= limits->target2)
                sum.status = SolverStatus::Converged;
            else if (sum.iterations >= limits->maxIterations)
                sum.status = SolverStatus::TooManyIterations;
            else
                return false;
            return true;
        }
        // Whether to continue after a pass that did not reach the target; sets the status if not.  An operator may fail to be
        // positive in lower precision only.
        bool goesOn(SolverStatus pass, double before, bool approximate)
        {
            if (pass == SolverStatus::NotANumber || pass == SolverStatus::Interrupted) return false;
            if (pass == SolverStatus::NotPositive && !approximate) return false;
            if (report.residual2 <= 0.81 * before) return true;
            if (pass == SolverStatus::Converged) report.sum.status = SolverStatus::Stagnation;
            return false;
        }
        // Adds a pass, after which the true residual is the new one.
        void add(const PassReport& pass, double before, bool approximate)
        {
            ++report.passes;
            report.sum.iterations += pass.iterations;
            report.sum.applications += pass.applications;
            report.sum.status = pass.status;
            if (limits->watch) limits->watch({report.sum.iterations, report.residual2, 0});
            open = !finished() && goesOn(pass.status, before, approximate);
        }
    };

    static std::vector<OfVector> begun(const Limits& limits)
    {
        std::vector<OfVector> all;
        for (const SolverLimits& one : limits)
            all.push_back({&one});
        return all;
    }
    void trueResiduals(const Field& x, Field& r, const Field& b, std::vector<OfVector>& all)
    {
        a_.apply(r, x);
        xpay(b, -1.0, r);
        const Factors now = values(norm2(r));
        inUse(x).forEach([&](int v) {
            all[std::size_t(v)].report.residual2 = now[std::size_t(v)];
            ++all[std::size_t(v)].report.sum.applications;
        });
    }
    std::vector<PassesReport> continueRun(Field& x, Field& r, const Field& b, std::vector<OfVector> all)
    {
        VectorSet open;
        inUse(x).forEach([&](int v) {
            if (!all[std::size_t(v)].finished()) open.add(v);
        });
        while (!open.empty()) {
            const Using only(x, open);
            Limits limits;
            Factors before;
            for (const OfVector& one : all) {
                limits.push_back(one.remaining());
                before.push_back(one.report.residual2);
            }
            const PassReports passes = pass_.advance(x, r, limits);
            trueResiduals(x, r, b, all);
            VectorSet(open).forEach([&](int v) {
                const auto k = std::size_t(v);
                all[k].add(passes[k], before[k], pass_.approximate());
                if (!all[k].open) open.remove(v);
            });
        }
        std::vector<PassesReport> reports;
        reports.reserve(all.size());
        for (const OfVector& one : all)
            reports.push_back(one.report);
        return reports;
    }

    OperatorView<V> a_;
    PassView<V> pass_;
};

/// Of the fields of the operator.
template<LinearOperator A, SolverPass P>
Passes(const A&, P&) -> Passes<typename A::Field>;

/// Several passes as one pass of an outer solver, for nesting in `refine`.
template<VectorField V>
class PassOfPasses {
public:
    using Field = V; ///< what the operator acts on

    /// The residual between passes is that of `a`.  What both see must outlive the object.
    PassOfPasses(OperatorView<V> a, PassView<V> pass) : passes_(a, pass), pass_(pass) {}

    /// x += e where A e = r, until the residual of that meets the limits; r becomes this residual.
    PassReports advance(Field& x, Field& r, const Limits& limits)
    {
        source_ = r;
        if (!e_) e_.emplace(zeroLike(x));
        setZero(*e_);
        PassReports sums;
        for (const PassesReport& report : passes_.resume(*e_, r, *source_, limits))
            sums.push_back(report.sum);
        axpy(1.0, *e_, x);
        return sums;
    }
    /// Changes the units of right-hand sides and solutions: the old r is factor * r in the new units.
    void rescale(const Factors& factors) { pass_.rescale(factors); }

private:
    Passes<V> passes_;
    PassView<V> pass_;
    std::optional<Field> source_, e_;
};

/// Of the fields of the operator.
template<LinearOperator A, SolverPass P>
PassOfPasses(const A&, P&) -> PassOfPasses<typename A::Field>;

/// Solves A x = b for each vector; x holds the first guesses.  The tolerances are for true residuals.
template<VectorField V>
std::vector<SolverResult> solveEachByPasses(Passes<V> passes, V& x, const V& b,
                                            const std::vector<SolverParameters>& parameters)
{
    const std::size_t count = parameters.size();
    assert(int(count) == vectorsOf(b));
    std::vector<SolverResult> results(count);
    const Factors b2 = values(norm2(b));
    VectorSet zero, others;
    for (std::size_t v = 0; v < count; ++v)
        (b2[v] == 0 ? zero : others).add(int(v));
    if (!zero.empty()) {
        const Using only(x, zero);
        setZero(x);
    }
    zero.forEach([&](int v) { results[std::size_t(v)].status = SolverStatus::Converged; });
    if (others.empty()) return results;
    Limits limits;
    for (std::size_t v = 0; v < count; ++v) {
        SolverLimits& one = limits.emplace_back(solverLimits(parameters[v]));
        one.target2 = parameters[v].tolerance * parameters[v].tolerance * b2[v];
        one.watch = [&result = results[v], &watch = parameters[v].watch, b2 = b2[v]](const Observation& seen) {
            if (!result.history.empty() && result.history.back().iteration >= seen.iteration) return;
            result.history.push_back({seen.iteration, std::sqrt(seen.residual2 / b2)});
            if (watch) watch(result.history.back());
        };
    }
    auto r = zeroLike(b);
    const Using only(x, others);
    const std::vector<PassesReport> reports = passes.run(x, r, b, limits);
    others.forEach([&](int v) {
        SolverResult& result = results[std::size_t(v)];
        const PassesReport& report = reports[std::size_t(v)];
        result.status = report.sum.status;
        result.iterations = report.sum.iterations;
        result.applications = report.sum.applications;
        result.restarts = report.passes > 1 ? report.passes - 1 : 0;
        result.relativeResidual = std::sqrt(report.residual2 / b2[std::size_t(v)]);
    });
    return results;
}

/// Solves A x = b; x holds the first guess.  The tolerance is for the true residual.
template<VectorField V>
SolverResult solveByPasses(Passes<V> passes, V& x, const V& b, const SolverParameters& parameters)
{
    return std::move(solveEachByPasses(passes, x, b, {parameters}).front());
}

} // namespace gaugegl

// The systems (A + sigma_0 + d_i) x_i = b that multi-shift conjugate gradients solve besides that of CG (solvers/multishift.h): their numbers and
// their fields.  Fields on a device have their own, for all systems together, found by makeShiftNumbers(like, distances, interval) and
// makeShiftFields(r, x).
#pragma once

#include "algebra/concepts.h"

#include <vector>

namespace gaugegl {

/// The numbers of a step of conjugate gradients.
template<class Real>
struct StepNumbers {
    Real before;    ///< |r|^2 before the step
    Real curvature; ///< (p, A p)
    Real after;     ///< |r|^2 after it
};

/// What is observed of all systems.
struct ObservationOfShifts {
    int iteration = 0;                  ///< counted from 1
    std::vector<double> residual2 = {}; ///< |zeta_i r|^2 of each; those that have left mean nothing
    double ofStep = 0;                  ///< |r|^2 of CG
    double curvature = 0;               ///< of its step
};

/// The numbers of all systems after each step of CG, which has alpha = before / curvature and beta = after / before.
template<VectorField V, class Poll>
class ShiftNumbers {
public:
    using Real = RealOf<V>; ///< the numbers of the fields

    /// Of systems with these d_i.  Observations are those of polls that makePoll() returns.
    template<class MakePoll>
    ShiftNumbers(const std::vector<double>& distances, const MakePoll& makePoll)
    {
        for (const double d : distances) {
            systems_.push_back({.d = d});
            polls_.push_back(makePoll());
        }
        polls_.push_back(makePoll());
    }
    /// After a step of CG.
    void step(const StepNumbers<Real>& cg)
    {
        const Real alpha = quotient(cg.before, cg.curvature), beta = quotient(cg.after, cg.before);
        const Real one = quotient(cg.before, cg.before);
        for (System& system : systems_) {
            Real inverse = one + system.d * alpha;
            if (before_) inverse = inverse + alpha * *before_ * (one - *system.ratio);
            system.ratio = quotient(one, inverse);
            system.zeta = system.zeta ? *system.zeta * *system.ratio : *system.ratio;
            system.alpha = alpha * *system.zeta;
            system.beta = beta * *system.ratio;
        }
        before_ = quotient(beta, alpha);
        last_ = cg;
    }
    /// The factors of the update of system i.
    const Real& alpha(std::size_t i) const { return *systems_[i].alpha; }
    /// The factors of the update of system i.
    const Real& beta(std::size_t i) const { return *systems_[i].beta; }

    /// Records the numbers of an iteration, in ascending order.
    void post(int iteration)
    {
        for (std::size_t i = 0; i < systems_.size(); ++i) {
            const Real& zeta = *systems_[i].zeta;
            polls_[i].post(iteration, zeta * zeta * last_->after, last_->curvature);
        }
        polls_.back().post(iteration, last_->after, last_->curvature);
    }
    /// The observation that is due at the end of this iteration, if any.
    std::optional<ObservationOfShifts> next(int iteration)
    {
        std::optional<ObservationOfShifts> all;
        const auto seen = polls_.back().next(iteration);
        if (!seen) return all;
        all =
            ObservationOfShifts{.iteration = seen->iteration, .ofStep = seen->residual2, .curvature = seen->curvature};
        for (std::size_t i = 0; i < systems_.size(); ++i)
            all->residual2.push_back(polls_[i].next(iteration)->residual2);
        return all;
    }

private:
    struct System {
        double d;
        std::optional<Real> ratio = {}, zeta = {}, alpha = {}, beta = {};
    };

    std::vector<System> systems_;
    std::vector<Poll> polls_;    ///< of the systems, and of CG
    std::optional<Real> before_; ///< beta / alpha of the step before
    std::optional<StepNumbers<Real>> last_;
};

/// The solutions x_i and directions P_i of all systems.
template<VectorField V>
class ShiftFields {
public:
    /// x_i = 0 and P_i = r.  The x must outlive the object.
    ShiftFields(const V& r, std::vector<V*> x) : x_(std::move(x)), p_(x_.size(), r), left_(x_.size(), true)
    {
        for (V* one : x_)
            setZero(*one);
    }
    /// x_i += alpha_i P_i, P_i = r + beta_i P_i for all systems that have not left.
    template<class Numbers>
    void update(const V& r, const Numbers& numbers)
    {
        for (std::size_t i = 0; i < x_.size(); ++i)
            if (left_[i]) updateSolutionAndDirection(*x_[i], p_[i], r, numbers.alpha(i), numbers.beta(i));
    }
    /// System i is not updated any more.
    void leave(std::size_t i) { left_[i] = false; }
    /// There are no more updates: all x are the solutions.
    void end() {}

private:
    std::vector<V*> x_;
    std::vector<V> p_;
    std::vector<bool> left_; ///< still in the loop
};

} // namespace gaugegl

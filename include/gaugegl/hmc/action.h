// Terms of an action, of which a hybrid Monte Carlo has a list.
#pragma once

#include "gaugegl/core/hmc.h"
#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/update/generator.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gaugegl {

/// Where a term finds its random numbers in a trajectory.
struct NoiseSource {
    Generator* generator;         ///< of the chain
    std::uint32_t trajectory = 0; ///< its number
    int term = 0;                 ///< number among the terms of fermions, below 16
};

/// What a term did since its counters were taken.
struct ActionWork {
    int forces = 0;              ///< computed
    std::int64_t iterations = 0; ///< of solvers
    double solverSeconds = 0;    ///< in solvers
};

/// S(U) of the links of one field, which each action refers to.
class Action {
public:
    virtual ~Action() = default;
    Action() = default;
    Action(const Action&) = delete;
    Action& operator=(const Action&) = delete;

    /// "gauge", "Wilson, two flavours, kappa = 0.15", ..
    virtual std::string title() const = 0;
    /// Whether links alone make it.
    virtual bool isGauge() const { return false; }
    /// To be called when the links have changed since the last call of anything.
    virtual void gaugeFieldChanged() {}
    /// Draws pseudofermions, if it has any, and forgets guesses of solvers; returns S.  Throws UnsolvedError, as the
    /// following do, where a solver does not converge.
    virtual double refresh(const NoiseSource& noise) = 0;
    /// The same with complex Gaussians of the caller on the whole lattice, which actions of links alone ignore.
    virtual double refreshWith(const FermionVector& noise) = 0;
    /// S of the links of now.
    virtual double energy() = 0;
    /// p -= time F, F the force: dS/dt = -2 sum tr(P F).
    virtual void kickMomenta(AlgebraField& p, double time) = 0;

    /// What it did since the last call.
    ActionWork takeWork() { return std::exchange(work_, {}); }

protected:
    /// To be added to.
    ActionWork& work() { return work_; }

private:
    ActionWork work_;
};

/// The terms of the parameters: the gauge action, then those of the fermions in order.  The field must outlive them.
std::vector<std::unique_ptr<Action>> actionsOf(const GaugeField& u, const HmcParameters& parameters);
/// The number of the time scale of each.
std::vector<int> timeScalesOf(const HmcParameters& parameters);

} // namespace gaugegl

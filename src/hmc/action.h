// The terms of an action for hybrid Monte Carlo.
#pragma once

#include "gaugegl/core/hmc.h"
#include "gaugegl/fields/algebra_field.h"
#include "gaugegl/gauge/update/generator.h"
#include "host/link_field.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gaugegl {

/// The source of a term's random numbers in a trajectory.
struct NoiseSource {
    Generator* generator;         ///< of the chain
    std::uint32_t trajectory = 0; ///< its number
    int term = 0;                 ///< number among the terms of fermions, below 16
};

/// The work of a term since its counters were last taken.
struct ActionWork {
    int forces = 0;              ///< number of force computations
    std::int64_t iterations = 0; ///< of solvers
    double solverSeconds = 0;    ///< time in solvers
};

/// A term S(U) of the action, for the links of the field that it refers to; its force changes momenta where the links are, on a device or on
/// the host.
template<class Momenta>
class ActionOn {
public:
    virtual ~ActionOn() = default;
    ActionOn() = default;
    ActionOn(const ActionOn&) = delete;
    ActionOn& operator=(const ActionOn&) = delete;

    /// "gauge", "Wilson, two flavours, kappa = 0.15", ..
    virtual std::string title() const = 0;
    /// Whether it depends on the links only, without pseudofermions.
    virtual bool isGauge() const { return false; }
    /// Call this when the links have changed since the last call of any member.
    virtual void gaugeFieldChanged() {}
    /// Draws pseudofermions, if it has any, and discards initial guesses of solvers; returns S.  Throws UnsolvedError,
    /// as do the following, if a solver does not converge.
    virtual double refresh(const NoiseSource& noise) = 0;
    /// refresh() with complex Gaussians from the caller on the whole lattice, which gauge actions ignore.
    virtual double refreshWith(const FermionVector& noise) = 0;
    /// S of the current links.
    virtual double energy() = 0;
    /// p -= time F with the force F, dS/dt = -2 sum tr(P F).
    virtual void kickMomenta(Momenta& p, double time) = 0;

    /// The work since the last call; resets the counters.
    ActionWork takeWork() { return std::exchange(work_, {}); }

protected:
    /// The counters, for derived classes to increment.
    ActionWork& work() { return work_; }

private:
    ActionWork work_;
};

/// On a device.
using Action = ActionOn<AlgebraField>;
/// On the host.
using HostAction = ActionOn<host::LinkAlgebra>;

/// The terms of the parameters: the gauge action, then those of the fermions in order.  The field must outlive them.
std::vector<std::unique_ptr<Action>> actionsOf(const GaugeField& u, const HmcParameters& parameters);
/// The terms of the parameters on the host, where links and momenta are in double precision.  The field must outlive them.
std::vector<std::unique_ptr<HostAction>> actionsOf(const host::LinkField& u, const HmcParameters& parameters);
/// The time scale of each of these terms.
std::vector<int> timeScalesOf(const HmcParameters& parameters);

} // namespace gaugegl

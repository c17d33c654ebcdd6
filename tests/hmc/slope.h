// The force of an action as the gradient of its energy.
#pragma once

#include "hmc/action.h"
#include "hmc/forces.h"

#include <cmath>

namespace gaugegl::testing_support {

/// (S(-2h) - 8 S(-h) + 8 S(h) - S(2h)) / 12 h as the links move along p.
inline double slope(Action& action, GaugeField& u, const AlgebraField& p, double h)
{
    const GaugeField start = u;
    const auto at = [&](double time) {
        u = start;
        moveLinks(u, p, time);
        action.gaugeFieldChanged();
        return action.energy();
    };
    const double result = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    u = start;
    action.gaugeFieldChanged();
    return result;
}

/// dS/dt along p, and the standard deviation that it has over random p.
struct Slope {
    double exact = 0, typical = 0;
};

/// dS/dt = -2 sum tr(P F) = (K(P + F) - K(P - F)) / 2 with the kinetic energy K, and its square is 2 K(F) on average.
inline Slope slopeByForce(Action& action, const GaugeField& u, std::uint32_t direction)
{
    Reduction reduction(u.device());
    const auto energy = [&](double time) {
        AlgebraField p(u.device(), u.lattice(), u.group());
        drawMomenta(p, 11, direction);
        if (time != 0) action.kickMomenta(p, time);
        return kineticEnergy(p, reduction);
    };
    const double plus = energy(-1), minus = energy(1), none = energy(0);
    return {(plus - minus) / 2, std::sqrt(plus + minus - 2 * none)};
}

} // namespace gaugegl::testing_support

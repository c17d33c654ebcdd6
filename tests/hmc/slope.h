// The force of an action as the gradient of its energy.
#pragma once

#include "hmc/action.h"
#include "hmc/forces.h"

#include <cmath>
#include <concepts>

namespace gaugegl::testing_support {

/// (S(-2h) - 8 S(-h) + 8 S(h) - S(2h)) / 12 h as the links move along p, on a device or on the host.
template<class Links, class Momenta>
double slope(ActionOn<Momenta>& action, Links& u, const Momenta& p, double h)
{
    const Links start = u;
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

/// dS/dt = -2 sum tr(P F) = (K(P + F) - K(P - F)) / 2 with the kinetic energy K, and its square is 2 K(F) on average; draw() gives P.
template<class Momenta, std::invocable Draw, class Kinetic>
Slope slopeByForce(ActionOn<Momenta>& action, const Draw& draw, const Kinetic& kinetic)
{
    const auto energy = [&](double time) {
        Momenta p = draw();
        if (time != 0) action.kickMomenta(p, time);
        return kinetic(p);
    };
    const double plus = energy(-1), minus = energy(1), none = energy(0);
    return {(plus - minus) / 2, std::sqrt(plus + minus - 2 * none)};
}

/// The same of an action on a device.
inline Slope slopeByForce(Action& action, const GaugeField& u, std::uint32_t direction)
{
    Reduction reduction(u.device());
    return slopeByForce(
        action,
        [&] {
            AlgebraField p(u.device(), u.lattice(), u.group());
            drawMomenta(p, 11, direction);
            return p;
        },
        [&](const AlgebraField& p) { return kineticEnergy(p, reduction); });
}

} // namespace gaugegl::testing_support

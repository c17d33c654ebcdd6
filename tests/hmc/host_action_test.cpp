// The law of every action on the host: the force is the gradient of the energy, in each precision.
#include "core/fermion_source.h"
#include "gaugegl/core/random.h"
#include "host/molecular_dynamics.h"

#include "hmc/every_action.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gaugegl {
namespace {

using namespace testing_support;

const Lattice lattice({4, 6, 4, 4});

host::LinkAlgebra momenta(const host::LinkField& u, std::uint32_t trajectory)
{
    host::LinkAlgebra p = host::makeLinkAlgebra(u.layout(), u.group());
    host::setGaussian(p, u.group(), [trajectory](int mu, int /*parity*/) -> Draws {
        return [=](std::uint32_t site, std::uint32_t draw) {
            return uniforms({5, Purpose::Momentum, mu, trajectory, site}, draw, Precision::Double);
        };
    });
    return p;
}

/// Links at some distance from 1.
host::LinkField warmLinks(Group group)
{
    const int n = colours(group);
    LinkVector unit(std::size_t(lattice.volume()) * 4 * std::size_t(n * n));
    for (std::size_t k = 0; k < unit.size(); ++k)
        unit[k] = k % std::size_t(n * n) % std::size_t(n + 1) == 0 ? 1 : 0;
    host::LinkField u(std::make_shared<const host::BlockLayout>(lattice), group, unit);
    host::moveLinks(u, momenta(u, 1), 0.45);
    return u;
}

/// dS/dt as the links move along p, from energies.
double slope(HostAction& action, host::LinkField& u, const host::LinkAlgebra& p, double h)
{
    const host::LinkField start = u;
    const auto at = [&](double time) {
        u = start;
        host::moveLinks(u, p, time);
        action.gaugeFieldChanged();
        return action.energy();
    };
    const double result = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    u = start;
    action.gaugeFieldChanged();
    return result;
}

/// dS/dt = (K(P + F) - K(P - F)) / 2 with the kinetic energy K, and the root of its mean square over random P.
std::pair<double, double> slopeByForce(HostAction& action, const host::LinkField& u)
{
    const auto energy = [&](double time) {
        host::LinkAlgebra p = momenta(u, 2);
        if (time != 0) action.kickMomenta(p, time);
        return host::kineticEnergy(p, u.group());
    };
    const double plus = energy(-1), minus = energy(1), none = energy(0);
    return {(plus - minus) / 2, std::sqrt(plus + minus - 2 * none)};
}

class HostActionTest : public testing::TestWithParam<std::tuple<Group, HmcPrecision>> {};

TEST_P(HostActionTest, ForceIsTheGradientOfTheEnergy)
{
    const auto [group, precision] = GetParam();
    host::LinkField u = warmLinks(group);
    const host::LinkAlgebra p = momenta(u, 2);
    std::uint64_t seed = 20;
    for (const auto& action : everyAction(u, precision)) {
        action->refreshWith(noiseFor(action->title(), lattice, group, ++seed));
        const bool isDouble = precision == HmcPrecision::Double;
        const double numeric = slope(*action, u, p, isDouble ? 0.005 : 0.02);
        const auto [exact, typical] = slopeByForce(*action, u);
        const double allowed = isDouble ? 1e-7 : precision == HmcPrecision::Mixed ? 1e-3 : 1e-2;
        ASSERT_GT(typical, 1) << action->title();
        EXPECT_NEAR(numeric, exact, allowed * typical) << action->title();
    }
}

INSTANTIATE_TEST_SUITE_P(All, HostActionTest,
                         testing::Combine(testing::Values(Group::SU2, Group::SU3),
                                          testing::Values(HmcPrecision::Single, HmcPrecision::Mixed,
                                                          HmcPrecision::Double)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param) == Group::SU2 ? "SU2" : "SU3") +
                                    choiceName(std::get<1>(info.param));
                         });

} // namespace
} // namespace gaugegl

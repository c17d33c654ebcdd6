// The law of every action on the host: the force is the gradient of the energy, in each precision.
#include "core/fermion_source.h"
#include "gaugegl/core/random.h"
#include "host/molecular_dynamics.h"

#include "hmc/every_action.h"
#include "hmc/slope.h"

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

class HostActionTest : public testing::TestWithParam<std::tuple<Group, HmcPrecision>> {};

TEST_P(HostActionTest, ForceIsTheGradientOfTheEnergy)
{
    const Group group = std::get<0>(GetParam());
    const HmcPrecision precision = std::get<1>(GetParam());
    host::LinkField u = warmLinks(group);
    const host::LinkAlgebra p = momenta(u, 2);
    std::uint64_t seed = 20;
    for (const auto& action : everyAction(u, precision)) {
        action->refreshWith(noiseFor(action->title(), lattice, group, ++seed));
        const bool isDouble = precision == HmcPrecision::Double;
        const double numeric = slope(*action, u, p, isDouble ? 0.005 : 0.02);
        const auto [exact, typical] = slopeByForce(
            *action, [&] { return momenta(u, 2); },
            [&](const host::LinkAlgebra& q) { return host::kineticEnergy(q, group); });
        // As on a device: forces are solved to 1e-10, or to 1e-5, and energies of single precision round.
        const double allowed = isDouble ? 1e-7 : precision == HmcPrecision::Mixed ? 1e-3 : 1e-2;
        ASSERT_GT(typical, 1) << action->title();
        EXPECT_NEAR(numeric, exact, allowed * typical) << action->title();
    }
}

INSTANTIATE_TEST_SUITE_P(All, HostActionTest,
                         testing::Combine(testing::Values(Group::SU2, Group::SU3),
                                          testing::Values(HmcPrecision::Single, HmcPrecision::Mixed,
                                                          HmcPrecision::Double)),
                         [](const auto& test) {
                             return std::string(std::get<0>(test.param) == Group::SU2 ? "SU2" : "SU3") +
                                    choiceName(std::get<1>(test.param));
                         });

} // namespace
} // namespace gaugegl

// Energy and topological charge of fields where they are known by hand.
#include "reference/topology.h"

#include "support/known_fields.h"

#include <gtest/gtest.h>

namespace gaugegl::reference {
namespace {

using testing_support::FluxField;

constexpr double topologyRounding = 1e-12;

template<class N>
class TopologyOf : public testing::Test {};
using Groups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(TopologyOf, Groups);

// A loop of the area A has the phase A f: F = sin(A f) / A.
TYPED_TEST(TopologyOf, FieldStrengthOfAConstantFieldIsTheSineOfTheFluxOfALoop)
{
    constexpr int n = TypeParam::value;
    const Lattice lattice({4, 6, 4, 6});
    const FluxField field{{1, 2, 3, 1, 2, 1}, {1, -1, 0}};
    const auto u = field.links<n>(lattice);
    for (const auto& [mu, nu] : {std::pair(0, 3), {2, 1}})
        for (const auto& [a, b] : {std::pair(1, 1), {1, 2}, {3, 1}, {2, 2}}) {
            const Matrix<n> f = fieldStrength(u, {3, 5, 0, 2}, {mu, nu}, {a, b});
            const double expected = std::sin(a * b * field.strength(lattice, mu, nu)) / (a * b);
            EXPECT_LT(std::abs(f(0, 0) - expected), topologyRounding);
            EXPECT_LT(std::abs(f(1, 1) + expected), topologyRounding);
            EXPECT_LT(std::abs(f(0, 1)), topologyRounding);
        }
}

// F is Hermitian, traceless, and turns with the colour space of its site.
TYPED_TEST(TopologyOf, FieldStrengthIsCovariant)
{
    constexpr int n = TypeParam::value;
    const Lattice lattice({4, 4, 4, 4});
    const auto u = hotStart<n>(lattice, 1, Precision::Double);
    const auto g = randomGaugeTransformation<n>(lattice, 2, Precision::Double);
    const auto v = transformed(u, g);
    const Coordinates x = {1, 2, 3, 0};
    const Matrix<n> f = fieldStrength(u, x, {1, 3}, {1, 2}), turned = fieldStrength(v, x, {1, 3}, {1, 2});
    const Matrix<n>& here = g[std::size_t(lattice.index(x))];
    EXPECT_LT(largestDifference(turned, here * f * adj(here)), topologyRounding);
    EXPECT_LT(largestDifference(f, adj(f)), topologyRounding);
    EXPECT_LT(std::abs(trace(f)), topologyRounding);
    EXPECT_LT(largestDifference(f, -1.0 * fieldStrength(u, x, {3, 1}, {2, 1})), topologyRounding);
}

// n1 = n2 = 1 on 8x8x8x8: Q = 2 n1 n2, up to errors of order a^4 with the clover.
TYPED_TEST(TopologyOf, ChargeOfOneFluxThroughTwoPlanesIsTwoUpToDiscretisation)
{
    const Lattice lattice({8, 8, 8, 8});
    const FluxField field{{1, 0, 0, 0, 0, 1}, {1, -1, 0}};
    const auto u = field.links<TypeParam::value>(lattice);
    const double f = field.strength(lattice, 0, 1);
    // All sites are alike.
    const EnergyAndCharge clover = topologyAt(u, {3, 7, 0, 5}, false), improved = topologyAt(u, {7, 7, 7, 7}, true);
    const double volume = double(lattice.volume());
    EXPECT_NEAR(volume * clover.charge, 2 * std::pow(std::sin(f) / f, 2), 1e-10);
    EXPECT_NEAR(volume * clover.charge, 2, 0.02 * 2);
    EXPECT_NEAR(clover.energy, 4 * std::pow(std::sin(f), 2), topologyRounding);
    EXPECT_NEAR(volume * improved.charge, 2, 0.001 * 2);
    const EnergyAndCharge whole = topology(u, false);
    EXPECT_NEAR(whole.charge, volume * clover.charge, 1e-10);
    EXPECT_NEAR(whole.energy, clover.energy, topologyRounding);
}

} // namespace
} // namespace gaugegl::reference

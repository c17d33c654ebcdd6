// Forces of loops with insertions against differences of what they are forces of.
#include "reference/gradients.h"

#include "core/fermion_source.h"
#include "reference/smearing.h"

#include <gtest/gtest.h>

namespace gaugegl::reference {
namespace {

const Lattice gradientsLattice({4, 2, 6, 2});

template<class T>
class ReferenceGradients : public testing::Test {
protected:
    static constexpr int n = T::value;
    static constexpr Group group = n == 2 ? Group::SU2 : Group::SU3;

    SpinorField<n> spinor(std::uint64_t seed) const
    {
        return {gradientsLattice, gaussianSource(gradientsLattice, FermionKind::Wilson, group, seed)};
    }
    /// dS/dt along random momenta by differences of order h^4, and -2 sum tr(P F).
    template<class Energy>
    void expectForce(const Energy& energy, const Momenta<n>& force) const
    {
        const Momenta<n> p = gaussianMomenta<n>(gradientsLattice, 3, 1, Precision::Double);
        const auto at = [&](double time) {
            GaugeField<n> moved = u_;
            moveLinks(moved, p, time);
            return energy(moved);
        };
        constexpr double h = 2e-3;
        const double numeric = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
        double exact = 0, square = 0;
        for (std::size_t site = 0; site < p.size(); ++site)
            for (std::size_t mu = 0; mu < 4; ++mu) {
                exact -= 2 * trace(p[site][mu] * force[site][mu]).real();
                square -= 2 * trace(force[site][mu] * force[site][mu]).real();
            }
        ASSERT_GT(square, 0.01);
        EXPECT_NEAR(numeric, exact, 1e-8 * std::sqrt(square));
    }
    const GaugeField<n> u_ = hotStart<n>(gradientsLattice, 11, Precision::Double);
};
using BothGroups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ReferenceGradients, BothGroups);

TYPED_TEST(ReferenceGradients, CloverForceIsThatOfTheForm)
{
    const auto y = this->spinor(1), x = this->spinor(2);
    this->expectForce([&](const auto& u) { return cloverForm(u, y, x); }, cloverForce(this->u_, y, x));
}

TYPED_TEST(ReferenceGradients, DeterminantForceIsThatOfTheLogarithmWithATwistToo)
{
    for (const double mu : {0.0, 0.7}) {
        const WilsonParameters quark{.kappa = 0.13, .mu = mu, .clover = 1.4};
        for (const int parity : {0, 1})
            this->expectForce([&](const auto& u) { return logDeterminant(u, quark, parity); },
                              determinantForce(this->u_, quark, parity));
    }
}

// A function of the stout links: the plaquette action.
TYPED_TEST(ReferenceGradients, StoutGradientIsTheChainRule)
{
    constexpr int N = TypeParam::value;
    for (const double rho : {0.12, 0.4}) {
        const auto smeared = [&](const auto& u) { return stoutSmeared(u, rho, /*spatial=*/false); };
        this->expectForce([&](const auto& u) { return gaugeAction(smeared(u), 5.5, {}); },
                          stoutGradient<N>(this->u_, rho, gaugeForce(smeared(this->u_), 5.5, {})));
    }
}

} // namespace
} // namespace gaugegl::reference

// Momenta and forces on the device against the reference.
#include "gaugegl/hmc/forces.h"
#include "gaugegl/hmc/host_momenta.h"

#include "gauge/host_fields.h"
#include "gauge/warm_field.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;

class ForcesTest : public DeviceTest {
protected:
    double rounding() const { return precision() == Precision::Single ? 2e-6 : 1e-14; }

    AlgebraField momenta(std::uint32_t trajectory = 0) const
    {
        AlgebraField p(device(), lattice, group());
        drawMomenta(p, 7, trajectory);
        return p;
    }

    /// check.operator()<N>() for the N of the group.
    template<class Check>
    void withColours(const Check& check) const
    {
        if (group() == Group::SU2)
            check.template operator()<2>();
        else
            check.template operator()<3>();
    }

    /// Random numbers on both parities, on the device and in the reference.
    template<int N, int S>
    struct Source {
        Source(const ForcesTest& test, std::uint64_t seed)
            : host(lattice),
              space(FermionSpace::create(
                  test.device(), {lattice, test.group(), S == 4 ? FermionKind::Wilson : FermionKind::Staggered})),
              even(space), odd(space)
        {
            for (std::int64_t site = 0; site < lattice.volume(); ++site)
                for (int k = 0; k < S * N; ++k) {
                    const RandomSite at{seed, Purpose::Test, 0, 0, std::uint32_t(site)};
                    const auto g = gaussians(at, std::uint32_t(k), Precision::Single);
                    host(site, k / N, k % N) = {g[0], g[1]};
                }
            upload(even, halfOf(lattice, host.vector(), 0, S * N));
            upload(odd, halfOf(lattice, host.vector(), 1, S * N));
        }
        std::array<const FermionField*, 2> halves() const { return {&even, &odd}; }

        reference::FermionField<N, S> host;
        std::shared_ptr<FermionSpace> space;
        FermionField even, odd;
    };

    template<int N, int S>
    void expectHoppingForce(const BoundaryPhases& boundary) const
    {
        const GaugeField u = warmField(device(), group());
        const Source<N, S> x(*this, 1), y(*this, 2);
        AlgebraField p = momenta();
        reference::Momenta<N> expected = hostMomenta<N>(p);
        reference::add(
            expected, -0.3,
            reference::hoppingForce(std::get<reference::GaugeField<N>>(download(u)), boundary, y.host, x.host));

        moveByHopping(p, u, boundary, {y.halves(), x.halves()}, 0.3);

        EXPECT_LT(apart(hostMomenta<N>(p), expected), 5 * rounding());
    }
};

TEST_P(ForcesTest, MomentaAreThoseOfTheReference)
{
    const AlgebraField p = momenta(3);
    withColours([&]<int N>() {
        const auto expected = reference::gaussianMomenta<N>(lattice, 7, 3, precision());
        EXPECT_LT(apart(hostMomenta<N>(p), expected), rounding());
        Reduction reduction(device());
        EXPECT_NEAR(kineticEnergy(p, reduction) / reference::kineticEnergy(expected), 1, 10 * rounding());
    });
}

TEST_P(ForcesTest, OfGaugeActionsAreThoseOfTheReference)
{
    const GaugeField u = warmField(device(), group());
    for (const double c1 : {0.0, -1.0 / 12}) {
        AlgebraField p = momenta();
        withColours([&]<int N>() {
            reference::Momenta<N> expected = hostMomenta<N>(p);
            reference::add(expected, -0.2,
                           reference::gaugeForce(std::get<reference::GaugeField<N>>(download(u)), 5.5, c1));
            GaugeForce(device(), lattice, group(), 5.5, c1).move(p, u, 0.2);
            EXPECT_LT(apart(hostMomenta<N>(p), expected), 5 * rounding()) << c1;
        });
    }
}

TEST_P(ForcesTest, OfHoppingTermsOfWilsonQuarksAreThoseOfTheReference)
{
    withColours([&]<int N>() {
        expectHoppingForce<N, 4>({{0, 0, 0, 1}, false});
        expectHoppingForce<N, 4>({{0.2, 0, 0.5, 1}, true});
    });
}

TEST_P(ForcesTest, OfHoppingTermsOfStaggeredQuarksAreThoseOfTheReference)
{
    withColours([&]<int N>() {
        expectHoppingForce<N, 1>({{0, 0, 0, 1}, false});
        expectHoppingForce<N, 1>({{0.3, 0, 1, 0.7}, false});
    });
}

TEST_P(ForcesTest, MovedLinksAreThoseOfTheReference)
{
    GaugeField u = warmField(device(), group());
    const AlgebraField p = momenta();
    withColours([&]<int N>() {
        auto expected = std::get<reference::GaugeField<N>>(download(u));
        reference::moveLinks(expected, hostMomenta<N>(p), 0.25);
        moveLinks(u, p, 0.25);
        EXPECT_LT(largestDifference(download(u), HostGaugeField(expected)), 10 * rounding());
    });
}

INSTANTIATE_TEST_SUITE_P(Device, ForcesTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl

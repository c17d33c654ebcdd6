// Momenta and forces on the device against the reference.
#include "checks/oracle_momenta.h"
#include "hmc/action.h"
#include "hmc/forces.h"

#include "device/tuner.h"
#include "gauge/host_fields.h"
#include "gauge/smearing/stout_links.h"
#include "gauge/warm_field.h"
#include "reference/gradients.h"
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
        reference::Momenta<N> expected = oracleMomenta<N>(p);
        reference::add(
            expected, -0.3,
            reference::hoppingForce(std::get<reference::GaugeField<N>>(oracleField(u)), boundary, y.host, x.host));

        HoppingForce(S == 4 ? FermionKind::Wilson : FermionKind::Staggered, u, boundary)
            .kickMomenta(p, {y.halves(), x.halves()}, 0.3);

        EXPECT_LT(apart(oracleMomenta<N>(p), expected), 5 * rounding());
    }

    template<int N, int S>
    void expectEveryVariantAlike() const
    {
        const GaugeField u = warmField(device(), group());
        const Source<N, S> x(*this, 1), y(*this, 2);
        HoppingForce force(S == 4 ? FermionKind::Wilson : FermionKind::Staggered, u, {{0, 0, 0, 1}, false});
        std::vector<ForceVariant> variants = forceVariants(device(), group());
        variants.push_back({ForceRegisters::Steps, {}});              // software drivers do not choose these
        const bool slow = S == 4 && device().path() == Path::Compute; // eight programs, of the same text
        if (N == 3 && !slow) variants.push_back({ForceRegisters::Planes, {}});
        std::optional<reference::Momenta<N>> expected;
        for (const ForceVariant& variant : variants) {
            AlgebraField p = momenta();
            force.use(variant);
            force.kickMomenta(p, {y.halves(), x.halves()}, 0.3);
            if (!expected) expected = oracleMomenta<N>(p);
            EXPECT_LT(apart(oracleMomenta<N>(p), *expected), 5 * rounding()) << name(variant) << " " << S;
            // Another work group alone changes no operation, and a software driver contracts none.
            if (device().context().capabilities().software && variant.registers == ForceRegisters::Many) {
                EXPECT_EQ(apart(oracleMomenta<N>(p), *expected), 0) << name(variant) << " " << S;
            }
        }
    }
};

TEST_P(ForcesTest, MomentaAreThoseOfTheReference)
{
    const AlgebraField p = momenta(3);
    withColours([&]<int N>() {
        const auto expected = reference::gaussianMomenta<N>(lattice, 7, 3, precision());
        EXPECT_LT(apart(oracleMomenta<N>(p), expected), rounding());
        Reduction reduction(device());
        EXPECT_NEAR(kineticEnergy(p, reduction) / reference::kineticEnergy(expected), 1, 10 * rounding());
    });
}

TEST_P(ForcesTest, OfGaugeActionsAreThoseOfTheReference)
{
    const GaugeField u = warmField(device(), group());
    for (const GaugeAction& action : {actions::wilson, actions::symanzik}) {
        AlgebraField p = momenta();
        withColours([&]<int N>() {
            reference::Momenta<N> expected = oracleMomenta<N>(p);
            reference::add(expected, -0.2,
                           reference::gaugeForce(std::get<reference::GaugeField<N>>(oracleField(u)), 5.5, action));
            GaugeForce(device(), lattice, group(), 5.5, action).kickMomenta(p, u, 0.2);
            EXPECT_LT(apart(oracleMomenta<N>(p), expected), 5 * rounding()) << action.of(LoopShape::Rectangle);
        });
    }
}

TEST_P(ForcesTest, OfHoppingTermsOfWilsonQuarksAreThoseOfTheReference)
{
    withColours([&]<int N>() {
        expectHoppingForce<N, 4>({{0, 0, 0, 1}, false});
        expectHoppingForce<N, 4>({{0.2, 0, 0.5, 1}, true});
        expectHoppingForce<N, 4>({.isospin = 0.3});
    });
}

TEST_P(ForcesTest, OfHoppingTermsOfStaggeredQuarksAreThoseOfTheReference)
{
    withColours([&]<int N>() {
        expectHoppingForce<N, 1>({{0, 0, 0, 1}, false});
        expectHoppingForce<N, 1>({{0.3, 0, 1, 0.7}, false});
        expectHoppingForce<N, 1>({{0, 0, 0, 0.7}, false, 0.3});
    });
}

TEST_P(ForcesTest, OfHoppingTermsAreTheSameInEveryVariant)
{
    if (precision() == Precision::Double) GTEST_SKIP() << "the same text, which takes its time to compile";
    withColours([&]<int N>() {
        expectEveryVariantAlike<N, 4>();
        expectEveryVariantAlike<N, 1>();
    });
}

// In double precision the sum of SU(3), whole, spills beside a link, even row by row (docs/cards.md).
TEST_P(ForcesTest, OfHoppingTermsOnCardsWithFewRegistersGoInStepsAndInDoublePrecisionOfSU3PlaneByPlane)
{
    const Device card(testing_support::sharedContext(),
                      {.path = device().path(), .precision = precision(), .registers = Registers::Few});
    const bool planes = group() == Group::SU3 && precision() == Precision::Double;
    EXPECT_EQ(forceVariants(card, group()).front(),
              (ForceVariant{planes ? ForceRegisters::Planes : ForceRegisters::Steps, {}}));
}

TEST_P(ForcesTest, OfHoppingTermsAreTunedOnceForADevice)
{
    if (precision() == Precision::Double) GTEST_SKIP() << "the same text";
    const std::string file = testing::TempDir() + "force-tuning-" + name(group()) + name(device().path());
    std::remove(file.c_str());
    const GaugeField u = warmField(device(), group());
    for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered}) {
        HoppingForce force(kind, u, {}), again(kind, u, {});
        EXPECT_EQ(force.variant(), ForceVariant{}) << "without a tuner";
        Tuner tuner(device(), file);
        force.tune(tuner);
        EXPECT_EQ(tuner.timed(), timedOf(forceVariants(device(), group())));

        Tuner reader(device(), file);
        again.tune(reader);

        EXPECT_EQ(reader.timed(), 0);
        EXPECT_EQ(again.variant(), force.variant());
    }
    std::remove(file.c_str());
}

TEST_P(ForcesTest, OfRunsOnATunedDeviceAreTuned)
{
    if (precision() == Precision::Double) GTEST_SKIP() << "the same text";
    Device tuned(testing_support::sharedContext(), {.path = device().path(), .tuningFile = ""});
    const GaugeField u(tuned, lattice, group());
    const HmcParameters parameters{.beta = 5.5,
                                   .fermions = {{.action = FermionAction::Staggered, .mass = 0.5}},
                                   .precision = HmcPrecision::Single};

    const auto actions = actionsOf(u, parameters);
    const int timed = tuned.tuner().timed();
    const auto others = actionsOf(u, parameters);

    const auto variants =
        timedOf(hopVariants(tuned, FermionKind::Staggered, group())) + timedOf(forceVariants(tuned, group()));
    EXPECT_EQ(timed, variants);
    EXPECT_EQ(tuned.tuner().timed(), timed);
}

TEST_P(ForcesTest, MovedLinksAreThoseOfTheReference)
{
    GaugeField u = warmField(device(), group());
    const AlgebraField p = momenta();
    withColours([&]<int N>() {
        auto expected = std::get<reference::GaugeField<N>>(oracleField(u));
        reference::moveLinks(expected, oracleMomenta<N>(p), 0.25);
        moveLinks(u, p, 0.25);
        EXPECT_LT(largestDifference(oracleField(u), OracleField(expected)), 10 * rounding());
    });
}

/// Exponents of several units, which are halved more than once.
TEST_P(ForcesTest, OfLongStoutStepsAreThoseOfTheReference)
{
    const GaugeField u = onDevice(device(), hostHotStart(group(), 71));
    AlgebraField p = momenta();
    withColours([&]<int N>() {
        const auto expected =
            reference::stoutGradient(std::get<reference::GaugeField<N>>(oracleField(u)), 1, oracleMomenta<N>(p));
        StoutLinks(u, {.rho = 1, .steps = 1}).pullBack(p);
        EXPECT_LT(apart(oracleMomenta<N>(p), expected), 10 * rounding());
    });
}

INSTANTIATE_TEST_SUITE_P(Device, ForcesTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl

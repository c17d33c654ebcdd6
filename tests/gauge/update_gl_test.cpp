// What updates must do whatever the reference says: keep the action, find the known plaquette at weak coupling, keep
// what a failed proposal leaves, and depend on nothing but seed and sweep.
#include "gaugegl/gauge/update/update.h"

#include "gauge/host_fields.h"
#include "gaugegl/base/error.h"
#include "gaugegl/gauge/observables/observables.h"
#include "reference/update.h"
#include "support/device_fixture.h"

#include <limits>

namespace gaugegl {
namespace {

using namespace testing_support;

class UpdateTest : public DeviceTest {
protected:
    double rounding() const { return precision() == Precision::Single ? 1e-6 : 1e-13; }

    GaugeField hotField(std::uint64_t seed) const
    {
        GaugeField u(device(), lattice, group());
        hotStart(u, seed);
        return u;
    }
    /// Parameters at the couplings of the verification.
    HeatBath usual(int trials = 16) const { return {.beta = group() == Group::SU2 ? 2.3 : 5.7, .trials = trials}; }
    /// The links of one (mu, parity) of which a call changes any bit.
    template<class Update>
    std::int64_t changedBy(GaugeField& u, int mu, int parity, const Update& update) const
    {
        const std::vector<double> before = stored(u, mu, parity);
        update();
        return differingLinks(before, stored(u, mu, parity));
    }
};

/// SU(2) only: of several subgroups, the same order a second time does not undo the first.
class OneSubgroupTest : public UpdateTest {};

/// Actions with rectangles.
class RectangleTest : public UpdateTest {};

/// The variants on the compute path, to compare with the fragment path.
class BothPathsTest : public UpdateTest {};

TEST_P(UpdateTest, OverrelaxationKeepsTheActionAndChangesEveryLink)
{
    GaugeField u = hotField(5);
    heatBathSweep(u, usual(), 5, 0); // some order, or k would be small everywhere
    const GaugeField start = u;
    ObservableMeter meter(device(), lattice, group());
    const double before = meter.measurePlaquette(u).actionDensity;

    overrelaxationSweep(u);

    EXPECT_NEAR(meter.measurePlaquette(u).actionDensity, before, 10 * rounding());
    EXPECT_EQ(differingLinks(u, start), 4 * lattice.volume());
    EXPECT_LT(unitarityDrift(u, meter.reduction()), rounding());
}

TEST_P(OneSubgroupTest, OverrelaxationOfTheSameLinksTwiceIsTheIdentity)
{
    const GaugeField start = hotField(6);
    GaugeField u = start;
    for (int mu = 0; mu < 4; ++mu) {
        for (int parity = 0; parity < 2; ++parity) {
            EXPECT_EQ(changedBy(u, mu, parity, [&] { overrelaxation(u, {mu, parity}); }), lattice.halfVolume());

            overrelaxation(u, {mu, parity});
        }
    }
    // Rounding of the staple is divided by its length k, which can be small.
    EXPECT_LT(largestDifference(oracleField(u), oracleField(start)), 1e3 * rounding());
}

TEST_P(UpdateTest, ChangesTheLinksOfItsDirectionAndParityOnly)
{
    const GaugeField start = hotField(7);
    for (int mu = 0; mu < 4; ++mu) {
        for (int parity = 0; parity < 2; ++parity) {
            GaugeField u = start;

            heatBath(u, {mu, parity}, usual(), 7, 0);

            EXPECT_EQ(differingLinks(stored(u, mu, parity), stored(start, mu, parity)), lattice.halfVolume());
            EXPECT_EQ(differingLinks(u, start), lattice.halfVolume());
        }
    }
}

// S/beta of an action with rectangles, per site.
double actionDensity(ObservableMeter& meter, const GaugeField& u, const GaugeAction& action)
{
    const GaugeObservables o = meter.measure(u);
    return 6 * action.of(LoopShape::Plaquette) * (1 - o.plaquette) +
           12 * action.of(LoopShape::Rectangle) * (1 - o.rectangle());
}

TEST_P(RectangleTest, OverrelaxationKeepsTheirAction)
{
    GaugeField u = hotField(5);
    HeatBath parameters = usual();
    parameters.action = actions::iwasaki;
    heatBathSweep(u, parameters, 5, 0);
    const GaugeField start = u;
    ObservableMeter meter(device(), lattice, group());
    const double before = actionDensity(meter, u, actions::iwasaki), plaquette = meter.measurePlaquette(u).plaquette;

    overrelaxationSweep(u, actions::iwasaki);

    EXPECT_NEAR(actionDensity(meter, u, actions::iwasaki), before, 100 * rounding());
    EXPECT_GT(std::abs(meter.measurePlaquette(u).plaquette - plaquette), 1e-5);
    EXPECT_EQ(differingLinks(u, start), 4 * lattice.volume());
    EXPECT_LT(unitarityDrift(u, meter.reduction()), rounding());
}

// With rectangles a pass changes the links of one colour, bit by bit no other.
TEST_P(RectangleTest, ChangesTheLinksOfItsColourOnly)
{
    for (const Lattice& other : {lattice, Lattice({8, 4, 4, 4})}) { // eight colours, and four
        GaugeField start(device(), other, group());
        hotStart(start, 7);
        const Sublattices sublattices(other);
        for (int mu = 0; mu < 4; ++mu) {
            const LinkSet set{mu, 1, sublattices.count() - 1 - mu};
            GaugeField u = start;
            HeatBath parameters = usual();
            parameters.action = actions::symanzik;

            heatBath(u, set, parameters, 7, 0);

            const OracleField before = oracleField(start), after = oracleField(u);
            for (std::int64_t site = 0; site < other.volume(); ++site) {
                const Coordinates x = other.coordinates(site);
                for (int nu = 0; nu < 4; ++nu) {
                    const bool chosen =
                        nu == mu && Lattice::parity(x) == set.parity && sublattices.of(x, mu) == set.sublattice;
                    EXPECT_EQ(differs(before, after, nu, site), chosen) << other.name() << " " << site;
                }
            }
        }
    }
}

TEST_P(UpdateTest, RectanglesNeedColoursAndExtentsOfFour)
{
    GaugeField u = hotField(1);
    HeatBath parameters = usual();
    parameters.action = actions::symanzik;
    EXPECT_THROW(heatBath(u, {0, 0}, parameters, 1, 0), InputError);
    EXPECT_THROW(overrelaxation(u, {0, 0, 1}), InputError);
    GaugeField thin(device(), Lattice({4, 4, 2, 4}), group());
    EXPECT_THROW(heatBathSweep(thin, parameters, 1, 0), InputError);
    EXPECT_THROW(overrelaxationSweep(thin, actions::symanzik), InputError);
}

// S grows by 1/2 for each of the 3 (N^2 - 1) V modes at weak coupling, whatever c1: equipartition.
TEST_P(RectangleTest, HeatBathAtWeakCouplingSharesTheActionAmongTheModes)
{
    const bool su2 = group() == Group::SU2;
    HeatBath parameters{.beta = 200, .action = actions::dbw2};
    GaugeField u(device(), lattice, group());
    ObservableMeter meter(device(), lattice, group());
    double mean = 0;
    const int thermalisation = 6, sweeps = 8;
    for (std::uint32_t sweep = 0; sweep < thermalisation + sweeps; ++sweep) {
        heatBathSweep(u, parameters, 8, sweep);
        overrelaxationSweep(u, parameters.action);
        if (sweep >= thermalisation) mean += actionDensity(meter, u, parameters.action) / sweeps;
    }
    const double expected = 0.5 * 3 * (su2 ? 3 : 8) * (1 - 1 / double(lattice.volume()));
    EXPECT_NEAR(parameters.beta * mean, expected, 0.02 * expected);
}

// 1 - P = 0.75/beta + 0.15138/beta^2 + ... for SU(2) at 20, 2/beta + 1.2208/beta^2 + ... for SU(3) at 30 (Alles et al.,
// hep-lat/9306007), times 1 - 1/V for the modes that a finite volume lacks.
TEST_P(UpdateTest, HeatBathAtWeakCouplingFindsThePlaquetteOfPerturbationTheory)
{
    const bool su2 = group() == Group::SU2;
    const HeatBath parameters{.beta = su2 ? 20.0 : 30.0};
    const double expected = (su2 ? 1 - 0.962104 : 1 - 0.931867) * (1 - 1 / double(lattice.volume()));
    GaugeField u(device(), lattice, group());
    ObservableMeter meter(device(), lattice, group());

    double mean = 0;
    const int thermalisation = 8, sweeps = 12;
    for (std::uint32_t sweep = 0; sweep < thermalisation + sweeps; ++sweep) {
        heatBathSweep(u, parameters, 8, sweep);
        overrelaxationSweep(u);
        if (sweep >= thermalisation) mean += (1 - meter.measurePlaquette(u).plaquette) / sweeps;
    }

    // The noise of one measurement is about 1% with 3 V (N^2 - 1) modes.
    EXPECT_NEAR(mean, expected, 0.02 * expected);
}

// Uniform links: ((1/N) Re tr P)^2 has the mean 1/4 in SU(2), 1/18 in SU(3), and plaquettes are nearly independent.
TEST_P(UpdateTest, HeatBathWithHardlyAnyCouplingMakesTheLinksOfTheReference)
{
    ObservableMeter meter(device(), lattice, group());
    for (const double beta : {0.0, 6e-4}) { // at 6e-4 the weight rejects some of the flat proposals
        const HeatBath parameters{.beta = beta};
        GaugeField u(device(), lattice, group());
        OracleField expected = oracleField(hostGaugeField(lattice, group()));

        heatBathSweep(u, parameters, 15, 0);
        std::visit([&](auto& v) { reference::heatBathSweep(v, parameters, 15, 0, precision()); }, expected);

        const double variance = group() == Group::SU2 ? 0.25 : 1 / 18.0;
        EXPECT_LT(largestDifference(oracleField(u), expected), 100 * rounding()) << beta;
        EXPECT_NEAR(meter.measurePlaquette(u).plaquette, 0, 4 * std::sqrt(variance / (6 * double(lattice.volume()))));
    }
}

TEST_P(UpdateTest, HeatBathWithOneTrialKeepsTheLinksWhoseProposalFails)
{
    GaugeField u = hotField(9), counted = u;
    Reduction reduction(device());
    const HeatBath once = usual(1);
    for (int mu = 0; mu < 3; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            heatBath(u, {mu, parity}, once, 9, 4);

    const std::int64_t changed = changedBy(u, 3, 0, [&] { heatBath(u, {3, 0}, once, 9, 4); });
    heatBath(u, {3, 1}, once, 9, 4);
    const HeatBathCount count = countedHeatBathSweep(counted, once, 9, 4, reduction);

    EXPECT_EQ(differingLinks(u, counted), 0) << "counting must not change the field";
    const std::int64_t kept = lattice.halfVolume() - changed;
    EXPECT_GT(kept, 0);
    if (group() == Group::SU2) {
        EXPECT_EQ(count.proposals, double(lattice.halfVolume()));
        EXPECT_EQ(double(kept), count.proposals - count.accepted);
    } else { // a link is kept when all three of its subgroups are
        EXPECT_EQ(count.proposals, 3 * double(lattice.halfVolume()));
        EXPECT_LE(double(changed), count.accepted);
        EXPECT_LE(3 * double(kept), count.proposals - count.accepted);
    }
}

TEST_P(UpdateTest, HeatBathWithManyTrialsLeavesNoLinkAsItWas)
{
    GaugeField u = hotField(10);
    const GaugeField start = u;
    Reduction reduction(device());

    const HeatBathCount count = countedHeatBathSweep(u, usual(255), 10, 0, reduction);

    EXPECT_EQ(count.accepted, count.proposals);
    EXPECT_EQ(differingLinks(u, start), 4 * lattice.volume());
}

TEST_P(UpdateTest, FollowsFromSeedAndSweepBitByBit)
{
    const std::uint64_t seed = 11, otherHighWord = seed + (1ull << 32);
    const auto chain = [&](std::uint64_t chosen, std::uint32_t sweep) {
        GaugeField u(device(), lattice, group());
        hotStart(u, chosen);
        heatBathSweep(u, usual(), chosen, sweep);
        overrelaxationSweep(u);
        return u;
    };
    const GaugeField u = chain(seed, 0);
    const std::int64_t links = 4 * lattice.volume();

    EXPECT_EQ(differingLinks(u, chain(seed, 0)), 0);
    EXPECT_EQ(differingLinks(u, chain(seed + 1, 0)), links);
    EXPECT_EQ(differingLinks(u, chain(otherHighWord, 0)), links);
    EXPECT_EQ(differingLinks(u, chain(seed, 1)), links);
}

TEST_P(BothPathsTest, AgreeAfterAFullSweep)
{
    Device* fragment = sharedDevice(Path::Fragment, precision());
    ASSERT_NE(fragment, nullptr);
    const auto chain = [&](Device& on) {
        GaugeField u(on, lattice, group());
        hotStart(u, 12);
        heatBathSweep(u, usual(), 12, 0);
        overrelaxationSweep(u);
        reunitarise(u);
        return u;
    };

    const GaugeField a = chain(*fragment), b = chain(device());

    if (device().context().capabilities().software) {
        EXPECT_EQ(differingLinks(a, b), 0) << "the software driver compiles both the same way";
        return;
    }
    // Elsewhere rounding may differ, and a proposal accepted on one side only changes the links that are updated later.
    const OracleField x = oracleField(a), y = oracleField(b);
    std::int64_t far = 0;
    std::visit(
        [&](const auto& u) {
            const auto& v = std::get<std::decay_t<decltype(u)>>(y);
            for (std::int64_t site = 0; site < lattice.volume(); ++site)
                for (int mu = 0; mu < 4; ++mu)
                    if (!(reference::largestDifference(u(mu, site), v(mu, site)) <= 1e4 * rounding())) ++far;
        },
        x);
    EXPECT_LT(double(far), 0.01 * 4 * double(lattice.volume()));
}

TEST_P(UpdateTest, ReunitariseReducesTheDriftToRounding)
{
    OracleField bent = hostHotStart(group(), 13);
    std::visit(
        [](auto& u) {
            for (std::int64_t site = 0; site < lattice.volume(); ++site)
                for (int mu = 0; mu < 4; ++mu)
                    u(mu, site) = (1 + 0.01 * std::cos(double(site + mu))) * u(mu, site);
        },
        bent);
    GaugeField u = onDevice(device(), bent);
    Reduction reduction(device());

    const double before = unitarityDrift(u, reduction);
    reunitarise(u);
    const double after = unitarityDrift(u, reduction);
    const GaugeField once = u;
    reunitarise(u);

    // |(1 + e)^2 - 1| = 2 e for the norm of a quaternion, and the same for both stored rows of SU(3).
    EXPECT_NEAR(before, 0.02 * std::sqrt(0.5) * (group() == Group::SU2 ? 1 : std::sqrt(2.0)), 2e-3);
    EXPECT_LT(after, rounding());
    EXPECT_LT(largestDifference(oracleField(u), oracleField(once)), rounding()) << "a projection";
    EXPECT_LT(largestDifference(oracleField(u), hostHotStart(group(), 13)), 10 * rounding())
        << "a factor changes no direction";
}

TEST_P(UpdateTest, RefusesWrongParametersAndNamesThem)
{
    GaugeField u = hotField(14);
    const GaugeField start = u;
    Reduction reduction(device());
    const auto messageOf = [](const auto& call) -> std::string {
        try {
            call();
        } catch (const InputError& error) {
            return error.what();
        }
        return "no error";
    };
    const std::vector<std::pair<HeatBath, const char*>> wrong = {
        {{.beta = -2.5}, "-2.5"},
        {{.beta = 1e31}, "1e+31"},
        {{.beta = std::numeric_limits<double>::quiet_NaN()}, "nan"},
        {{.beta = std::numeric_limits<double>::infinity()}, "inf"},
        {{.beta = 2, .trials = 0}, "0"},
        {{.beta = 2, .trials = -3}, "-3"},
        {{.beta = 2, .trials = 256}, "256"}};
    for (const auto& [parameters, value] : wrong) {
        const HeatBath& p = parameters;
        EXPECT_PRED_FORMAT2(testing::IsSubstring, value, messageOf([&] { heatBath(u, {0, 0}, p, 1, 0); }));
        EXPECT_PRED_FORMAT2(testing::IsSubstring, value, messageOf([&] { heatBathSweep(u, p, 1, 0); }));
        EXPECT_PRED_FORMAT2(testing::IsSubstring, value,
                            messageOf([&] { countedHeatBathSweep(u, p, 1, 0, reduction); }));
    }
    EXPECT_EQ(differingLinks(u, start), 0);
}

template<class Condition>
std::vector<Variant> variantsWith(const Condition& condition)
{
    std::vector<Variant> variants = allVariants();
    std::erase_if(variants, [&](const Variant& v) { return !condition(v); });
    return variants;
}

INSTANTIATE_TEST_SUITE_P(Device, UpdateTest, testing::ValuesIn(allVariants()), variantName);
INSTANTIATE_TEST_SUITE_P(Device, RectangleTest, testing::ValuesIn(quickVariants()), variantName);
INSTANTIATE_TEST_SUITE_P(Device, OneSubgroupTest,
                         testing::ValuesIn(variantsWith([](const Variant& v) { return v.group == Group::SU2; })),
                         variantName);
INSTANTIATE_TEST_SUITE_P(Device, BothPathsTest,
                         testing::ValuesIn(variantsWith([](const Variant& v) { return v.path == Path::Compute; })),
                         variantName);

} // namespace
} // namespace gaugegl

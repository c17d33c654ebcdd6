// Gauge fixing on the device: what it must leave alone, what must rise, and the sweeps of the reference.
#include "gaugegl/gauge/fixing/gauge_fixing.h"

#include "device/tuner.h"
#include "gauge/fixing/fixing_kernels.h"
#include "gauge/host_fields.h"
#include "gauge/warm_field.h"
#include "gaugegl/base/error.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/gauge/observables/observables.h"
#include "reference/gauge_fixing.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;
using Kind = FixingStep::Kind;

constexpr Gauge gauges[] = {Gauge::Landau, Gauge::Coulomb}; // the others: fixing_gauges_gl_test.cpp

class GaugeFixingTest : public DeviceTest {
protected:
    bool single() const { return precision() == Precision::Single; }
    double either(double inSingle, double inDouble) const { return single() ? inSingle : inDouble; }
    GaugeField warm() const { return warmField(device(), group()); }

    FixingState stateOf(const OracleField& u, Gauge gauge) const
    {
        return std::visit([&](const auto& field) { return reference::gaugeState(field, gauge); }, u);
    }

    /// One sweep of the reference.
    OracleField swept(OracleField u, Gauge gauge, const FixingStep& step, std::uint64_t seed) const
    {
        const reference::FixingSweep sweep{.gauge = gauge, .step = step, .seed = seed, .randomPrecision = precision()};
        std::visit([&](auto& field) { reference::fixingSweep(field, sweep); }, u);
        return u;
    }

    /// The largest difference of the links that iterations transform.
    static double fixedLinksDiffer(const OracleField& a, OracleField b, Gauge gauge)
    {
        if (fixedDirections(gauge) == 4) return largestDifference(a, b);
        std::visit(
            [&](auto& u) {
                for (std::int64_t site = 0; site < lattice.volume(); ++site)
                    u(3, site) = std::get<std::decay_t<decltype(u)>>(a)(3, site);
            },
            b);
        return largestDifference(a, b);
    }

    /// Those of this path.
    std::vector<FixingKernels> everyKernels() const
    {
        std::vector<FixingKernels> all = kernelsOfEveryCard(group(), device().path(), precision());
        if (single() && device().path() == Path::Fragment) all.push_back(FixingKernels::BySubgroups);
        if (single() && device().path() == Path::Compute) all.push_back(FixingKernels::OneThread);
        return all;
    }
};

TEST_P(GaugeFixingTest, MeasuresFunctionalAndThetaOfTheReference)
{
    const GaugeField u = warm();
    GaugeFixer fixer(device(), lattice, group());
    for (const Gauge gauge : gauges) {
        const FixingState found = fixer.measure(u, gauge), expected = stateOf(oracleField(u), gauge);
        EXPECT_NEAR(found.functional, expected.functional, either(1e-7, 1e-15));
        EXPECT_NEAR(found.theta, expected.theta, either(1e-6, 1e-14) * expected.theta);
        EXPECT_NEAR(found.thetaMax, expected.thetaMax, either(1e-6, 1e-14) * expected.thetaMax);
        EXPECT_NEAR(found.thetaJudged, expected.thetaJudged, either(1e-6, 1e-14) * expected.thetaJudged);
    }
}

TEST_P(GaugeFixingTest, OneSweepIsThatOfTheReferenceLinkByLink)
{
    const GaugeField start = warm();
    const FixingStep steps[] = {{.omega = 1.7},
                                {.kind = Kind::Stochastic, .probability = 0.6, .sweep = 3},
                                {.kind = Kind::HeatBath, .temperature = 0.3, .sweep = 4}};
    for (const Gauge gauge : gauges)
        for (const FixingStep& step : steps) {
            const OracleField expected = swept(oracleField(start), gauge, step, 9);
            for (const FixingKernels kernels : everyKernels()) {
                if (step.kind != Kind::Power && kernels != defaultFixingKernels(group(), device().path(), precision()))
                    continue; // they take long to compile
                GaugeFixer fixer(device(), lattice, group(), kernels);
                GaugeField u = start;
                fixer.iterate(u, gauge, step, 9);
                EXPECT_LT(fixedLinksDiffer(oracleField(u), expected, gauge), either(3e-5, 3e-13))
                    << name(kernels) << " " << choiceName(gauge) << " " << int(step.kind);
            }
        }
}

TEST_P(GaugeFixingTest, PowersOfEveryOrderAreThoseOfTheReference)
{
    const GaugeField start = warm();
    GaugeFixer fixer(device(), lattice, group());
    for (const PowerOrder order : {PowerOrder::First, PowerOrder::Second})
        for (const double omega : {1.0, 1.7}) {
            GaugeField u = start;
            const FixingStep step{.omega = omega, .power = order};
            fixer.iterate(u, Gauge::Landau, step, 9);
            EXPECT_LT(largestDifference(oracleField(u), swept(oracleField(start), Gauge::Landau, step, 9)),
                      either(3e-5, 3e-13));
        }
}

TEST_P(GaugeFixingTest, RelaxationRaisesTheFunctionalAndReflectionsKeepIt)
{
    GaugeField u = warm();
    GaugeFixer fixer(device(), lattice, group());
    double before = fixer.measure(u, Gauge::Landau).functional;
    for (int k = 0; k < 8; ++k) {
        fixer.iterate(u, Gauge::Landau, {}, 1);
        const double now = fixer.measure(u, Gauge::Landau).functional;
        EXPECT_GT(now, before);
        before = now;
    }
    fixer.iterate(u, Gauge::Landau, {.omega = 2}, 1);
    EXPECT_NEAR(fixer.measure(u, Gauge::Landau).functional, before, either(1e-6, 1e-14));
}

TEST_P(GaugeFixingTest, LeavesGaugeInvariantsAlone)
{
    GaugeField u = warm();
    ObservableMeter meter(device(), lattice, group());
    const GaugeObservables before = meter.measurePlaquette(u);
    const auto loop = meter.measure(u, Observable::PolyakovLoop);
    GaugeFixer fixer(device(), lattice, group());
    for (const Gauge gauge : gauges) {
        const FixingResult result = fixer.fix(u, {.gauge = gauge, .maxIterations = 40});
        const GaugeObservables after = meter.measurePlaquette(u);
        EXPECT_NEAR(after.plaquetteSpace, before.plaquetteSpace, either(1e-6, 1e-14));
        EXPECT_NEAR(after.plaquetteTime, before.plaquetteTime, either(1e-6, 1e-14));
        EXPECT_LT(std::abs(meter.measure(u, Observable::PolyakovLoop) - loop), either(1e-6, 1e-14));
        EXPECT_LT(result.drift, either(1e-6, 1e-14));
        EXPECT_NEAR(result.functional, stateOf(oracleField(u), gauge).functional, either(1e-6, 1e-14));
    }
}

TEST_P(GaugeFixingTest, UndoesARandomTransformationOfTheColdField)
{
    for (const Gauge gauge : gauges) {
        GaugeField u(device(), lattice, group());
        GaugeFixer fixer(device(), lattice, group());
        fixer.randomTransformation(u, 4);
        EXPECT_LT(fixer.measure(u, gauge).functional, 0.1);
        const FixingResult result = fixer.fix(u, {.gauge = gauge, .omega = 1.6, .tolerance = either(1e-11, 1e-13)});
        EXPECT_TRUE(result.converged);
        EXPECT_NEAR(result.functional, 1, either(1e-6, 1e-11)) << choiceName(gauge) << result.iterations;
    }
}

TEST_P(GaugeFixingTest, TransformsAtRandomByRanluxAsTheReference)
{
    const GeneratorChoice ranlux{GeneratorType::Ranlux, 1};
    GaugeField u(device(), lattice, group());
    GaugeFixer fixer(device(), lattice, group());

    fixer.randomTransformation(u, 4, ranlux);

    const OracleField expected = fieldOf(group(), [&]<int N>() {
        const auto g = reference::randomGaugeTransformation<N>(lattice, ranlux, 4, precision());
        return OracleField(reference::transformed(reference::GaugeField<N>(lattice), g));
    });
    EXPECT_LT(largestDifference(oracleField(u), expected), either(1e-5, 1e-13));
}

/// Slices of t that are cold are fixed from the start.
TEST_P(GaugeFixingTest, FinishedSlicesOfCoulombGaugeAreLeftAlone)
{
    OracleField host = hostHotStart(group(), 2);
    std::visit(
        [](auto& u) {
            for (std::int64_t site = 0; site < lattice.volume(); ++site)
                for (int mu = 0; mu < 3; ++mu)
                    if (const int t = lattice.coordinates(site)[3]; t == 2 || t == 5)
                        u(mu, site) = std::decay_t<decltype(u(mu, site))>::identity();
        },
        host);
    GaugeField u = onDevice(device(), host);
    const FixingResult result =
        GaugeFixer(device(), lattice, group()).fix(u, {.gauge = Gauge::Coulomb, .maxIterations = 60});
    EXPECT_EQ(result.iterations, 60);
    const OracleField fixed = oracleField(u), start = oracleField(onDevice(device(), host));
    for (std::int64_t site = 0; site < lattice.volume(); ++site)
        for (int mu = 0; mu < 3; ++mu) {
            const int t = lattice.coordinates(site)[3];
            EXPECT_EQ(differs(fixed, start, mu, site), t != 2 && t != 5) << site << mu;
        }
}

TEST_P(GaugeFixingTest, AnnealsAFieldThatIsFixedAlready)
{
    GaugeField u(device(), lattice, group());
    GaugeFixer fixer(device(), lattice, group());
    const FixingResult result =
        fixer.fix(u, {.method = FixingMethod::Annealing, .annealing = {.steps = 2}, .maxIterations = 10});
    EXPECT_EQ(result.iterations, 10);
    EXPECT_GT(result.history.size(), 1u);
}

TEST_P(GaugeFixingTest, EndsWhenItIsToldToAndWithTheFieldThatItHas)
{
    GaugeField u = warm();
    GaugeFixer fixer(device(), lattice, group());
    int calls = 0;
    const FixingResult result = fixer.fix(u, {.checkEvery = 5}, [&](const FixingState&) { return ++calls < 3; });
    EXPECT_FALSE(result.converged);
    EXPECT_EQ(result.iterations, 15); // what was measured after 10 is looked at then
    EXPECT_NEAR(result.functional, stateOf(oracleField(u), Gauge::Landau).functional, either(1e-6, 1e-13));
    EXPECT_GT(result.functional, result.history.front().functional);
}

TEST_P(GaugeFixingTest, RefusesFieldsAndParametersThatDoNotFit)
{
    GaugeField u(device(), lattice, group());
    GaugeFixer fixer(device(), Lattice({4, 4, 4, 4}), group());
    EXPECT_THROW(fixer.measure(u, Gauge::Landau), InputError);
    EXPECT_THROW(GaugeFixer(device(), lattice, group()).fix(u, {.omega = 3}), InputError);
    if (device().path() == Path::Fragment) {
        EXPECT_THROW(GaugeFixer(device(), lattice, group(), FixingKernels::EightThreads), InputError);
    }
}

TEST(GaugeFixingTuning, TimesEveryKindOfKernelsAndLeavesTheFieldAlone)
{
    const auto context = sharedContext();
    if (!context || !context->capabilities().compute()) GTEST_SKIP() << "no compute shaders here";
    Device device(context, {.path = Path::Compute, .checkErrors = true, .tuningFile = ""});
    const OracleField start = hostHotStart(Group::SU2, 1);
    GaugeField u = onDevice(device, start), other = onDevice(device, start);
    GaugeFixer fixer(device, lattice, Group::SU2);
    const FixingKernels chosen = fixer.kernels(u, Gauge::Landau);
    EXPECT_EQ(device.tuner().timed(), int(std::size(everyFixingKernels)));
    EXPECT_EQ(differingLinks(u, other), 0);

    fixer.iterate(u, Gauge::Landau, {}, 1);
    GaugeFixer(device, lattice, Group::SU2, chosen).iterate(other, Gauge::Landau, {}, 1);
    EXPECT_EQ(differingLinks(u, other), 0);
}

/// Of SU(3) each path and each precision once: software drivers take long to compile the rest, which differs from it in
/// nothing but the types.
std::vector<Variant> variants()
{
    std::vector<Variant> all = allVariants();
    std::erase_if(all, [](const Variant& v) {
        return v.group == Group::SU3 && (v.path == Path::Fragment) != (v.precision == Precision::Single);
    });
    return all;
}

INSTANTIATE_TEST_SUITE_P(Device, GaugeFixingTest, testing::ValuesIn(variants()), variantName);

} // namespace
} // namespace gaugegl

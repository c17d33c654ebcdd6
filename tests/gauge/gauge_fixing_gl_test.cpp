// Gauge fixing on the device: what it must leave alone, what must rise, and the sweeps of the reference.
#include "gaugegl/gauge/gauge_fixing.h"

#include "gauge/host_fields.h"
#include "gauge/warm_field.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/core/error.h"
#include "gaugegl/gauge/observables.h"
#include "gaugegl/reference/gauge_fixing.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;
using Kind = FixingStep::Kind;

class GaugeFixingTest : public DeviceTest {
protected:
    bool single() const { return precision() == Precision::Single; }
    double either(double inSingle, double inDouble) const { return single() ? inSingle : inDouble; }
    GaugeField warm() const { return warmField(device(), group()); }

    FixingState stateOf(const HostGaugeField& u, Gauge gauge) const
    {
        return std::visit([&](const auto& field) { return reference::gaugeState(field, gauge); }, u);
    }

    /// One sweep of the reference.
    HostGaugeField swept(HostGaugeField u, Gauge gauge, const FixingStep& step, std::uint64_t seed) const
    {
        const reference::FixingSweep sweep{.gauge = gauge, .step = step, .seed = seed, .randomPrecision = precision()};
        std::visit([&](auto& field) { reference::fixingSweep(field, sweep); }, u);
        return u;
    }

    /// The largest difference of the links that iterations transform.
    static double fixedLinksDiffer(const HostGaugeField& a, HostGaugeField b, Gauge gauge)
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

    /// The kernels of this path.
    std::vector<FixingKernels> everyKernels() const
    {
        if (device().path() == Path::Fragment) return {FixingKernels::TwoStep};
        return {std::begin(everyFixingKernels), std::end(everyFixingKernels)};
    }
};

TEST_P(GaugeFixingTest, MeasuresFunctionalAndThetaOfTheReference)
{
    const GaugeField u = warm();
    GaugeFixer fixer(device(), lattice, group());
    for (const Gauge gauge : gaugesOnDevice) {
        const FixingState found = fixer.measure(u, gauge), expected = stateOf(download(u), gauge);
        EXPECT_NEAR(found.functional, expected.functional, either(1e-7, 1e-15));
        EXPECT_NEAR(found.theta, expected.theta, either(1e-6, 1e-14) * expected.theta);
        EXPECT_NEAR(found.thetaMax, expected.thetaMax, either(1e-6, 1e-14) * expected.thetaMax);
    }
}

TEST_P(GaugeFixingTest, OneSweepIsThatOfTheReferenceLinkByLink)
{
    const GaugeField start = warm();
    const FixingStep steps[] = {{.omega = 1.7},
                                {.kind = Kind::Stochastic, .probability = 0.6, .sweep = 3},
                                {.kind = Kind::HeatBath, .temperature = 0.3, .sweep = 4}};
    for (const Gauge gauge : gaugesOnDevice)
        for (const FixingStep& step : steps) {
            const HostGaugeField expected = swept(download(start), gauge, step, 9);
            for (const FixingKernels kernels : everyKernels()) {
                if (step.kind != Kind::Power && kernels != everyKernels().back()) continue; // they take long to compile
                GaugeFixer fixer(device(), lattice, group(), kernels);
                GaugeField u = start;
                fixer.iterate(u, gauge, step, 9);
                EXPECT_LT(fixedLinksDiffer(download(u), expected, gauge), either(3e-5, 3e-13))
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
            EXPECT_LT(largestDifference(download(u), swept(download(start), Gauge::Landau, step, 9)),
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
    const auto loop = meter.polyakovLoop(u);
    GaugeFixer fixer(device(), lattice, group());
    for (const Gauge gauge : gaugesOnDevice) {
        const FixingResult result = fixer.fix(u, {.gauge = gauge, .maxIterations = 40});
        const GaugeObservables after = meter.measurePlaquette(u);
        EXPECT_NEAR(after.plaquetteSpace, before.plaquetteSpace, either(1e-6, 1e-14));
        EXPECT_NEAR(after.plaquetteTime, before.plaquetteTime, either(1e-6, 1e-14));
        EXPECT_LT(std::abs(meter.polyakovLoop(u) - loop), either(1e-6, 1e-14));
        EXPECT_LT(result.drift, either(1e-6, 1e-14));
        EXPECT_NEAR(result.functional, stateOf(download(u), gauge).functional, either(1e-6, 1e-14));
    }
}

TEST_P(GaugeFixingTest, UndoesARandomTransformationOfTheColdField)
{
    for (const Gauge gauge : gaugesOnDevice) {
        GaugeField u(device(), lattice, group());
        GaugeFixer fixer(device(), lattice, group());
        fixer.randomTransformation(u, 4);
        EXPECT_LT(fixer.measure(u, gauge).functional, 0.1);
        const FixingResult result = fixer.fix(u, {.gauge = gauge, .omega = 1.6, .tolerance = either(1e-11, 1e-13)});
        EXPECT_TRUE(result.converged);
        EXPECT_NEAR(result.functional, 1, either(1e-6, 1e-11)) << choiceName(gauge) << result.iterations;
    }
}

INSTANTIATE_TEST_SUITE_P(Device, GaugeFixingTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl

// Maximally Abelian and centre gauge on the device, against the reference.
#include "gauge/fixing/fixing_kernels.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"

#include "gauge/host_fields.h"
#include "gaugegl/core/choice.h"
#include "gaugegl/gauge/observables/observables.h"
#include "reference/gauge_fixing.h"
#include "reference/update.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;

constexpr Gauge otherGauges[] = {Gauge::MaximallyAbelian, Gauge::Centre};
constexpr std::uint64_t seed = 20261122;

class FixingGaugesTest : public DeviceTest {
protected:
    double either(double single, double inDouble) const { return precision() == Precision::Single ? single : inDouble; }

    FixingKernels usual(Gauge gauge) const
    {
        return defaultFixingKernels(group(), device().path(), precision(), gauge);
    }

    /// What fits every card; of SU(3) in double precision drivers take long to compile more.
    std::vector<FixingKernels> kernels(Gauge gauge) const
    {
        return kernelsOfEveryCard(group(), device().path(), precision(), gauge);
    }

    /// One iteration on both sides from the same links; the share of links that differ by more than rounding.
    double differing(GaugeFixer& fixer, GaugeField& u, Gauge gauge, const FixingStep& step)
    {
        OracleField expected = oracleField(u);
        std::visit(
            [&](auto& host) {
                reference::fixingSweep(host, {gauge, step, seed, precision()});
                reference::reunitarise(host);
            },
            expected);
        fixer.iterate(u, gauge, step, seed);
        const OracleField found = oracleField(u);
        std::int64_t count = 0;
        std::visit(
            [&](const auto& host) {
                const auto& links = std::get<std::decay_t<decltype(host)>>(found);
                for (std::int64_t site = 0; site < lattice.volume(); ++site)
                    for (int mu = 0; mu < 4; ++mu)
                        count += !(reference::largestDifference(host(mu, site), links(mu, site)) < either(2e-4, 1e-9));
            },
            expected);
        return double(count) / double(4 * lattice.volume());
    }
};

// Where two maxima are nearly as high, or a trial is nearly rejected, rounding decides; hot links have such sites.
TEST_P(FixingGaugesTest, AStepIsThatOfTheReference)
{
    using Kind = FixingStep::Kind;
    for (const Gauge gauge : otherGauges)
        for (const FixingKernels one : kernels(gauge)) {
            GaugeFixer fixer(device(), lattice, group(), one);
            GaugeField u = onDevice(device(), hostHotStart(group(), 61));
            std::vector<FixingStep> steps = {{}, {.omega = 1.7}, {.omega = 1.7, .power = PowerOrder::Second}};
            // Of SU(3), whose programs take long to compile, the verification has the rest.
            if (one == usual(gauge) && group() == Group::SU2)
                steps.push_back({.kind = Kind::Stochastic, .probability = 0.5, .sweep = 3});
            if (one == usual(gauge) && (group() == Group::SU2 || precision() == Precision::Single))
                for (const double temperature : {0.5, 4.0}) // at 4 trials turn by a quarter at most
                    steps.push_back({.kind = Kind::HeatBath, .temperature = temperature, .sweep = 4});
            for (const FixingStep& step : steps)
                EXPECT_LE(differing(fixer, u, gauge, step), 2e-3)
                    << choiceName(gauge) << " " << name(one) << " " << int(step.kind);
        }
}

TEST_P(FixingGaugesTest, FunctionalAndThetaAreThoseOfTheReference)
{
    const OracleField host = hostHotStart(group(), 62);
    const GaugeField u = onDevice(device(), host);
    GaugeFixer fixer(device(), lattice, group());
    for (const Gauge gauge : otherGauges) {
        const FixingState found = fixer.measure(u, gauge);
        const FixingState expected =
            std::visit([&](const auto& field) { return reference::gaugeState(field, gauge); }, host);
        EXPECT_NEAR(found.functional, expected.functional, either(1e-6, 1e-13)) << choiceName(gauge);
        EXPECT_NEAR(found.theta, expected.theta, either(1e-5, 1e-12)) << choiceName(gauge);
        EXPECT_NEAR(found.thetaMax, expected.thetaMax, either(1e-4, 1e-12)) << choiceName(gauge);
    }
}

// Every iteration of relaxation raises the functional, and loops do not change.
TEST_P(FixingGaugesTest, RelaxationOnlyRaisesTheFunctional)
{
    for (const Gauge gauge : otherGauges) {
        GaugeFixer fixer(device(), lattice, group(), usual(gauge));
        GaugeField u = onDevice(device(), hostHotStart(group(), 63));
        ObservableMeter meter(device(), lattice, group());
        const double plaquette = meter.measurePlaquette(u).plaquette;
        double before = fixer.measure(u, gauge).functional;
        for (int k = 0; k < 6; ++k) {
            fixer.iterate(u, gauge, {}, seed);
            const double after = fixer.measure(u, gauge).functional;
            EXPECT_GT(after, before) << choiceName(gauge);
            before = after;
        }
        EXPECT_NEAR(meter.measurePlaquette(u).plaquette, plaquette, either(1e-6, 1e-13));
    }
}

/// Of SU(3) each path and each precision once: software drivers take long to compile the rest, which differs from it in
/// nothing but the types.
std::vector<Variant> otherVariants()
{
    std::vector<Variant> all = allVariants();
    std::erase_if(all, [](const Variant& v) {
        return v.group == Group::SU3 && (v.path == Path::Fragment) != (v.precision == Precision::Single);
    });
    return all;
}

INSTANTIATE_TEST_SUITE_P(Device, FixingGaugesTest, testing::ValuesIn(otherVariants()), variantName);

} // namespace
} // namespace gaugegl

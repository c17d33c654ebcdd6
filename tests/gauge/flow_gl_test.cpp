// The gradient flow and cooling on the device: the action falls, errors are of third order, adaptive steps keep their
// tolerance.
#include "gaugegl/gauge/flow/flow.h"

#include "gauge/host_fields.h"
#include "gauge/warm_field.h"
#include "gaugegl/base/error.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"
#include "reference/flow.h"
#include "reference/observables.h"
#include "reference/update.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;

class FlowTest : public DeviceTest {
protected:
    double rounding() const { return precision() == Precision::Single ? 1e-6 : 1e-14; }

    GaugeField warmField() const { return testing_support::warmField(device(), group()); }

    double action(const GaugeField& u, const GaugeAction& gaugeAction)
    {
        ObservableMeter meter(device(), lattice, group());
        const double plaquettes = 6 * gaugeAction.of(LoopShape::Plaquette) * (1 - meter.measurePlaquette(u).plaquette);
        const double c1 = gaugeAction.of(LoopShape::Rectangle);
        return c1 == 0 ? plaquettes : plaquettes + 12 * c1 * (1 - meter.measure(u, Observable::Rectangle).real());
    }

    GaugeField flowed(const GaugeField& u, double t, const FlowParameters& parameters) const
    {
        GradientFlow flow(u, parameters);
        flow.flowTo(t);
        return flow.field();
    }

    static double apart(const GaugeField& u, const GaugeField& v)
    {
        const OracleField b = oracleField(v);
        return std::visit([&](const auto& a) { return reference::distance(a, std::get<std::decay_t<decltype(a)>>(b)); },
                          oracleField(u));
    }
};

/// Rounding hides in single precision what the order of an error shows.
class DoubleFlowTest : public FlowTest {};

/// Where the energy is so small that rounding of the links shows.
class SingleFlowTest : public FlowTest {};

/// Of both actions, one with rectangles.
class ActionFlowTest : public FlowTest {};

TEST_P(ActionFlowTest, LowersItsActionMonotonically)
{
    for (const GaugeAction& one : {actions::wilson, actions::symanzik}) {
        GradientFlow flow(warmField(), {.action = one, .step = 0.05});
        double last = action(flow.field(), one);
        for (int i = 1; i <= 6; ++i) {
            flow.flowTo(0.05 * i);
            const double next = action(flow.field(), one);
            EXPECT_LT(next, last);
            last = next;
        }
        EXPECT_EQ(flow.steps(), 6);
        EXPECT_DOUBLE_EQ(flow.time(), 0.3);
    }
}

TEST_P(FlowTest, IsGaugeCovariant)
{
    const GaugeField u = warmField();
    const auto transformed = [](const OracleField& host) {
        return std::visit(
            []<int N>(const reference::GaugeField<N>& v) {
                return OracleField(reference::transformed(
                    v, reference::randomGaugeTransformation<N>(v.lattice(), 5, Precision::Double)));
            },
            host);
    };
    const FlowParameters parameters{.step = 0.05};
    const GaugeField first = flowed(u, 0.2, parameters);
    const GaugeField second = flowed(onDevice(device(), transformed(oracleField(u))), 0.2, parameters);
    EXPECT_LT(largestDifference(transformed(oracleField(first)), oracleField(second)), 20 * rounding());
}

// t^2 E, E from the plaquettes: 2 N times the action density.
TEST_P(FlowTest, HasTheEnergyOfTheReference)
{
    const GaugeField u = warmField();
    GradientFlow flow(u, {.step = 0.05});
    OracleField host = oracleField(u);
    ObservableMeter meter(device(), lattice, group());
    for (int i = 1; i <= 3; ++i) {
        const double t = 0.05 * i;
        flow.flowTo(t);
        double expected = 0;
        std::visit(
            [&]<int N>(reference::GaugeField<N>& v) {
                v = reference::flowStep(v, 0.05, {});
                expected = t * t * 2 * N * reference::actionDensity(v);
            },
            host);
        const double found = t * t * 2 * colours(group()) * meter.measurePlaquette(flow.field()).actionDensity;
        EXPECT_NEAR(found, expected, 10 * rounding() * expected) << t;
    }
}

// Norms of links that are off by less than one unit in the last place must not show in an energy that has become small.
TEST_P(SingleFlowTest, EnergyFromPlaquettesHasNoOffsetAfterALongFlow)
{
    GaugeField u(device(), lattice, group());
    for (std::uint32_t sweep = 0; sweep < 2; ++sweep)
        heatBathSweep(u, {.beta = 40}, 3, sweep); // ordered: nothing but waves, which die out
    GradientFlow flow(std::move(u), {.step = 0.125});
    ObservableMeter meter(device(), lattice, group());
    for (const double t : {1.0, 2.0, 4.0}) {
        flow.flowTo(t);
        const double found = 2 * colours(group()) * meter.measurePlaquette(flow.field()).actionDensity;
        const double expected = std::visit(
            []<int N>(reference::GaugeField<N> v) {
                reference::reunitarise(v); // in the group to double precision
                return 2 * N * reference::actionDensity(v);
            },
            oracleField(flow.field()));
        EXPECT_NEAR(found, expected, 1e-7) << t;
        EXPECT_GT(found, 0) << t;
        EXPECT_LT(expected, 0.02 / (t * t)) << t;
    }
}

TEST_P(FlowTest, LeavesTheColdFieldAlone)
{
    const GaugeField cold(device(), lattice, group());
    const GaugeField u = flowed(cold, 0.3, {.step = 0.1}), v = flowed(cold, 0.3, {.step = 0.1, .tolerance = 1e-3});
    EXPECT_LT(largestDifference(oracleField(u), oracleField(cold)), rounding());
    EXPECT_LT(largestDifference(oracleField(v), oracleField(cold)), rounding());
}

TEST_P(FlowTest, InPiecesIsTheSameBitByBit)
{
    const GaugeField start = warmField();
    GradientFlow pieces(start, {.step = 0.02});
    for (const double t : {0.02, 0.06, 0.06, 0.1})
        pieces.flowTo(t);
    EXPECT_EQ(pieces.steps(), 5);
    EXPECT_LT(largestDifference(oracleField(pieces.field()), oracleField(flowed(start, 0.1, {.step = 0.02}))),
              rounding());
    GradientFlow uneven(start, {.step = 0.04});
    uneven.flowTo(0.1); // the last step is half as long
    EXPECT_EQ(uneven.steps(), 3);
    EXPECT_DOUBLE_EQ(uneven.time(), 0.1);
    EXPECT_LT(apart(uneven.field(), pieces.field()), 1e-4);
}

TEST_P(FlowTest, AdaptiveStepsGrowKeepTheirToleranceAndReachTheSameField)
{
    const GaugeField start = warmField();
    const double t = 0.5;
    const GaugeField fine = flowed(start, t, {.step = 0.05});
    for (const double tolerance : {2e-3, 2e-4}) {
        GradientFlow flow(start, {.step = 0.15, .tolerance = tolerance});
        flow.flowTo(t);
        EXPECT_DOUBLE_EQ(flow.time(), t);
        EXPECT_GT(flow.rejected(), 0) << "the first step is too long on purpose";
        EXPECT_LT(flow.steps(), 40);
        // The distance bounds the error of the scheme of second order; that of third order is smaller.
        EXPECT_LT(apart(flow.field(), fine), tolerance) << flow.steps();
    }
}

TEST_P(DoubleFlowTest, HasErrorsOfThirdOrder)
{
    const GaugeField start = warmField();
    const GaugeField exact = flowed(start, 0.1, {.step = 0.005});
    const double coarse = apart(flowed(start, 0.1, {.step = 0.05}), exact);
    const double fine = apart(flowed(start, 0.1, {.step = 0.025}), exact);
    EXPECT_NEAR(coarse / fine, 8, 1.6);
}

TEST_P(FlowTest, CoolingLowersTheActionSetBySetDownToTheVacuum)
{
    for (const GaugeAction& one : {actions::wilson, actions::symanzik}) {
        GaugeField u = warmField();
        double last = action(u, one);
        for (const LinkSet& set : linkSets(lattice, one.loops())) {
            if (set.mu > 1) break;
            cooling(u, set, one);
            const double next = action(u, one);
            EXPECT_LT(next, last);
            last = next;
        }
        cool(u, 5, one);
        EXPECT_LT(action(u, one), 0.1 * last);
        ObservableMeter meter(device(), lattice, group());
        EXPECT_LT(unitarityDrift(u, meter.reduction()), rounding());
    }
}

TEST_P(FlowTest, RefusesWrongParameters)
{
    const GaugeField u(device(), lattice, group());
    const double tooSmall = precision() == Precision::Single ? 1e-7 : 1e-15;
    for (const FlowParameters& wrong :
         {FlowParameters{.step = 0}, FlowParameters{.step = -0.1}, FlowParameters{.step = std::nan("")},
          FlowParameters{.step = 0.158}, FlowParameters{.action = actions::dbw2, .step = 0.02},
          FlowParameters{.action = GaugeAction::withRectangles(0.2)},
          FlowParameters{.action = GaugeAction::withRectangles(0.1), .step = 0.4},
          FlowParameters{.action = GaugeAction::withRectangles(std::nan(""))}, FlowParameters{.tolerance = tooSmall},
          FlowParameters{.tolerance = std::nan("")}})
        EXPECT_THROW(GradientFlow(u, wrong), InputError);
    GradientFlow flow(u, {});
    flow.flowTo(0.04);
    EXPECT_THROW(flow.flowTo(0.02), InputError);
    EXPECT_THROW(flow.flowTo(std::nan("")), InputError);
    GaugeField v = u;
    EXPECT_THROW(cool(v, -1), InputError);
}

std::vector<Variant> variantsOf(Precision precision)
{
    std::vector<Variant> variants = allVariants();
    std::erase_if(variants, [precision](const Variant& v) { return v.precision != precision; });
    return variants;
}

INSTANTIATE_TEST_SUITE_P(Device, FlowTest, testing::ValuesIn(allVariants()), variantName);
INSTANTIATE_TEST_SUITE_P(Device, ActionFlowTest, testing::ValuesIn(quickVariants()), variantName);
INSTANTIATE_TEST_SUITE_P(Device, DoubleFlowTest, testing::ValuesIn(variantsOf(Precision::Double)), variantName);
INSTANTIATE_TEST_SUITE_P(Device, SingleFlowTest, testing::ValuesIn(variantsOf(Precision::Single)), variantName);

} // namespace
} // namespace gaugegl

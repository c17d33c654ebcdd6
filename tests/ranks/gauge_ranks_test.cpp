// The gauge sector on several ranks.
#include "gauge/observables/multilevel.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"

#include "ranks/ranks_fixture.h"

namespace gaugegl {
namespace {

using testing_support::RanksTest;
using testing_support::testRanks;

class GaugeRanksTest : public RanksTest {};

TEST_P(GaugeRanksTest, SweepsHaveTheBitsOfOneRank)
{
    GaugeField all(device(), whole(), group());
    hotStart(all, 7);
    for (std::uint32_t sweep = 0; sweep < 2; ++sweep) {
        heatBathSweep(all, {.beta = 2.4}, std::uint64_t(5), sweep);
        overrelaxationSweep(all);
    }
    reunitarise(all);
    ObservableMeter meterOfAll(device(), whole(), group());
    const GaugeObservables expected = meterOfAll.measurePlaquette(all);
    for (const Lattice& lattice : divisions()) {
        GaugeField part(device(), lattice, group());
        hotStart(part, 7);
        for (std::uint32_t sweep = 0; sweep < 2; ++sweep) {
            heatBathSweep(part, {.beta = 2.4}, std::uint64_t(5), sweep);
            overrelaxationSweep(part);
        }
        reunitarise(part);
        expectPart(part, all, "links");
        ObservableMeter meter(device(), lattice, group());
        const GaugeObservables found = meter.measurePlaquette(part);
        EXPECT_EQ(found.plaquette, expected.plaquette);
        EXPECT_EQ(found.plaquetteTime, expected.plaquetteTime);
        for (const ObservableTraits& one : observableTraits)
            for (std::size_t i = 0; i < one.along.size(); ++i) // of lines
                EXPECT_EQ(meter.measure(part, one.observable, i), meterOfAll.measure(all, one.observable, i))
                    << one.name << ", direction " << i;
        EXPECT_EQ(unitarityDrift(part, meter.reduction()), unitarityDrift(all, meterOfAll.reduction()));
    }
}

TEST_P(GaugeRanksTest, SymanzikSweepsHaveTheBitsOfOneRank)
{
    GaugeField all(device(), whole(), group());
    hotStart(all, 8);
    const HeatBath parameters{.beta = 5, .action = actions::symanzik};
    heatBathSweep(all, parameters, std::uint64_t(5), 0);
    overrelaxationSweep(all, actions::symanzik);
    const double expected = ObservableMeter(device(), whole(), group()).measure(all, Observable::Rectangle).real();
    for (const Lattice& lattice : divisions({.z = 2, .t = 2})) {
        GaugeField part(device(), lattice, group());
        hotStart(part, 8);
        heatBathSweep(part, parameters, std::uint64_t(5), 0);
        overrelaxationSweep(part, actions::symanzik);
        expectPart(part, all, "links");
        EXPECT_EQ(ObservableMeter(device(), lattice, group()).measure(part, Observable::Rectangle).real(), expected);
    }
}

TEST_P(GaugeRanksTest, MultilevelCorrelatorsHaveTheBitsOfOneRank)
{
    GaugeField all(device(), whole(), group());
    hotStart(all, 10);
    const Multilevel task{{{2, 2}, {8, 2}}, {.beta = 2.4}, 1, {{0, 1}, {2, 5}}};
    const auto always = [](std::int64_t) { return true; };
    const auto expected = multilevelCorrelators(&all, task, 5, always);
    ASSERT_TRUE(expected);
    for (const Lattice& lattice : divisions()) {
        GaugeField part(device(), lattice, group());
        hotStart(part, 10);
        const auto found = multilevelCorrelators(&part, task, 5, always);
        ASSERT_TRUE(found);
        EXPECT_EQ(*found, *expected);
    }
}

TEST_P(GaugeRanksTest, TheFlowHasTheBitsOfOneRank)
{
    GaugeField start(device(), whole(), group());
    hotStart(start, 9);
    GradientFlow all(start, {.step = 0.02});
    all.flowTo(0.04);
    for (const Lattice& lattice : divisions()) {
        GaugeField part(device(), lattice, group());
        hotStart(part, 9);
        GradientFlow flow(part, {.step = 0.02});
        flow.flowTo(0.04);
        expectPart(flow.field(), all.field(), "links");
    }
}

INSTANTIATE_TEST_SUITE_P(Ranks, GaugeRanksTest, testing::ValuesIn(testing_support::rankVariants()),
                         testing_support::rankVariantName);

} // namespace
} // namespace gaugegl

// Loops that reach far, and the topological charge, on several ranks.
#include "gaugegl/gauge/observables/topology.h"
#include "gaugegl/gauge/observables/wilson_loops.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "gaugegl/gauge/update/update.h"

#include "ranks/ranks_fixture.h"

namespace gaugegl {
namespace {

using testing_support::RanksTest;

class LoopsRanksTest : public RanksTest {};

TEST_P(LoopsRanksTest, TheTopologicalChargeHasTheBitsOfOneRank)
{
    GaugeField all(device(), whole(), group());
    hotStart(all, 7);
    const TopologyObservables expected = TopologyMeter(device(), whole(), group()).measure(all, /*improved=*/true);
    for (const Lattice& lattice : divisions({.z = 3, .t = 4})) {
        GaugeField part(device(), lattice, group());
        hotStart(part, 7);
        const TopologyObservables found = TopologyMeter(device(), lattice, group()).measure(part, /*improved=*/true);
        EXPECT_EQ(found.energyClover, expected.energyClover);
        EXPECT_EQ(found.chargeClover, expected.chargeClover);
        EXPECT_EQ(found.chargeImproved, expected.chargeImproved);
    }
}

TEST_P(LoopsRanksTest, WilsonLoopsHaveTheBitsOfOneRank)
{
    const WilsonLoopRequest request{.rMax = 2, .tMax = 4, .offAxis = true};
    GaugeField all(device(), whole(), group());
    hotStart(all, 7);
    const std::vector<WilsonLoop> expected = WilsonLoopMeter(device(), whole(), group()).measure(all, all, request);
    for (const Lattice& lattice : divisions()) {
        GaugeField part(device(), lattice, group());
        hotStart(part, 7);
        const std::vector<WilsonLoop> found = WilsonLoopMeter(device(), lattice, group()).measure(part, part, request);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_EQ(found[i].value, expected[i].value) << i;
    }
}

TEST_P(LoopsRanksTest, SmearedLinksHaveTheBitsOfOneRank)
{
    GaugeField all(device(), whole(), group());
    hotStart(all, 7);
    GaugeField smeared = all;
    smear(smeared, HypSmearing());
    for (const Lattice& lattice : divisions()) {
        GaugeField part(device(), lattice, group());
        hotStart(part, 7);
        smear(part, HypSmearing());
        expectPart(part, smeared, "links");
    }
}

INSTANTIATE_TEST_SUITE_P(Ranks, LoopsRanksTest, testing::ValuesIn(testing_support::rankVariants()),
                         testing_support::rankVariantName);

} // namespace
} // namespace gaugegl

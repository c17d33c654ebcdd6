#include "gaugegl/core/gauge_action.h"

#include "reference/loops.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(LoopShapes, StandInTheOrderOfTheirEnumeration)
{
    for (std::size_t i = 0; i < loopShapes.size(); ++i)
        EXPECT_EQ(std::size_t(loopShapes[i].shape), i);
}

TEST(LoopShapes, HaveAsManyLoopsAndStaplesAsTheirPathsSay)
{
    for (const LoopTraits& shape : loopShapes) {
        EXPECT_EQ(reference::loopsOf(shape.shape).size(), std::size_t(shape.perSite)) << shape.name;
        for (int mu = 0; mu < 4; ++mu)
            EXPECT_EQ(reference::staplesOf(shape.shape, mu).size(), std::size_t(shape.staples)) << shape.name;
        // Every link of every loop has a staple; a site has four links.
        EXPECT_EQ(shape.perSite * shape.steps, shape.staples * 4) << shape.name;
    }
}

TEST(LoopShapes, CloseTheirPaths)
{
    for (const LoopTraits& shape : loopShapes) {
        std::array<int, 5> reached{};
        for (const int step : shape.path)
            reached[std::size_t(std::abs(step))] += step > 0 ? 1 : step < 0 ? -1 : 0;
        EXPECT_EQ(reached, (std::array<int, 5>{})) << shape.name;
    }
}

TEST(GaugeActions, AreNormalisedToTheContinuum) // sum of c times loops times area^2 is that of the plaquettes alone
{
    for (const NamedAction& one : namedActions)
        EXPECT_NEAR(one.action.of(LoopShape::Plaquette) + 8 * one.action.of(LoopShape::Rectangle), 1, 1e-15)
            << one.word;
}

TEST(GaugeActions, KnowTheirLoops)
{
    EXPECT_TRUE(actions::wilson.loops().plaquettesOnly());
    EXPECT_FALSE(actions::wilson.loops().couplesParity());
    EXPECT_TRUE(actions::wilson.loops().fit(Lattice({2, 2, 2, 2})));
    EXPECT_TRUE(actions::iwasaki.loops().has(LoopShape::Rectangle));
    EXPECT_TRUE(actions::iwasaki.loops().couplesParity());
    EXPECT_FALSE(actions::iwasaki.loops().fit(Lattice({4, 4, 2, 4})));
    EXPECT_EQ(GaugeAction::withRectangles(0), actions::wilson);
    EXPECT_EQ((GaugeAction{{LoopShape::Plaquette, 1 + 8.0 / 12}, {LoopShape::Rectangle, -1.0 / 12}}),
              actions::symanzik);
}

} // namespace
} // namespace gaugegl

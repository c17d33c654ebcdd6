// The size of pieces follows the measured time: cautious at first, growing, shrinking at once, never nothing.
#include "gaugegl/device/pass_planner.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

/// A card that takes so long for a texel, with a clock that runs while it works.
struct FakeCard {
    double now = 100, secondsPerTexel = 1e-6, longest = 0;
    int timings = 0, pieces = 0, smallest = 1 << 30, largest = 0;
    PassPlanner planner{0.1, [this] { return now; }};

    void pass(PassCost& cost, int width, int height)
    {
        for (int first = 0; first < height;) {
            const auto piece = planner.next(cost, width, height - first);
            ASSERT_GE(piece.rows, 1);
            ASSERT_LE(piece.rows, height - first);
            const double seconds = secondsPerTexel * piece.rows * width;
            now += seconds;
            if (piece.timed) planner.timed(cost, std::int64_t(piece.rows) * width, seconds);
            longest = std::max(longest, seconds);
            smallest = std::min(smallest, piece.rows);
            largest = std::max(largest, piece.rows);
            timings += piece.timed ? 1 : 0;
            ++pieces;
            first += piece.rows;
        }
    }
    void forget()
    {
        longest = 0;
        timings = pieces = largest = 0;
        smallest = 1 << 30;
    }
};

TEST(PassPlannerTest, BeginsWithLittleWorkAndGrowsToTheBound)
{
    FakeCard card;
    PassCost cost;
    const auto first = card.planner.next(cost, 512, 4096);
    EXPECT_EQ(first.rows, 8);
    EXPECT_TRUE(first.timed);

    card.pass(cost, 512, 4096); // two seconds of work

    EXPECT_LE(card.longest, 0.1);
    EXPECT_EQ(card.largest, 195); // 0.1 s is 195.3 rows
    EXPECT_LE(card.pieces, 26);
    card.forget();
    card.pass(cost, 512, 4096);
    EXPECT_EQ(card.pieces, (4096 + 194) / 195);
}

TEST(PassPlannerTest, WhatFitsIsGivenInOnePieceAndSeldomTimed)
{
    FakeCard card;
    card.secondsPerTexel = 1e-9;
    PassCost cost;
    card.pass(cost, 128, 256);
    card.pass(cost, 128, 256);
    card.forget();

    for (int i = 0; i < 10000; ++i) // 0.33 s
        card.pass(cost, 128, 256);

    EXPECT_EQ(card.pieces, 10000);
    EXPECT_EQ(card.timings, 0);
    card.now += 3;
    card.pass(cost, 128, 256);
    card.pass(cost, 128, 256);
    EXPECT_EQ(card.timings, 1);
}

TEST(PassPlannerTest, AProgramThatGrowsSlowerGetsFewerRowsAtOnce)
{
    FakeCard card;
    PassCost cost;
    card.pass(cost, 512, 4096);
    card.secondsPerTexel *= 10;
    card.now += 3;

    card.pass(cost, 512, 4096); // the first piece is timed
    EXPECT_LE(card.longest, 10 * 0.1 * 1.01);
    card.forget();
    card.pass(cost, 512, 4096);

    EXPECT_LE(card.longest, 0.1);
    EXPECT_EQ(card.largest, 19);
}

TEST(PassPlannerTest, AProgramThatGrowsFasterGetsMoreRowsStepByStep)
{
    FakeCard card;
    PassCost cost;
    card.pass(cost, 512, 4096);
    card.secondsPerTexel /= 10;

    double before = 195;
    for (int i = 0; i < 20; ++i) {
        card.now += 3;
        card.forget();
        card.pass(cost, 512, 4096);
        EXPECT_GE(card.largest, before);
        EXPECT_LE(card.longest, 0.1);
        before = card.largest;
    }
    EXPECT_NEAR(before, 1953, 20);
}

TEST(PassPlannerTest, NeverGivesNoRowsHoweverSlow)
{
    FakeCard card;
    card.secondsPerTexel = 1; // 512 s for a row
    PassCost cost;

    card.pass(cost, 512, 64);
    card.forget();
    card.pass(cost, 512, 64);

    EXPECT_EQ(card.smallest, 1);
    EXPECT_EQ(card.largest, 1);
    EXPECT_EQ(card.pieces, 64);
}

TEST(PassPlannerTest, RowsLongerThanTheCautiousPieceAreGivenOneByOne)
{
    FakeCard card;
    PassCost cost;

    EXPECT_EQ(card.planner.next(cost, 16384, 100).rows, 1);
    EXPECT_EQ(card.planner.next(cost, 1, 3).rows, 3);
}

TEST(PassPlannerTest, AClockThatDoesNotMoveOrRunsBackwardsIsSurvived)
{
    PassPlanner planner(0.1, [] { return 0.0; });
    PassCost cost;
    planner.timed(cost, 4096, 0.0);
    EXPECT_GE(planner.next(cost, 64, 1000000).rows, 256);
    planner.timed(cost, 4096, -1.0);
    EXPECT_GE(planner.next(cost, 64, 1000000).rows, 256);
    EXPECT_EQ(planner.seconds(cost, 1000), 0);
}

} // namespace
} // namespace gaugegl

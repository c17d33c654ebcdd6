// Positions of random streams, as configurations state them.
#include "gaugegl/core/random_streams.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(RandomStreams, KnowTheNextSweepOfEachKey)
{
    RandomStreams streams;
    EXPECT_EQ(streams.next(5), 0U);
    streams.use(5, 10);
    streams.use(6, 3);
    streams.use(5, 4); // never back

    EXPECT_EQ(streams.next(5), 10U);
    EXPECT_EQ(streams.next(6), 3U);
    EXPECT_EQ(streams.next(7), 0U);
}

TEST(RandomStreams, AreTheirText)
{
    RandomPast past;
    EXPECT_EQ(past.text(), "none");
    EXPECT_EQ(RandomPast::parse("none"), past);
    past.streams.use(0xfedcba9876543210, 100);
    past.streams.use(1, 0);

    EXPECT_EQ(past.text(), "fedcba9876543210:100 0000000000000001:0");
    EXPECT_EQ(RandomPast::parse(past.text()), past);
    past.foreign = 10;
    EXPECT_EQ(past.text(), "foreign:000000000000000a fedcba9876543210:100 0000000000000001:0");
    EXPECT_EQ(RandomPast::parse(past.text()), past);
}

TEST(RandomStreams, OfManyKeysForgetNoNumbers)
{
    RandomPast past;
    RandomStreams& streams = past.streams;
    for (std::uint64_t key = 0; key < 1500; ++key)
        streams.use(key, key == 3 ? 77 : 2);

    EXPECT_LT(past.text().size(), 32768U); // of the 64 KiB of a NERSC header
    EXPECT_EQ(streams.next(900), 2U);
    EXPECT_EQ(streams.next(3), 77U);    // no longer listed: as far as the farthest of those
    EXPECT_EQ(streams.next(1499), 77U); // came when it was not known whether it had been one of them
    EXPECT_EQ(streams.next(99999), 77U);
    EXPECT_EQ(RandomPast::parse(past.text()), past);
}

TEST(RandomStreams, AreNoOtherText)
{
    for (const char* text :
         {"", "5", "5:", ":5", "x:1", "5:-1", "5:4294967296", "rest:x", "5:1,6:2", "foreign:", "foreign:xyz"})
        EXPECT_EQ(RandomPast::parse(text), std::nullopt) << text;
}

} // namespace
} // namespace gaugegl

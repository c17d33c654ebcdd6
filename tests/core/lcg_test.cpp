#include "core/lcg.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

TEST(Lcg, IsTheRecurrence)
{
    // Numerical Recipes, second edition, section 7.1: the values after x = 0.
    std::uint32_t x = 0;
    for (const std::uint32_t expected : {0x3c6ef35fu, 0x47502932u, 0xd1ccf6e9u, 0xaaf95334u, 0x6252e503u, 0x9f2ec686u,
                                         0x57fe6c2du, 0xa3d95fa8u, 0x81fdbee7u, 0x94f0af1au, 0xcbf633b1u}) {
        x = Lcg()(x);
        EXPECT_EQ(x, expected);
    }
}

TEST(Lcg, JumpsToWhereTheRecurrenceArrives)
{
    std::uint32_t x = 20260;
    for (std::uint64_t n = 0; n < 5000; ++n) {
        ASSERT_EQ(Lcg().power(n)(20260), x) << n << " steps";
        x = Lcg()(x);
    }
}

TEST(Lcg, JumpsAddUp)
{
    const Lcg far = Lcg().power(123456789), farther = Lcg().power(0xffffffff);

    for (const std::uint32_t x : {0u, 1u, 0x80000000u, 0xdeadbeefu}) {
        EXPECT_EQ(far(farther(x)), Lcg().power(123456789ull + 0xffffffffull)(x));
        EXPECT_EQ(far.power(1000)(x), Lcg().power(123456789000ull)(x));
    }
}

TEST(Lcg, HasTheFullPeriod)
{
    const std::uint64_t period = std::uint64_t{1} << 32;

    EXPECT_EQ(Lcg().power(period), (Lcg{1, 0})) << "every start comes back after 2^32 steps";
    EXPECT_NE(Lcg().power(period / 2)(0), 0u) << "and not before: the period divides 2^32";
    for (int bits = 1; bits < 32; ++bits) { // the low k bits have the period 2^k
        const std::uint32_t low = (1u << bits) - 1;
        EXPECT_EQ(Lcg().power(std::uint64_t{1} << bits)(12345) & low, 12345u & low);
        EXPECT_NE(Lcg().power(std::uint64_t{1} << (bits - 1))(12345) & low, 12345u & low);
    }
}

} // namespace
} // namespace gaugegl

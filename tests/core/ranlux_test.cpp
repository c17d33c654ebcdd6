// RANLUX against the GNU Scientific Library, number by number.
#include "gaugegl/core/ranlux.h"

#include "gaugegl/base/error.h"

#include <gsl/gsl_rng.h>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace gaugegl {
namespace {

using GslGenerator = std::unique_ptr<gsl_rng, decltype(&gsl_rng_free)>;

/// How many of a million numbers differ.
int differences(Ranlux ranlux, const gsl_rng_type* type, std::uint32_t seed)
{
    const GslGenerator gsl(gsl_rng_alloc(type), gsl_rng_free);
    gsl_rng_set(gsl.get(), seed);
    int count = 0;
    for (int n = 0; n < 1000000; n += 24, ranlux.advance())
        for (const std::uint32_t x : ranlux.block())
            count += x != gsl_rng_get(gsl.get());
    return count;
}

class RanluxSeed : public testing::TestWithParam<std::uint32_t> {};

TEST_P(RanluxSeed, LevelThreeIsThatOfGsl) { EXPECT_EQ(differences({3, GetParam()}, gsl_rng_ranlux, GetParam()), 0); }

TEST_P(RanluxSeed, LevelFourIsThatOfGsl) { EXPECT_EQ(differences({4, GetParam()}, gsl_rng_ranlux389, GetParam()), 0); }

INSTANTIATE_TEST_SUITE_P(Seeds, RanluxSeed,
                         testing::Values(0u, 1u, 2u, 12345u, 314159265u, 2147483562u, 2147483563u, 4294967295u));

TEST(Ranlux, AnotherLevelOrSeedIsNotThatOfGsl)
{
    EXPECT_GT(differences({2, 1u}, gsl_rng_ranlux, 1), 900000);
    EXPECT_GT(differences({3, 2u}, gsl_rng_ranlux, 1), 900000);
}

TEST(Ranlux, LevelsDifferInHowManyNumbersOfOneSequenceTheySkip)
{
    for (int level = 0; level <= 4; ++level) {
        Ranlux all(0, 99), some(level, 99);
        std::vector<std::uint32_t> sequence;
        for (int block = 0; block < 200; ++block, all.advance())
            sequence.insert(sequence.end(), all.block().begin(), all.block().end());

        for (std::size_t block = 0; block < 10; ++block, some.advance()) {
            const std::size_t first = block * std::size_t(ranluxPeriod(level));
            for (std::size_t i = 0; i < 24; ++i)
                ASSERT_EQ(some.block()[i], sequence[first + i]) << "level " << level << ", block " << block;
        }
    }
}

TEST(Ranlux, GoesOnFromItsState)
{
    Ranlux first(3, 7);
    for (int i = 0; i < 100; ++i)
        first.advance();
    Ranlux second(3, first.state());

    for (int i = 0; i < 1000; ++i) {
        first.advance();
        second.advance();
        ASSERT_EQ(second.state(), first.state());
    }
}

TEST(Ranlux, RefusesAnUnknownLevelAndAStateOutOfRange)
{
    RanluxState state = Ranlux(3, 1).state();
    state.carry = 2;

    EXPECT_THROW(Ranlux(5, 1u), InputError);
    EXPECT_THROW(Ranlux(-1, 1u), InputError);
    EXPECT_THROW(Ranlux(3, state), InputError);
    state.carry = 0;
    state.words[23] = 1u << 24;
    EXPECT_THROW(Ranlux(3, state), InputError);
}

} // namespace
} // namespace gaugegl

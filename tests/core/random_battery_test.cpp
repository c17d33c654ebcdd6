// The random numbers of the program, walked through in every direction that it uses, under a battery of tests; and
// that the battery finds what is wrong with bad generators.
#include "core/random_battery.h"

#include "core/lcg.h"
#include "gaugegl/core/random.h"
#include "gaugegl/core/ranlux.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <memory>

namespace gaugegl {
namespace {

using namespace test;

constexpr std::size_t length = std::size_t{1} << 20;

/// What changes from one block of four numbers to the next.
struct Walk {
    const char* name;
    std::function<std::array<double, 4>(std::uint32_t step, Precision)> block;
};

const std::vector<Walk>& walks()
{
    const auto at = [](std::uint32_t sweep, std::uint32_t site, int mu = 0) {
        return RandomSite{.seed = 20261, .purpose = Purpose::HeatBath, .mu = mu, .sweep = sweep, .site = site};
    };
    static const std::vector<Walk> all = {
        {"draws", [=](std::uint32_t n, Precision p) { return uniforms(at(3, n / 65536), n % 65536, p); }},
        {"sites", [=](std::uint32_t n, Precision p) { return uniforms(at(3, n), 0, p); }},
        {"sweeps", [=](std::uint32_t n, Precision p) { return uniforms(at(n, 7), 0, p); }},
        {"mu", [=](std::uint32_t n, Precision p) { return uniforms(at(3, n / 4, int(n % 4)), 0, p); }},
        {"subgroups", // the blocks 0, 256, 512 of a link, then the next link
         [=](std::uint32_t n, Precision p) { return uniforms(at(3, n / 12, int(n / 3 % 4)), 256 * (n % 3), p); }},
        {"seeds",
         [](std::uint32_t n, Precision p) {
             return uniforms({.seed = n, .purpose = Purpose::HotStart, .mu = 1, .sweep = 0, .site = 5}, 0, p);
         }},
    };
    return all;
}

std::vector<double> numbersOf(const Walk& walk, Precision precision)
{
    std::vector<double> numbers;
    for (std::uint32_t n = 0; numbers.size() < length; ++n)
        for (const double u : walk.block(n, precision))
            numbers.push_back(u);
    return numbers;
}

/// The same with one number of each block, as when a site takes one and the next site takes the same of its block.
std::vector<double> oneOfEach(const Walk& walk, std::size_t which)
{
    std::vector<double> numbers;
    for (std::uint32_t n = 0; n < length; ++n)
        numbers.push_back(walk.block(n, Precision::Single)[which]);
    return numbers;
}

class Battery : public testing::TestWithParam<std::size_t> {
protected:
    static const Walk& walk() { return walks()[GetParam()]; }
};

TEST_P(Battery, AcceptsSingleUniforms)
{
    const auto found = implausible(battery(numbersOf(walk(), Precision::Single), 23));
    EXPECT_TRUE(found.empty()) << describe(found);
}

TEST_P(Battery, AcceptsDoubleUniformsToTheirLastBit)
{
    const auto found = implausible(battery(numbersOf(walk(), Precision::Double), 52));
    EXPECT_TRUE(found.empty()) << describe(found);
}

TEST_P(Battery, AcceptsOneNumberOfEachBlock)
{
    for (const std::size_t which : {0, 3}) {
        const auto found = implausible(battery(oneOfEach(walk(), which), 23));
        EXPECT_TRUE(found.empty()) << describe(found);
    }
}

INSTANTIATE_TEST_SUITE_P(Over, Battery, testing::Range(std::size_t{0}, walks().size()),
                         [](const auto& walk) { return walks()[walk.param].name; });

std::vector<double> numbersFrom(const std::function<double()>& next)
{
    std::vector<double> numbers(length);
    std::ranges::generate(numbers, next);
    return numbers;
}

TEST(BatteryOfRanlux, AcceptsTheHighLuxuryLevels)
{
    for (const int level : {3, 4}) {
        Ranlux ranlux(level, 1u);
        std::vector<double> numbers;
        for (; numbers.size() < length; ranlux.advance())
            for (const std::uint32_t x : ranlux.block())
                numbers.push_back(x * 0x1p-24);
        const auto found = implausible(battery(numbers, 24));
        EXPECT_TRUE(found.empty()) << "level " << level << "\n" << describe(found);
    }
}

bool rejects(const std::vector<PValue>& all, const std::string& test)
{
    return std::ranges::any_of(all, [&](const PValue& one) { return !one.plausible() && one.test.starts_with(test); });
}

TEST(BatteryOfBadGenerators, RejectsTheLowBitsOfALinearCongruence)
{
    std::uint32_t x = 1;
    const auto whole = numbersFrom([&] { return (x = Lcg()(x)) * 0x1p-32; });
    const auto low = numbersFrom([&] { return ((x = Lcg()(x)) & 0xffff) * 0x1p-16; });

    EXPECT_TRUE(rejects(bitPatterns(whole, 32), "bit 32"));
    EXPECT_TRUE(rejects(bitPatterns(whole, 32), "bit 28"));
    EXPECT_TRUE(implausible(bitPatterns(whole, 8)).empty()) << "the high bits are better";
    EXPECT_TRUE(rejects(battery(low, 16), "equidistribution in 1"));
}

TEST(BatteryOfBadGenerators, RejectsRandu)
{
    std::uint32_t x = 1;
    const auto numbers = numbersFrom([&] { return (x = 65539 * x % (1u << 31)) * 0x1p-31; });

    EXPECT_FALSE(rejects(battery(numbers, 4), "equidistribution in 1"));
    EXPECT_TRUE(rejects(battery(numbers, 4), "equidistribution in 3")) << "triples lie in fifteen planes";
}

TEST(BatteryOfBadGenerators, RejectsAConstantShiftFromOneToTheNext)
{
    const auto from = numbersOf(walks()[1], Precision::Single);
    std::size_t i = 0;
    const auto shifted = numbersFrom([&] { // every second number is the one before, moved
        const double u = from[i / 2 * 2] + (i % 2 == 1 ? 0.5 : 0);
        ++i;
        return u < 1 ? u : u - 1;
    });

    EXPECT_FALSE(rejects(battery(shifted, 4), "equidistribution in 1"));
    EXPECT_TRUE(rejects(battery(shifted, 4), "equidistribution in 2"));
    EXPECT_TRUE(rejects(battery(shifted, 4), "serial correlation at lag 1"));
    EXPECT_TRUE(rejects(battery(shifted, 4), "permutations"));
}

TEST(BatteryOfBadGenerators, RejectsASmallBiasAndASlowDrift)
{
    const auto good = numbersOf(walks()[1], Precision::Single);
    std::vector<double> biased, sticky;
    for (const double u : good) {
        biased.push_back(std::pow(u, 1.02));
        sticky.push_back(sticky.empty() || u > 0.02 ? u : sticky.back());
    }

    EXPECT_TRUE(rejects(battery(biased, 4), "equidistribution in 1"));
    EXPECT_TRUE(rejects(battery(sticky, 4), "gaps"));
}

/// PractRand judges the words themselves: its RNG_test reads them from a pipe.
TEST(PractRand, FindsNothingInTheWordsOfThePhiloxStreams)
{
    if (std::system("command -v RNG_test > /dev/null 2>&1") != 0) GTEST_SKIP() << "RNG_test of PractRand is not here";
    const std::string report = testing::TempDir() + "gaugegl-practrand";
    const auto close = [](std::FILE* pipe) { pclose(pipe); };
    std::unique_ptr<std::FILE, decltype(close)> pipe(
        popen(("RNG_test stdin32 -tlmin 64MB -tlmax 64MB -multithreaded > " + report).c_str(), "w"), close);
    ASSERT_TRUE(pipe);
    const auto handler = std::signal(SIGPIPE, SIG_IGN); // RNG_test stops reading at its limit
    for (std::uint32_t n = 0; n < (1u << 22); ++n) {
        // The leading 32 bits of double uniforms: 23 of one Philox block and 9 of the other.
        std::array<std::uint32_t, 4> words{};
        const auto u = walks()[1].block(n, Precision::Double);
        for (std::size_t i = 0; i < 4; ++i)
            words[i] = std::uint32_t(u[i] * 0x1p32);
        if (std::fwrite(words.data(), sizeof(words), 1, pipe.get()) != 1) break;
    }
    pipe.reset();
    std::signal(SIGPIPE, handler);

    std::string text;
    if (std::FILE* file = std::fopen(report.c_str(), "r")) {
        for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
            text += char(c);
        std::fclose(file);
    }
    EXPECT_NE(text.find("64 megabytes"), std::string::npos) << text;
    EXPECT_EQ(text.find("FAIL"), std::string::npos) << text;
}

} // namespace
} // namespace gaugegl

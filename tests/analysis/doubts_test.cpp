// What estimates are not vouched for, and that those without doubts are right.
#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/analysis/susceptibility.h"

#include "analysis/autoregressive.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

/// One autoregressive chain after the other, each of other numbers.
class Chains {
public:
    explicit Chains(unsigned seed) : seed_(seed) {}
    std::vector<double> next(double a, int length)
    {
        test::Autoregressive chain(1, a, seed_++);
        std::vector<double> values;
        for (int i = 0; i < length; ++i)
            values.push_back(chain.next()[0]);
        return values;
    }

private:
    unsigned seed_;
};

bool says(const Estimate& estimate, const std::string& words)
{
    for (const std::string& one : doubts(estimate))
        if (one.find(words) != std::string::npos) return true;
    return false;
}

TEST(Doubts, SayThatFewDataGiveNoError)
{
    const Estimate three = gammaMethod(std::vector<double>{0.1, 0.2, 0.4});

    EXPECT_FALSE(known(three));
    ASSERT_EQ(doubts(three).size(), 1U);
    EXPECT_EQ(doubts(three)[0], "the error is not known: 3 data");
    EXPECT_EQ(doubts(gammaMethod(std::vector<double>{0.1}))[0], "the error is not known: 1 datum");
    EXPECT_TRUE(says(secondMoment(std::vector<double>{1, 2, 3}, 1), "not known: 3 data"));
    EXPECT_TRUE(doubts({}).empty());
}

TEST(Doubts, SayThatEqualDataGiveNoError)
{
    EXPECT_EQ(doubts(gammaMethod(std::vector<double>(20, 1.5)))[0], "all 20 data are equal, which gives no error");
}

TEST(Doubts, CompareTheAutocorrelationTimeWithTheLength)
{
    Chains chains(7);
    const double slow = 0.974; // tau_int 38
    EXPECT_TRUE(says(gammaMethod(chains.next(slow, 600)), "% at best: 600 data with tau_int"));
    EXPECT_TRUE(says(gammaMethod(chains.next(0, 20)), "% at best: 20 data"));
    EXPECT_TRUE(doubts(gammaMethod(chains.next(slow, 60000))).empty());
    EXPECT_TRUE(doubts(gammaMethod(chains.next(0, 200))).empty());
}

TEST(Doubts, SeeAChainThatIsNotInEquilibrium)
{
    Chains chains(8);
    std::vector<double> series = chains.next(0.5, 600);
    for (std::size_t i = 0; i < series.size(); ++i)
        series[i] += 30 * std::exp(-double(i) / 60);

    EXPECT_GT(gammaMethod(series).drift, 4);
    EXPECT_TRUE(says(gammaMethod(series), "the first third and the last differ by"));
    EXPECT_TRUE(says(susceptibility(series, 1), "the first third and the last differ by"));
}

// The pull of means of which nothing is said: 1 within 10 %; and few chains in equilibrium are doubted for their drift.
TEST(Doubts, LeaveOutThoseWhoseErrorsAreRight)
{
    constexpr int count = 600;
    for (const double a : {0.0, 0.6, 0.9}) {
        Chains chains(unsigned(1000 + 10000 * a));
        double squares = 0, doubted = 0, adrift = 0;
        for (int i = 0; i < count; ++i) {
            const Estimate mean = gammaMethod(chains.next(a, 3000));
            if (says(mean, "at best"))
                ++doubted;
            else
                squares += mean.mean * mean.mean / (mean.error * mean.error);
            adrift += says(mean, "differ by") ? 1 : 0;
        }
        EXPECT_LT(doubted, count / 10) << a;
        EXPECT_NEAR(std::sqrt(squares / (count - doubted)), 1, 0.1) << a;
        EXPECT_LT(adrift, 0.01 * count) << a;
    }
}

// Rare flips between two sectors, as of Re L: where the error would be much too small there are words (pull 1.6 of the others).
TEST(Doubts, ComeWhereSectorsFlipRarely)
{
    constexpr int count = 200, length = 200;
    Chains chains(11);
    int silent = 0;
    for (int i = 0; i < count; ++i) {
        const std::vector<double> slow = chains.next(0.9, length), fast = chains.next(0, length);
        std::vector<double> series;
        for (int k = 0; k < length; ++k)
            series.push_back((slow[std::size_t(k)] > 0 ? 1 : -1) + 0.3 * fast[std::size_t(k)]);
        silent += doubts(gammaMethod(series)).empty() ? 1 : 0;
    }
    EXPECT_LT(silent, count / 10);
}

} // namespace
} // namespace gaugegl::analysis

// Means and correlators of noisy loops: by hand, and of a synthetic ensemble whose gauge field and noise are known.
#include "analysis/loop_correlator.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace gaugegl::analysis {
namespace {

constexpr std::size_t loopExtent = 6;

/// A gauge part g(t) = mean + a + b(t) of variances 1 and 1/4, and noise of variance 4 that is the same at all t of a vector but for some
/// of variance 1.
std::vector<NoisyLoops> syntheticLoops(std::size_t configurations, std::size_t vectors, double noise)
{
    std::mt19937_64 engine(4);
    std::normal_distribution<double> normal;
    std::vector<NoisyLoops> all;
    for (std::size_t c = 0; c < configurations; ++c) {
        const double common = 3 + normal(engine);
        std::vector<double> gauge;
        for (std::size_t t = 0; t < loopExtent; ++t)
            gauge.push_back(common + 0.5 * normal(engine));
        NoisyLoops& loops = all.emplace_back();
        for (std::size_t n = 0; n < vectors; ++n) {
            const double shift = 2 * noise * normal(engine);
            loops.emplace_back();
            for (const double g : gauge)
                loops.back().push_back(g + shift + noise * normal(engine));
        }
    }
    return all;
}

// D(s) V = 6 (1 + [s = 0] / 4), whatever the noise.
TEST(LoopCorrelator, HasNoBiasOfTheNoise)
{
    const LoopFacts facts{.volume = 48};
    const std::vector<Estimate> found = disconnectedCorrelator(syntheticLoops(4000, 3, 1), facts);

    ASSERT_EQ(found.size(), loopExtent / 2 + 1);
    for (std::size_t s = 0; s < found.size(); ++s) {
        EXPECT_NEAR(found[s].mean, 6.0 / 48 * (s == 0 ? 1.25 : 1), 4 * found[s].error) << s;
        EXPECT_LT(found[s].error, 0.1 * found[s].mean) << s;
    }
}

TEST(LoopCorrelator, IsTheSumOverPairsOfVectors)
{
    const std::vector<NoisyLoops> loops = syntheticLoops(7, 3, 1);
    const std::vector<Estimate> found = disconnectedCorrelator(loops, {.volume = 10});
    for (std::size_t s = 0; s <= loopExtent / 2; ++s) {
        double products = 0, mean = 0;
        for (const NoisyLoops& one : loops)
            for (std::size_t t = 0; t < loopExtent; ++t)
                for (std::size_t n = 0; n < 3; ++n) {
                    mean += one[n][t] / (7.0 * 3 * loopExtent);
                    for (std::size_t m = 0; m < 3; ++m)
                        if (m != n) products += one[n][t] * one[m][(t + s) % loopExtent] / (7.0 * 6);
                }
        EXPECT_NEAR(found[s].mean, (products - loopExtent * mean * mean) / 10, 1e-12) << s;
    }
}

TEST(LoopCorrelator, NeedsTwoVectorsOrNoNoise)
{
    const std::vector<NoisyLoops> loops = syntheticLoops(200, 1, 0);
    EXPECT_TRUE(disconnectedCorrelator(loops, {.volume = 1}).empty());

    const std::vector<Estimate> found = disconnectedCorrelator(loops, {.volume = 1, .exact = true});
    ASSERT_EQ(found.size(), loopExtent / 2 + 1);
    EXPECT_NEAR(found[1].mean, 6, 4 * found[1].error);
    EXPECT_NEAR(found[0].mean, 7.5, 4 * found[0].error);
}

// (1/V) sum_t L has the squared errors 36 (1 + 1/24) / N of the gauge field and (36 * 4 + 6) / (n N) of the noise, over V^2.
TEST(LoopMean, TellsTheNoiseFromTheGaugeField)
{
    const double n = 2000, volume = 12;
    const LoopMean found = loopMean(syntheticLoops(std::size_t(n), 4, 1), {.volume = volume});

    EXPECT_NEAR(found.mean.mean, 6 * 3 / volume, 4 * found.mean.error);
    EXPECT_NEAR(found.noiseError, std::sqrt(150 / (4 * n)) / volume, 0.05 * found.noiseError);
    EXPECT_NEAR(found.gaugeError, std::sqrt(37.5 / n) / volume, 0.2 * found.gaugeError);
    EXPECT_NEAR(std::hypot(found.noiseError, found.gaugeError), found.mean.error, 1e-12);

    const LoopMean one = loopMean(syntheticLoops(100, 1, 1), {.volume = volume});
    EXPECT_TRUE(std::isnan(one.noiseError) && std::isnan(one.gaugeError)) << "one vector has no scatter";
    const LoopMean exact = loopMean(syntheticLoops(100, 1, 0), {.volume = volume, .exact = true});
    EXPECT_EQ(exact.noiseError, 0);
    EXPECT_DOUBLE_EQ(exact.gaugeError, exact.mean.error);
}

} // namespace
} // namespace gaugegl::analysis

#include "gaugegl/analysis/autocorrelation.h"
#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/base/error.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace gaugegl::analysis {
namespace {

/// Two series with means 2 and 5, autocorrelated by `a` and correlated with each other.
struct Pair {
    std::vector<double> x, y;
};

Pair correlatedPair(double a, std::size_t count, unsigned seed)
{
    std::mt19937_64 generator(seed);
    std::normal_distribution<double> normal;
    const double kick = std::sqrt(1 - a * a);
    double u = normal(generator);
    double v = normal(generator);
    Pair pair;
    for (std::size_t i = 0; i < count; ++i) {
        pair.x.push_back(2 + 0.1 * u);
        pair.y.push_back(5 + 0.2 * (0.6 * u + 0.8 * v));
        u = a * u + kick * normal(generator);
        v = a * v + kick * normal(generator);
    }
    return pair;
}

double ratio(std::span<const double> means) { return means[0] / means[1]; }

TEST(Jackknife, OfARatioAgreesWithErrorPropagation)
{
    for (const double a : {0.0, 0.8}) {
        const std::size_t count = 20000;
        const Pair pair = correlatedPair(a, count, 1);

        const Estimate found = jackknife({pair.x, pair.y}, ratio);

        // var(x/y) = var(x)/y^2 + x^2 var(y)/y^4 - 2 x cov(x, y)/y^3 with the exact variances.
        const double single = 0.01 / 25 + 4 * 0.04 / 625 - 2 * 2 * 0.1 * 0.2 * 0.6 / 125;
        const double tau = (1 + a) / (2 * (1 - a));
        const double exact = std::sqrt(single * 2 * tau / double(count));
        EXPECT_NEAR(found.error, exact, 0.1 * exact) << "a = " << a;
        EXPECT_NEAR(found.mean, 0.4, 4 * exact) << "a = " << a;
        EXPECT_NEAR(found.tauInt, tau, 3 * found.tauError) << "a = " << a;
        EXPECT_EQ(found.count, count);
    }
}

TEST(Jackknife, OfAMeanAgreesWithTheGammaMethod)
{
    const Pair pair = correlatedPair(0.7, 20000, 2);

    const Estimate byBins = jackknife({pair.x}, [](std::span<const double> means) { return means[0]; });
    const Estimate byGamma = gammaMethod(pair.x);

    EXPECT_NEAR(byBins.mean, byGamma.mean, 1e-12);
    EXPECT_NEAR(byBins.error, byGamma.error, 0.1 * byGamma.error);
}

TEST(Jackknife, CoversTheTruthIn68PercentOfManyEnsembles)
{
    const unsigned trials = 500;
    int covered = 0;
    for (unsigned seed = 0; seed < trials; ++seed) {
        const Pair pair = correlatedPair(0.6, 1003, 100 + seed); // 1003 is prime to the bin size: bins are unequal
        const Estimate found = jackknife({pair.x, pair.y}, ratio);
        if (std::abs(found.mean - 0.4) < found.error) ++covered;
    }

    const double expected = std::erf(std::sqrt(0.5));
    EXPECT_NEAR(double(covered) / trials, expected, 3 * std::sqrt(expected * (1 - expected) / trials));
}

TEST(Jackknife, WithBinsOfOneIsTheNaiveErrorOfTheMean)
{
    const std::vector<double> series = {1, 2, 4, 8, 16, 32};

    const Estimate found = jackknife(
        {series}, [](std::span<const double> means) { return means[0]; }, Binning{1});

    double variance = 0;
    for (const double value : series)
        variance += (value - 10.5) * (value - 10.5) / (6 * 5);
    EXPECT_NEAR(found.error, std::sqrt(variance), 1e-12);
    EXPECT_DOUBLE_EQ(found.mean, 10.5);
    EXPECT_DOUBLE_EQ(found.tauInt, 0.5);
}

TEST(Jackknife, TakesLargerBinsForSlowerSeries)
{
    const Pair fast = correlatedPair(0.0, 10000, 3);
    const Pair slow = correlatedPair(0.95, 10000, 3);

    EXPECT_GT(jackknifeBinning({slow.x}).size, 3 * jackknifeBinning({fast.x}).size);
    EXPECT_EQ(jackknifeBinning({slow.x, fast.x}).size, jackknifeBinning({fast.x, slow.x}).size);
}

TEST(Jackknife, MakesGoodWhatItsBinsMiss)
{
    const double tau = (1 + 0.95) / (2 * (1 - 0.95)), exact = 0.1 * std::sqrt(2 * tau / 8000);
    const auto identity = [](std::span<const double> means) { return means[0]; };
    double corrected = 0, plain = 0;
    const int trials = 30;
    for (unsigned seed = 0; seed < trials; ++seed) {
        const Pair slow = correlatedPair(0.95, 8000, 50 + seed);
        const Binning binning = jackknifeBinning({slow.x});
        corrected += jackknife({slow.x}, identity, binning).error / trials;
        plain += jackknife({slow.x}, identity, Binning{binning.size}).error / trials;
    }

    EXPECT_LT(plain, 0.95 * exact);
    EXPECT_NEAR(corrected, exact, 0.04 * exact);
}

TEST(Jackknife, GivesAConstantNoErrorAndTooFewBinsAnUnknownOne)
{
    const auto identity = [](std::span<const double> means) { return means[0]; };
    const std::vector<double> constant(20, 0.25);
    const std::vector<double> three = {1, 2, 3};

    EXPECT_EQ(jackknife({constant}, identity).error, 0);
    EXPECT_EQ(jackknife({constant}, identity).tauInt, 0.5);
    EXPECT_EQ(jackknife({three}, identity).mean, 2);
    EXPECT_TRUE(std::isnan(jackknife({three}, identity).error));
    EXPECT_TRUE(std::isnan(jackknife({std::span<const double>{}}, identity).mean));
}

TEST(Jackknife, OfSeveralNumbersHasTheirCovariance)
{
    const Pair pair = correlatedPair(0, 4003, 7); // bins of 2 and 3

    const Replicas means = replicate(
        {pair.x, pair.y}, [](std::span<const double> m) { return std::vector<double>(m.begin(), m.end()); },
        Binning{2});
    const Matrix covariance = covarianceOf(means);
    const Replicas ratios = transformed(means, [](std::span<const double> m) { return std::vector<double>{ratio(m)}; });

    EXPECT_EQ(means.bins(), 2001u);
    EXPECT_NEAR(covariance(0, 0) * 4003, 0.01, 0.001);
    EXPECT_NEAR(covariance(0, 1) * 4003, 0.012, 0.0015);
    EXPECT_EQ(covariance(0, 1), covariance(1, 0));
    EXPECT_DOUBLE_EQ(estimateOf(means, 1).error, std::sqrt(covariance(1, 1)));
    const Estimate direct = jackknife({pair.x, pair.y}, ratio, Binning{2});
    EXPECT_NEAR(estimateOf(ratios, 0).error, direct.error, 1e-12);
    EXPECT_EQ(estimateOf(ratios, 0).mean, direct.mean);
}

TEST(Jackknife, RefusesSeriesOfDifferentLength)
{
    const std::vector<double> three = {1, 2, 3};
    const std::vector<double> four = {1, 2, 3, 4};

    EXPECT_THROW(jackknife({three, four}, ratio), InputError);
    EXPECT_THROW(jackknife({}, ratio), InputError);
}

} // namespace
} // namespace gaugegl::analysis

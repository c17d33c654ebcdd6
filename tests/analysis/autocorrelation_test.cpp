#include "gaugegl/analysis/autocorrelation.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace gaugegl::analysis {
namespace {

/// A stationary series of mean 0 and variance 1 with Gamma(t) = a^t, so tau_int = (1 + a) / (2 (1 - a)).
std::vector<double> autoregressive(double a, std::size_t count, std::mt19937_64& generator)
{
    std::normal_distribution<double> normal;
    std::vector<double> series;
    double x = normal(generator);
    for (std::size_t i = 0; i < count; ++i) {
        series.push_back(x);
        x = a * x + std::sqrt(1 - a * a) * normal(generator);
    }
    return series;
}

double exactTau(double a) { return (1 + a) / (2 * (1 - a)); }

TEST(GammaMethod, FindsTheAutocorrelationTimeAndErrorOfAnAutoregressiveSeries)
{
    std::mt19937_64 generator(1);
    for (const double a : {0.0, 0.5, 0.8, 0.95}) {
        const std::size_t count = 40000;

        const Estimate found = gammaMethod(autoregressive(a, count, generator));

        const double exactError = std::sqrt(2 * exactTau(a) / double(count));
        EXPECT_NEAR(found.tauInt, exactTau(a), 3 * found.tauError) << "a = " << a;
        EXPECT_NEAR(found.error, exactError, 3 * exactError * found.tauError / (2 * found.tauInt)) << "a = " << a;
        EXPECT_NEAR(found.mean, 0, 3.5 * exactError) << "a = " << a;
        EXPECT_LT(found.tauError, 0.15 * found.tauInt) << "a = " << a;
        EXPECT_EQ(found.count, count);
    }
}

TEST(GammaMethod, QuotesErrorsThatCoverTheTruthIn68PercentOfManySeries)
{
    std::mt19937_64 generator(2);
    const int trials = 1000;
    for (const double a : {0.0, 0.8}) {
        int covered = 0;
        for (int i = 0; i < trials; ++i) {
            const Estimate found = gammaMethod(autoregressive(a, 1000, generator));
            if (std::abs(found.mean) < found.error) ++covered;
        }

        const double fraction = double(covered) / trials;

        const double expected = std::erf(std::sqrt(0.5)); // 0.6827
        const double binomial = std::sqrt(expected * (1 - expected) / trials);
        EXPECT_NEAR(fraction, expected, 3 * binomial) << "a = " << a;
    }
}

TEST(GammaMethod, QuotesAnErrorOfTauThatIsItsScatterOverManySeries)
{
    std::mt19937_64 generator(3);
    const int trials = 300;
    double sum = 0;
    double squares = 0;
    double quoted = 0;
    for (int i = 0; i < trials; ++i) {
        const Estimate found = gammaMethod(autoregressive(0.8, 4000, generator));
        sum += found.tauInt;
        squares += found.tauInt * found.tauInt;
        quoted += found.tauError / trials;
    }

    const double mean = sum / trials;
    const double scatter = std::sqrt(squares / trials - mean * mean);

    EXPECT_NEAR(quoted, scatter, 0.2 * scatter);
    EXPECT_NEAR(mean, exactTau(0.8), 0.03 * exactTau(0.8));
}

TEST(GammaMethod, GivesHalfForUncorrelatedData)
{
    std::mt19937_64 generator(4);

    const Estimate found = gammaMethod(autoregressive(0, 10000, generator));

    EXPECT_NEAR(found.tauInt, 0.5, 0.03);
    EXPECT_NEAR(found.error, 0.01, 0.0004);
}

TEST(GammaMethod, CorrectsTheBiasOfFewSamples)
{
    // Gamma(0) = 1/2 and Gamma(1) = 0: the window closes at W = 1, and the bias is 2 W + 1 = 3 times Gamma(0) / 4.
    const Estimate found = gammaMethod(std::vector<double>{1, 0, -1, 0});

    EXPECT_DOUBLE_EQ(found.error, std::sqrt(0.5 * (1 + 0.75) / 4));
    EXPECT_DOUBLE_EQ(found.tauInt, 0.7);
}

TEST(GammaMethod, GivesAConstantSeriesNoError)
{
    const Estimate found = gammaMethod(std::vector<double>(17, 0.1));

    EXPECT_EQ(found.mean, 0.1);
    EXPECT_EQ(found.error, 0);
    EXPECT_EQ(found.tauInt, 0.5);
    EXPECT_EQ(found.tauError, 0);
    EXPECT_TRUE(known(found));
}

TEST(GammaMethod, LeavesTheErrorOfTooFewSamplesUnknown)
{
    const std::vector<double> one = {0.5};

    EXPECT_TRUE(std::isnan(gammaMethod({}).mean));
    EXPECT_EQ(gammaMethod(one).mean, 0.5);
    EXPECT_TRUE(std::isnan(gammaMethod(one).error));
    EXPECT_TRUE(std::isnan(gammaMethod(one).tauInt));
    EXPECT_FALSE(known(gammaMethod(one)));
}

TEST(GammaMethod, GivesShortSeriesAPositiveErrorOrNone)
{
    std::mt19937_64 generator(5);
    for (std::size_t count = 2; count < 40; ++count) {
        for (int i = 0; i < 20; ++i) {
            const Estimate found = gammaMethod(autoregressive(i % 2 == 0 ? 0.0 : 0.9, count, generator));

            EXPECT_TRUE(std::isfinite(found.mean));
            EXPECT_TRUE(std::isnan(found.error) || (std::isfinite(found.error) && found.error > 0));
            EXPECT_EQ(std::isnan(found.error), std::isnan(found.tauInt));
            EXPECT_EQ(std::isnan(found.error), std::isnan(found.tauError));
        }
    }
}

TEST(GammaMethod, LeavesTheErrorOfSamplesThatAreNotNumbersUnknown)
{
    std::vector<double> series(50, 1.0);
    series[7] = std::numeric_limits<double>::quiet_NaN();
    series[9] = std::numeric_limits<double>::infinity();

    EXPECT_FALSE(known(gammaMethod(series)));
}

TEST(GammaMethod, DoesNotDependOnTheOriginOfTheData)
{
    std::mt19937_64 generator(6);
    std::vector<double> series = autoregressive(0.7, 2000, generator);
    const Estimate plain = gammaMethod(series);

    for (double& value : series)
        value = 1e6 + 1e-3 * value;
    const Estimate shifted = gammaMethod(series);

    EXPECT_NEAR(shifted.tauInt, plain.tauInt, 1e-6);
    EXPECT_NEAR(shifted.error, 1e-3 * plain.error, 1e-9);
}

TEST(Autocorrelation, OfAnAutoregressiveSeriesFallsWithItsPowerWithinTheErrors)
{
    std::mt19937_64 generator(4);
    for (const double a : {0.5, 0.8}) {
        const Autocorrelation found = autocorrelation(autoregressive(a, 40000, generator));

        ASSERT_EQ(found.rho.size(), found.error.size());
        ASSERT_GT(found.rho.size(), 10u) << "a = " << a;
        EXPECT_EQ(found.rho[0], 1);
        EXPECT_NEAR(found.error[0], 0, 1e-12);
        for (std::size_t t = 1; t < found.rho.size(); ++t) {
            EXPECT_NEAR(found.rho[t], std::pow(a, double(t)), 4 * found.error[t]) << "a = " << a << ", t = " << t;
            EXPECT_LT(found.error[t], 0.05);
        }
    }
}

TEST(Autocorrelation, HasErrorsThatCoverTheTruthIn68PercentOfManySeries)
{
    std::mt19937_64 generator(5);
    const int trials = 600;
    const double a = 0.6;
    for (const std::size_t t : {1, 3}) {
        int covered = 0;
        for (int i = 0; i < trials; ++i) {
            const Autocorrelation found = autocorrelation(autoregressive(a, 2000, generator));
            if (std::abs(found.rho[t] - std::pow(a, double(t))) < found.error[t]) ++covered;
        }

        const double expected = std::erf(std::sqrt(0.5));
        EXPECT_NEAR(double(covered) / trials, expected, 4 * std::sqrt(expected * (1 - expected) / trials))
            << "t = " << t;
    }
}

TEST(Autocorrelation, IsEmptyWhereItIsNotKnown)
{
    EXPECT_TRUE(autocorrelation(std::vector<double>()).rho.empty());
    EXPECT_TRUE(autocorrelation(std::vector<double>{0.5, 0.6}).rho.empty());
    EXPECT_TRUE(autocorrelation(std::vector<double>(100, 0.25)).rho.empty());
}

} // namespace
} // namespace gaugegl::analysis

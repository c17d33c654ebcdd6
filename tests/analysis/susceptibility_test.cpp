#include "gaugegl/analysis/susceptibility.h"

#include "autoregressive.h"

#include <gtest/gtest.h>

namespace gaugegl::analysis {
namespace {

constexpr double exactPosition = 2.3, exactHeight = 12, exactCurvature = -40;

double exactCurve(double beta)
{
    return exactHeight * std::exp(exactCurvature * (beta - exactPosition) * (beta - exactPosition));
}

PeakData measuredPeak(unsigned seed, double relativeError)
{
    std::mt19937_64 generator(seed);
    std::normal_distribution<double> normal;
    PeakData data;
    for (const double beta : {2.24, 2.26, 2.28, 2.295, 2.31, 2.33, 2.35, 2.37}) {
        Estimate estimate;
        estimate.error = relativeError * exactCurve(beta);
        estimate.mean = exactCurve(beta) + estimate.error * normal(generator);
        data.beta.push_back(beta);
        data.value.push_back(estimate);
    }
    return data;
}

TEST(Susceptibility, QuotesErrorsThatCoverTheVarianceIn68Percent)
{
    const int trials = 400;
    for (const double a : {0.0, 0.7}) {
        int covered = 0;
        for (int trial = 0; trial < trials; ++trial) {
            test::Autoregressive chain(1, a, unsigned(trial) + 1);
            std::vector<double> values;
            for (int n = 0; n < 1000; ++n)
                values.push_back(0.2 + 0.05 * chain.next()[0]);
            const Estimate found = susceptibility(values, 1728);
            covered += std::abs(found.mean - 1728 * 0.0025) < found.error ? 1 : 0;
        }

        EXPECT_NEAR(double(covered) / trials, test::oneSigma(), 3 * test::errorOfCoverage(trials)) << "a = " << a;
    }
}

TEST(Susceptibility, OfAChargeIsItsMeanSquare)
{
    const std::vector<double> charges = {1, -1, 2, 0, -2, 0, 1, -1};

    EXPECT_DOUBLE_EQ(secondMoment(charges, 16).mean, 12.0 / 8 / 16);
    Estimate two;
    two.mean = 16;
    two.error = 0.32;
    EXPECT_DOUBLE_EQ(power(two, 0.25).mean, 2);
    EXPECT_DOUBLE_EQ(power(two, 0.25).error, 0.01);
}

TEST(Susceptibility, BinderCumulantTellsPhasesApart)
{
    std::mt19937_64 generator(5);
    std::normal_distribution<double> normal;
    std::vector<double> real, complex;
    for (int n = 0; n < 20000; ++n) {
        const double x = normal(generator), y = normal(generator);
        real.push_back(std::abs(x));
        complex.push_back(std::hypot(x, y));
    }

    EXPECT_DOUBLE_EQ(binderCumulant(std::vector<double>{0.3, 0.3, 0.3, 0.3}).mean, 2.0 / 3);
    for (const auto& [values, exact] : {std::pair{&real, 0.0}, std::pair{&complex, 1.0 / 3}}) {
        const Estimate found = binderCumulant(*values);
        EXPECT_NEAR(found.mean, exact, 4 * found.error);
        EXPECT_LT(found.error, 0.03);
    }
}

TEST(Susceptibility, FreeEnergyOfAQuarkIsTheLogarithmOfTheLoop)
{
    Estimate loop;
    loop.mean = std::exp(-1.2);
    loop.error = 0.02 * loop.mean;

    const Estimate energy = freeEnergy(loop, 4);

    EXPECT_DOUBLE_EQ(energy.mean, 0.3); // <|L|> = exp(-F/T), T = 1/(4 a)
    EXPECT_DOUBLE_EQ(energy.error, 0.005);
}

TEST(Peak, IsFoundWhereItIs)
{
    const Peak peak = fitPeak(measuredPeak(1, 0.03));

    ASSERT_EQ(peak.failure, "");
    EXPECT_TRUE(peak.good);
    EXPECT_NEAR(peak.position.mean, exactPosition, 3.5 * peak.position.error);
    EXPECT_NEAR(peak.height.mean, exactHeight, 3.5 * peak.height.error);
    EXPECT_LT(peak.position.error, 0.01);
    EXPECT_NEAR(peak.at(2.31), exactCurve(2.31), 0.1 * exactHeight);
}

TEST(Peak, QuotesAnErrorThatCoversTheTruthIn68Percent)
{
    const int trials = 1000;
    int covered = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const Peak peak = fitPeak(measuredPeak(unsigned(trial) + 1, 0.03));
        covered += std::abs(peak.position.mean - exactPosition) < peak.position.error ? 1 : 0;
    }

    EXPECT_NEAR(double(covered) / trials, test::oneSigma(), 3 * test::errorOfCoverage(trials));
}

TEST(Peak, SaysWhyThereIsNone)
{
    PeakData few = measuredPeak(1, 0.03), rising = measuredPeak(1, 0.03), unknown = measuredPeak(1, 0.03);
    few.beta.resize(3);
    few.value.resize(3);
    for (std::size_t k = 0; k < rising.beta.size(); ++k) {
        rising.value[k].mean = std::exp(k * 0.1 + 0.02 * double(k * k));
        rising.value[k].error = 0.01 * rising.value[k].mean;
    }
    unknown.value[2].error = std::nan("");

    EXPECT_EQ(fitPeak(few).failure, "a peak needs 4 couplings at least, there are 3");
    EXPECT_NE(fitPeak(rising).failure.find("no maximum"), std::string::npos) << fitPeak(rising).failure;
    EXPECT_EQ(fitPeak(unknown).failure, "the susceptibility at beta = 2.28 has no error: too few measurements");
    for (const PeakData& data : {few, rising, unknown})
        EXPECT_FALSE(fitPeak(data).good);
}

TEST(Peak, OutsideTheCouplingsIsNotGood)
{
    PeakData slope = measuredPeak(1, 0.001);
    slope.beta.resize(4);
    slope.value.resize(4);

    const Peak peak = fitPeak(slope);

    ASSERT_EQ(peak.failure, "");
    EXPECT_FALSE(peak.good) << peak.position.mean << " beyond " << peak.last;
}

} // namespace
} // namespace gaugegl::analysis

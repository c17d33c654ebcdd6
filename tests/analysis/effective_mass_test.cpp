#include "gaugegl/analysis/effective_mass.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace gaugegl::analysis {
namespace {

std::vector<double> coshCorrelator(double mass, int extent, double factor = 1)
{
    std::vector<double> c;
    for (int t = 0; t < extent; ++t)
        c.push_back(factor * (std::exp(-mass * t) + std::exp(-mass * (extent - t))));
    return c;
}

TEST(EffectiveMass, OfASingleStateIsItsMassAtEveryTime)
{
    for (const int extent : {4, 16, 64})
        for (const double mass : {1e-3, 0.3, 1.0, 5.0}) {
            const std::vector<double> c = coshCorrelator(mass, extent, 7);
            for (int t = 0; 2 * t < extent; ++t)
                EXPECT_NEAR(coshMass(c[std::size_t(t)], c[std::size_t(t + 1)], t, extent), mass,
                            1e-9 * mass + 1e-13 / mass)
                    << extent << " " << mass << " " << t;
        }
}

TEST(EffectiveMass, OfARisingOrChangingCorrelatorIsUnknown)
{
    EXPECT_TRUE(std::isnan(coshMass(1, 1.01, 0, 8)));
    EXPECT_TRUE(std::isnan(coshMass(1, -0.5, 0, 8)));
    EXPECT_TRUE(std::isnan(coshMass(1, 0, 0, 8)));
    EXPECT_TRUE(std::isnan(coshMass(std::nan(""), 1, 0, 8)));
    EXPECT_EQ(coshMass(1, 1, 2, 8) < 1e-7, true);
}

TEST(EffectiveMass, FoldingTakesTheMeanOfBothDirections)
{
    EXPECT_EQ(folded({8, 4, 2, 6}), (std::vector<double>{8, 5, 2}));
}

TEST(EffectiveMass, OfNoisyCorrelatorsHasTheMassWithinItsError)
{
    std::mt19937_64 engine(5);
    std::normal_distribution<double> noise(0, 1);
    CorrelatorSeries series;
    for (int i = 0; i < 64; ++i) {
        series.push_back(coshCorrelator(0.5, 8));
        for (double& c : series.back())
            c *= 1 + 0.01 * noise(engine);
    }

    const std::vector<Estimate> masses = effectiveMasses(series), means = averageCorrelator(series);

    ASSERT_EQ(masses.size(), 4u);
    ASSERT_EQ(means.size(), 8u);
    for (std::size_t t = 0; t < 3; ++t) { // at T/2 - 1 the ratio is closer to 1 than the noise
        EXPECT_GT(masses[t].error, 0);
        EXPECT_LT(masses[t].error, 0.05);
        EXPECT_NEAR(masses[t].mean, 0.5, 4 * masses[t].error) << t;
    }
    EXPECT_NEAR(means[2].mean, coshCorrelator(0.5, 8)[2], 4 * means[2].error);
}

TEST(EffectiveMass, OfThePlateauIsThatOfItsTimesAlone)
{
    std::vector<double> c = coshCorrelator(0.5, 16);
    c[1] *= 3; // not on it
    c[15] *= 3;

    EXPECT_NEAR(plateauMass({c}).mean, 0.5, 1e-9);
    EXPECT_NEAR(plateauMass({coshCorrelator(0.7, 4)}).mean, 0.7, 1e-9);
}

TEST(EffectiveMass, OfCorrelatorsWithoutSymmetryIsThatOfTheirExponential)
{
    std::vector<double> c(16);
    for (std::size_t t = 0; t < c.size(); ++t)
        c[t] = 3 * std::exp(-0.9 * double(t));

    const std::vector<Estimate> masses = exponentialMasses({c});

    ASSERT_EQ(masses.size(), 8u);
    for (const Estimate& mass : masses)
        EXPECT_NEAR(mass.mean, 0.9, 1e-12);
    EXPECT_NEAR(plateauMass({c}, /*symmetric=*/false).mean, 0.9, 1e-12);
}

TEST(EffectiveMass, OfOneConfigurationHasNoError)
{
    const std::vector<Estimate> masses = effectiveMasses({coshCorrelator(0.5, 8)});

    EXPECT_NEAR(masses[0].mean, 0.5, 1e-9);
    EXPECT_FALSE(known(masses[0]));
}

} // namespace
} // namespace gaugegl::analysis

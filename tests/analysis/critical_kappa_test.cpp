// kappa_c from correlators whose masses are known.
#include "analysis/critical_kappa.h"
#include "gaugegl/base/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace gaugegl::analysis {
namespace {

constexpr int extent = 16;
constexpr double kappaCritical = 0.135, slope = 1.7;

double massAt(double kappa) { return std::sqrt(slope * (1 / (2 * kappa) - 1 / (2 * kappaCritical))); }

/// cosh correlators with noise that all distances and masses of a configuration share in part.
std::vector<CorrelatorSeries> pions(const std::vector<double>& kappas, double noise, int configurations, int seed)
{
    std::mt19937_64 engine{std::uint64_t(seed)};
    std::normal_distribution<double> gaussian;
    std::vector<CorrelatorSeries> all(kappas.size());
    for (int n = 0; n < configurations; ++n) {
        const double common = 0.2 * gaussian(engine);
        for (std::size_t k = 0; k < kappas.size(); ++k) {
            const double m = massAt(kappas[k]) + noise * (common + gaussian(engine));
            std::vector<double> correlator;
            for (int t = 0; t < extent; ++t)
                correlator.push_back(std::cosh(m * (extent / 2 - t)) / std::cosh(m * extent / 2));
            all[k].push_back(correlator);
        }
    }
    return all;
}

const std::vector<double> kappas = {0.130, 0.132, 0.133, 0.134};

TEST(CriticalKappa, OfExactCorrelatorsIsExact)
{
    const CriticalKappa found = criticalKappa(kappas, pions(kappas, 1e-9, 8, 1));

    EXPECT_NEAR(found.kappa.mean, kappaCritical, 1e-9);
    EXPECT_NEAR(found.slope.mean, slope, 1e-6);
    ASSERT_EQ(found.squaredMasses.size(), kappas.size());
    for (std::size_t k = 0; k < kappas.size(); ++k)
        EXPECT_NEAR(found.squaredMasses[k].mean, std::pow(massAt(kappas[k]), 2), 1e-7);
}

TEST(CriticalKappa, IsWithinItsErrorsOfTheTruthInTwoOfThreeEnsembles)
{
    int within = 0;
    constexpr int ensembles = 200;
    for (int seed = 0; seed < ensembles; ++seed) {
        const CriticalKappa found = criticalKappa(kappas, pions(kappas, 0.01, 40, seed));
        if (std::abs(found.kappa.mean - kappaCritical) < found.kappa.error) ++within;
    }
    EXPECT_NEAR(within / double(ensembles), 0.68, 0.1);
}

TEST(CriticalKappa, IsUnknownWithoutTwoMassesOrErrors)
{
    EXPECT_TRUE(std::isnan(criticalKappa({0.13}, pions({0.13}, 0.01, 20, 1)).kappa.mean));
    EXPECT_TRUE(std::isnan(criticalKappa(kappas, pions(kappas, 0.01, 2, 1)).kappa.mean));
    EXPECT_TRUE(std::isnan(criticalKappa(kappas, std::vector<CorrelatorSeries>(4)).kappa.mean));
    std::vector<CorrelatorSeries> rising = pions(kappas, 0.01, 20, 1);
    for (std::vector<double>& correlator : rising[1])
        for (int t = 0; t < extent; ++t)
            correlator[std::size_t(t)] = 1.0 + std::min(t, extent - t); // no mass
    EXPECT_TRUE(std::isnan(criticalKappa(kappas, rising).kappa.mean));
    EXPECT_THROW(criticalKappa({0.13}, pions(kappas, 0.01, 20, 1)), InputError);
}

} // namespace
} // namespace gaugegl::analysis

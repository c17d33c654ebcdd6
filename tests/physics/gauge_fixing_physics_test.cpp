// Simulated annealing against overrelaxation, arXiv:1209.4008: on rough lattices, which have many gauge copies, the
// maxima that annealing finds are higher.  One configuration and one random start for each of 20 seeds, by the code of
// the CPU in single precision; the numbers are printed.
#include "gaugegl/host/gauge_fixing.h"
#include "gaugegl/reference/dirac.h"
#include "gaugegl/reference/update.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace gaugegl {
namespace {

constexpr int seeds = 20, copies = 1;
constexpr double significance = 3;   ///< standard errors
constexpr double largestLoss = 1e-4; ///< of one seed

/// A rough configuration: some sweeps from the hot start.
template<int N>
LinkVector configuration(const Lattice& lattice, double beta, std::uint64_t seed)
{
    reference::GaugeField<N> u = reference::hotStart<N>(lattice, seed, Precision::Double);
    for (std::uint32_t sweep = 0; sweep < 30; ++sweep)
        reference::heatBathSweep(u, {.beta = beta}, seed, sweep, Precision::Double);
    return reference::linkVector(u);
}

/// The highest functional of the copies.
double best(host::GaugeFixer<float>& fixer, const LinkVector& links, GaugeFixing fixing)
{
    double highest = 0;
    for (int copy = 0; copy < copies; ++copy, ++fixing.seed) {
        fixer.upload(links);
        const FixingResult result = fixer.fix(fixing);
        EXPECT_TRUE(result.converged) << "seed " << fixing.seed << ", theta " << result.theta;
        highest = std::max(highest, result.functional);
    }
    return highest;
}

template<int N>
void expectHigherMaxima(const Lattice& lattice, double beta, int steps)
{
    host::GaugeFixer<float> fixer(lattice, N == 2 ? Group::SU2 : Group::SU3);
    double sum = 0, squares = 0, least = 1;
    for (int seed = 1; seed <= seeds; ++seed) {
        const LinkVector links = configuration<N>(lattice, beta, std::uint64_t(seed));
        GaugeFixing fixing{.tolerance = 1e-10, .seed = 1000 * std::uint64_t(seed), .randomStart = true};
        const double overrelaxed = best(fixer, links, fixing);
        fixing.method = FixingMethod::Annealing;
        fixing.annealing.steps = steps;
        const double gain = best(fixer, links, fixing) - overrelaxed;
        sum += gain;
        squares += gain * gain;
        least = std::min(least, gain);
    }
    const double mean = sum / seeds, error = std::sqrt((squares / seeds - mean * mean) / (seeds - 1));
    std::printf("SU(%d) %s beta %.2f: annealing is higher by %.6f +- %.6f, %.1f standard errors; least %+.6f\n", N,
                lattice.name().c_str(), beta, mean, error, mean / error, least);

    EXPECT_GT(mean, significance * error);
    EXPECT_GT(least, -largestLoss);
}

TEST(AnnealingTest, FindsHigherMaximaThanOverrelaxationInSU2)
{
    expectHigherMaxima<2>(Lattice({8, 8, 8, 8}), 1.0, 500);
}

TEST(AnnealingTest, FindsHigherMaximaThanOverrelaxationInSU3)
{
    expectHigherMaxima<3>(Lattice({8, 8, 8, 8}), 5.0, 200);
}

} // namespace
} // namespace gaugegl

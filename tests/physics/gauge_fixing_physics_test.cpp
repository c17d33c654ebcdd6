// Simulated annealing against overrelaxation, arXiv:1209.4008: on rough lattices, which have many gauge copies, the
// maxima that annealing finds are higher, with as many copies.  One configuration for each of 20 seeds, every copy from
// a random start, by the code of the CPU in single precision for the same processor everywhere: chains of annealing
// that differ by rounding end differently.  The numbers are printed.
#include "host/gauge_fixing.h"
#include "reference/dirac.h"
#include "reference/update.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace gaugegl {
namespace {

constexpr int seeds = 20;
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

/// What is compared.
struct Comparison {
    Lattice lattice;
    double beta = 0; ///< of rough configurations
    int copies = 1;  ///< of which the best counts
    int steps = 0;   ///< of annealing
};

/// The highest functional of so many copies.
double best(host::GaugeFixer<float>& fixer, const LinkVector& links, GaugeFixing fixing, int copies)
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
void expectHigherMaxima(const Comparison& what)
{
    host::GaugeFixer<float> fixer(what.lattice, N == 2 ? Group::SU2 : Group::SU3, host::InstructionSet::Baseline);
    double sum = 0, squares = 0, least = 1;
    for (int seed = 1; seed <= seeds; ++seed) {
        const LinkVector links = configuration<N>(what.lattice, what.beta, std::uint64_t(seed));
        GaugeFixing fixing{.tolerance = 1e-10, .seed = 1000 * std::uint64_t(seed - 1), .randomStart = true};
        const double overrelaxed = best(fixer, links, fixing, what.copies);
        fixing.method = FixingMethod::Annealing;
        fixing.annealing.steps = what.steps;
        const double gain = best(fixer, links, fixing, what.copies) - overrelaxed;
        sum += gain;
        squares += gain * gain;
        least = std::min(least, gain);
    }
    const double mean = sum / seeds, error = std::sqrt((squares / seeds - mean * mean) / (seeds - 1));
    std::printf("SU(%d) %s beta %.2f: annealing is higher by %.6f +- %.6f, %.1f standard errors; least %+.6f\n", N,
                what.lattice.name().c_str(), what.beta, mean, error, mean / error, least);

    EXPECT_GT(mean, significance * error);
    EXPECT_GT(least, -largestLoss);
}

TEST(AnnealingTest, FindsHigherMaximaThanOverrelaxationInSU2)
{
    expectHigherMaxima<2>({.lattice = Lattice({8, 8, 8, 8}), .beta = 1.0, .copies = 1, .steps = 500});
}

TEST(AnnealingTest, FindsHigherMaximaThanOverrelaxationInSU3)
{
    expectHigherMaxima<3>({.lattice = Lattice({6, 6, 6, 6}), .beta = 5.0, .copies = 2, .steps = 1000});
}

} // namespace
} // namespace gaugegl

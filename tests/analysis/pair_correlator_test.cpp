// Correlators of Polyakov loops: their sums by hand, their separations, and the fit of a string.
#include "analysis/pair_correlator.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <random>

namespace gaugegl::analysis {
namespace {

using Complex = std::complex<double>;

std::vector<Complex> randomLoops(const Space& extents)
{
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    std::vector<Complex> loops;
    for (int k = 0; k < extents[0] * extents[1] * extents[2]; ++k)
        loops.emplace_back(normal(random), normal(random));
    return loops;
}

TEST(PairCorrelator, IsTheMeanOverAllPairs)
{
    const Space extents = {4, 6, 8};
    const std::vector<Complex> loops = randomLoops(extents);
    const auto at = [&](int x, int y, int z) {
        return loops[std::size_t((x + 4) % 4 + 4 * ((y + 6) % 6 + 6 * ((z + 8) % 8)))];
    };
    const std::vector<Separation> all = separations(extents, 2, false);
    const std::vector<double> found = pairCorrelator(extents, loops, all);
    ASSERT_EQ(found.size(), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        Complex sum = 0;
        const auto [a, b, c] = all[k].steps;
        for (int z = 0; z < 8; ++z)
            for (int y = 0; y < 6; ++y)
                for (int x = 0; x < 4; ++x)
                    for (const int i : {a, -a})
                        for (const int j : {b, -b})
                            for (const int l : {c, -c})
                                sum += at(x, y, z) * std::conj(at(x + i, y + j, z + l));
        EXPECT_NEAR(found[k], sum.real() / (8.0 * double(loops.size())), 1e-12) << all[k].name();
    }
}

TEST(PairCorrelator, HasSeparationsByLength)
{
    std::vector<std::string> names;
    for (const Separation& one : separations({4, 4, 4}, 2, false))
        names.push_back(one.name());
    EXPECT_EQ(names, (std::vector<std::string>{"(1,0,0)", "(1,1,0)", "(1,1,1)", "(2,0,0)"}));
    const std::vector<Separation> axes = separations({8, 4, 8}, 2, true);
    ASSERT_EQ(axes.size(), 4u); // (1,0,0), (0,1,0), (2,0,0), (0,2,0)
    EXPECT_EQ(axes[0].all.size(), 4u);
    EXPECT_EQ(axes[1].all.size(), 2u);
    EXPECT_EQ(axes[3].all.size(), 1u); // both ways around are one
    EXPECT_THROW(separations({8, 4, 8}, 3, false), InputError);
    EXPECT_THROW(separations({8, 4, 8}, 0, false), InputError);
}

TEST(PairCorrelator, GivesTheStringThatItWasMadeOf)
{
    const PairLattice lattice{.extents = {12, 16, 16}, .time = 6};
    const std::vector<Separation> axes = separations(lattice.extents, 6, true);
    const auto potential = [](double r) { return 0.5 + 0.06 * r - std::numbers::pi / (12 * r); };
    std::mt19937 random(7);
    std::normal_distribution<double> normal(0, 0.02);
    std::vector<std::vector<double>> correlators;
    for (int configuration = 0; configuration < 400; ++configuration) {
        std::vector<double>& one = correlators.emplace_back();
        for (const Separation& separation : axes) {
            double sum = 0; // over the ways around
            for (const int x : {separation.steps[0], 12 - separation.steps[0]})
                for (const int y : {separation.steps[1], 16 - separation.steps[1]})
                    for (const int z : {separation.steps[2], 16 - separation.steps[2]})
                        sum += std::exp(-lattice.time * potential(std::sqrt(double(x * x + y * y + z * z))));
            one.push_back(sum * (1 + normal(random)));
        }
    }
    const Replicas energies = freeEnergies(correlators, lattice.time);
    const auto fit = fitString(energies, axes, 2, lattice);
    ASSERT_TRUE(fit);
    EXPECT_EQ(fit->distances.size(), 10u);
    EXPECT_NEAR(fit->tension.mean, 0.06, 4 * fit->tension.error);
    EXPECT_NEAR(fit->constant.mean, 0.5, 4 * fit->constant.error);
    EXPECT_LT(fit->tension.error, 2e-4);
    EXPECT_GT(fit->probability, 1e-3);
    EXPECT_NEAR(fit->energies.back(), energies.centre.back(), 0.01) << "half the lattice in x, two ways";
    EXPECT_FALSE(fitString(energies, axes, 6, lattice)); // two separations
    EXPECT_FALSE(fitString(freeEnergies({correlators[0], correlators[1]}, lattice.time), axes, 2, lattice));
}

} // namespace
} // namespace gaugegl::analysis

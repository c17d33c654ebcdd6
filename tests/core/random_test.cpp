#include "core/philox.h"
#include "gaugegl/core/random.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace gaugegl {
namespace {

// Known answers of the Random123 distribution (kat_vectors, philox4x32, 10 rounds).
TEST(Philox, GivesTheKnownAnswers)
{
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
              (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Uniforms, SinglesAreTheRoundedDoubles)
{
    for (std::uint32_t site = 0; site < 1000; ++site) {
        const RandomSite at{.seed = 12345678901234u, .purpose = Purpose::Test, .mu = 2, .sweep = 7, .site = site};

        const auto single = uniforms(at, 3, Precision::Single);
        const auto inDouble = uniforms(at, 3, Precision::Double);

        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_NEAR(single[i], inDouble[i], 0x1p-23);
            EXPECT_EQ(double(float(single[i])), single[i]) << "a single uniform must be a float";
            EXPECT_GT(single[i], 0.0);
            EXPECT_LT(single[i], 1.0);
        }
    }
}

// Moments of the uniform distribution within five standard errors, and a chi-square over 64 bins.
TEST(Uniforms, AreUniform)
{
    const int sites = 100000, bins = 64;
    double mean = 0, square = 0, serial = 0;
    std::vector<int> histogram(bins);
    for (std::uint32_t site = 0; site < sites; ++site) {
        const auto u =
            uniforms({.seed = 1, .purpose = Purpose::Test, .mu = 0, .sweep = 0, .site = site}, 0, Precision::Single);
        mean += u[0];
        square += u[1] * u[1];
        serial += (u[2] - 0.5) * (u[3] - 0.5);
        ++histogram[std::size_t(u[0] * bins)];
    }
    double chi2 = 0;
    for (int count : histogram)
        chi2 += std::pow(count - double(sites) / bins, 2) / (double(sites) / bins);

    EXPECT_NEAR(mean / sites, 0.5, 5 * std::sqrt(1.0 / 12 / sites));
    EXPECT_NEAR(square / sites, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / sites));
    EXPECT_NEAR(serial / sites, 0.0, 5 * std::sqrt(1.0 / 144 / sites));
    EXPECT_NEAR(chi2, bins - 1, 5 * std::sqrt(2.0 * (bins - 1)));
}

} // namespace
} // namespace gaugegl

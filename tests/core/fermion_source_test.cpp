#include "core/fermion_source.h"

#include "gaugegl/core/random.h"

#include <cmath>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

const Lattice lattice({4, 6, 8, 10});

// The formula of CONVENTIONS.md written out for component 5 of one site: the second pair of block 2.
TEST(GaussianSource, TakesTheGaussiansOfTheConventions)
{
    const std::int64_t site = 1234;
    const auto g = gaussians({77, Purpose::FermionSource, 0, 0, std::uint32_t(site)}, 2, Precision::Double);

    const FermionVector eta = gaussianSource(lattice, FermionKind::Wilson, Group::SU3, 77);

    ASSERT_EQ(eta.size(), std::size_t(lattice.volume()) * 12);
    EXPECT_LT(std::abs(eta[std::size_t(site) * 12 + 5] - std::complex(g[2], g[3]) / std::sqrt(2.0)), 1e-15);
}

TEST(GaussianSource, HasUnitVarianceForEachComponentAndNoMean)
{
    for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered}) {
        const FermionVector eta = gaussianSource(lattice, kind, Group::SU3, 5);
        std::complex<double> mean = 0, square = 0;
        double norm = 0, fourth = 0;
        for (const std::complex<double>& c : eta) {
            mean += c;
            square += c * c;
            norm += std::norm(c);
            fourth += std::norm(c) * std::norm(c);
        }
        const double n = double(eta.size()), fiveSigma = 5 / std::sqrt(n);
        EXPECT_LT(std::abs(mean) / n, fiveSigma);
        EXPECT_LT(std::abs(square) / n, std::sqrt(2.0) * fiveSigma) << "real and imaginary parts must be independent";
        EXPECT_NEAR(norm / n, 1, fiveSigma);
        EXPECT_NEAR(fourth / n, 2, std::sqrt(20.0) * fiveSigma);
    }
}

TEST(GaussianSource, DependsOnTheSeedAndIsReproducible)
{
    const auto source = [](std::uint64_t seed) {
        return gaussianSource(lattice, FermionKind::Staggered, Group::SU2, seed);
    };

    EXPECT_EQ(source(8), source(8));
    EXPECT_NE(source(8), source(9));
    EXPECT_NE(source(8)[0], source(8)[2]) << "sites differ";
}

} // namespace
} // namespace gaugegl

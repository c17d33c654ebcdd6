// Noise has the moments of its roots of 1, and dilution cuts it into parts that do not overlap.
#include "gaugegl/core/noise.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <tuple>

namespace gaugegl {
namespace {

const Lattice noisyLattice({2, 4, 6, 8});

TEST(Noise, HasTheMomentsOfItsType)
{
    for (const NoiseType type : {NoiseType::Z2, NoiseType::Z3, NoiseType::Z4, NoiseType::Gaussian}) {
        SCOPED_TRACE(choiceName(type));
        const FermionVector eta = noiseSource(noisyLattice, FermionKind::Wilson, Group::SU3, type, 5);
        ASSERT_EQ(eta.size(), std::size_t(noisyLattice.volume()) * 12);
        std::array<std::complex<double>, 4> powers{}; // eta .. eta^4
        double norm = 0;
        for (const std::complex<double>& c : eta) {
            std::complex<double> power = 1;
            for (auto& sum : powers)
                sum += power *= c;
            norm += std::norm(c);
            if (type != NoiseType::Gaussian) {
                ASSERT_NEAR(std::abs(c), 1, 1e-15);
            }
        }
        const double n = double(eta.size()), fiveSigma = 5 / std::sqrt(n);
        EXPECT_NEAR(norm / n, 1, fiveSigma);
        const int order = type == NoiseType::Gaussian ? 0 : 2 + int(type);
        for (int k = 1; k <= 4; ++k) {
            const double expected = order > 0 && k % order == 0 ? 1 : 0;
            EXPECT_LT(std::abs(powers[std::size_t(k - 1)] / n - expected), fiveSigma * std::sqrt(std::tgamma(k + 1)))
                << k;
        }
    }
}

TEST(Noise, IsNewForEverySeedAndNotThatOfTheRandomSource)
{
    const auto of = [](std::uint64_t seed) {
        return noiseSource(noisyLattice, FermionKind::Staggered, Group::SU2, NoiseType::Gaussian, seed);
    };
    EXPECT_EQ(of(8), of(8));
    EXPECT_NE(of(8), of(9));
    EXPECT_NE(of(8), gaussianSource(noisyLattice, FermionKind::Staggered, Group::SU2, 8));
}

TEST(Dilution, CutsNoiseIntoPartsThatDoNotOverlap)
{
    const Group group = Group::SU3;
    for (const auto& [text, kind, count] : {std::tuple("none", FermionKind::Wilson, 1),
                                            {"time", FermionKind::Wilson, 8},
                                            {"spin", FermionKind::Wilson, 4},
                                            {"colour", FermionKind::Staggered, 3},
                                            {"even-odd", FermionKind::Staggered, 2},
                                            {"even-odd,time", FermionKind::Staggered, 16},
                                            {"colour,spin,time,even-odd", FermionKind::Wilson, 192},
                                            {"sites", FermionKind::Staggered, 384}}) {
        SCOPED_TRACE(text);
        const Dilution dilution = Dilution::parse(text);
        const FermionVector eta = noiseSource(noisyLattice, kind, group, NoiseType::Z4, 1);
        ASSERT_EQ(dilution.parts(noisyLattice, kind, group), count);
        FermionVector sum(eta.size());
        std::size_t numbers = 0;
        const std::size_t components = std::size_t(fermionComponents(kind, group));
        for (int k = 0; k < count; ++k) {
            const FermionVector part = dilution.part(eta, k, noisyLattice, kind, group);
            std::set<int> times, spinsOfPart, coloursOfPart, parities;
            for (std::size_t i = 0; i < part.size(); ++i) {
                if (part[i] == 0.0) continue;
                const Coordinates x = noisyLattice.coordinates(std::int64_t(i / components));
                times.insert(x[3]);
                parities.insert(Lattice::parity(x));
                spinsOfPart.insert(int(i % components) / 3);
                coloursOfPart.insert(int(i % 3));
                sum[i] += part[i];
                ++numbers;
            }
            ASSERT_FALSE(times.empty()) << k;
            EXPECT_EQ(times.size(), dilution.time || dilution.sites ? 1u : 8u);
            EXPECT_EQ(parities.size(), dilution.evenOdd || dilution.sites ? 1u : 2u);
            EXPECT_EQ(spinsOfPart.size(), dilution.spin || !hasSpin(kind) ? 1u : 4u);
            EXPECT_EQ(coloursOfPart.size(), dilution.colour ? 1u : 3u);
        }
        EXPECT_EQ(numbers, eta.size());
        EXPECT_EQ(sum, eta);
    }
}

std::string dilutionRefusal(const char* text)
{
    try {
        Dilution::parse(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Dilution, OfAnotherTextIsRefusedByItsName)
{
    EXPECT_EQ(dilutionRefusal("space"), "dilution 'space' is none of none, time, spin, colour, even-odd, sites");
    EXPECT_EQ(dilutionRefusal("time,time"), "dilution 'time' is given twice");
    for (const char* wrong : {"", "time,", "none,time", "sites,time", "even-odd,sites", "Time"})
        EXPECT_NE(dilutionRefusal(wrong), "accepted") << wrong;
    EXPECT_TRUE(Dilution::parse("sites,spin,colour").isComplete(FermionKind::Wilson));
    EXPECT_FALSE(Dilution::parse("sites,colour").isComplete(FermionKind::Wilson));
    EXPECT_TRUE(Dilution::parse("sites,colour").isComplete(FermionKind::Staggered));
    EXPECT_FALSE(Dilution::parse("time,spin,colour,even-odd").isComplete(FermionKind::Wilson));
}

} // namespace
} // namespace gaugegl

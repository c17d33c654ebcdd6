// Low modes on the host: the spectra of the reference, of free quarks, and what gauge transformations leave alone.
#include "fermion/low_modes_support.h"

#include "gaugegl/base/error.h"

#include <numbers>
#include <numeric>

namespace gaugegl::testing_support {
namespace {

struct ModesCase {
    SpectralType type;
    Group group;
    bool improved;
};

std::string modesName(const testing::TestParamInfo<ModesCase>& info)
{
    std::string text =
        choiceName(info.param.type) + "_" + name(info.param.group) + (info.param.improved ? "_improved" : "");
    std::erase(text, '-');
    return text;
}

std::vector<ModesCase> modesCases()
{
    std::vector<ModesCase> cases;
    for (const SpectralTraits& of : spectralTraits)
        for (const Group group : {Group::SU2, Group::SU3})
            for (const bool improved : {false, true})
                if (hasEvenOdd(of.dirac) && (!improved || group == Group::SU3))
                    cases.push_back({of.type, group, improved});
    return cases;
}

class LowModesTest : public testing::TestWithParam<ModesCase> {};

TEST_P(LowModesTest, AreThoseOfTheReferenceAtBothEnds)
{
    const auto& [type, group, improved] = GetParam();
    const HostGaugeField links = hotLinks(group == Group::SU2 ? Lattice({2, 2, 2, 4}) : Lattice({2, 2, 2, 2}), group);
    const SpectralParameters of = matrixOfTest(type, improved);
    std::vector<double> spectrum = referenceSpectrum(links, of);
    const auto finder = hostModeFinder(links, of);

    expectModes(finder->find({.count = 18, .precision = SolverPrecision::Double}), spectrum, 1e-9);
    expectModes(finder->find({.count = 7, .precision = SolverPrecision::Mixed}), spectrum, 1e-8);
    expectModes(finder->find({.count = 7, .precision = SolverPrecision::Single}), spectrum, 1e-4);
    std::ranges::reverse(spectrum);
    expectModes(finder->find({.count = 6, .largest = true, .precision = SolverPrecision::Double}), spectrum, 1e-9);
    expectModes(finder->find({.count = 6, .largest = true, .precision = SolverPrecision::Mixed}), spectrum, 1e-8);
}

TEST_P(LowModesTest, AreTheWholeSpectrumWithVanishingSumsOfChiralities)
{
    const auto& [type, group, improved] = GetParam();
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 2}), group);
    const SpectralParameters of = matrixOfTest(type, improved);
    const std::size_t rows = rowsOf(of, links.lattice, group);

    const LowModes modes = hostModeFinder(links, of)->find({.count = int(rows), .precision = SolverPrecision::Double});

    expectModes(modes, referenceSpectrum(links, of), 1e-9);
    EXPECT_LT(orthonormality(modes), 1e-11);
    if (!traits(type).wholeLattice) return;
    ASSERT_EQ(modes.chiralities.size(), rows); // tr gamma_5 = 0
    EXPECT_NEAR(std::accumulate(modes.chiralities.begin(), modes.chiralities.end(), 0.0), 0, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Host, LowModesTest, testing::ValuesIn(modesCases()), modesName);

/// All momenta 2 pi (n + theta / 2) / L.
std::vector<std::array<double, 4>> momenta(const Lattice& lattice, const BoundaryPhases& boundary)
{
    std::vector<std::array<double, 4>> all;
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const Coordinates n = lattice.coordinates(site);
        std::array<double, 4> p{};
        for (std::size_t mu = 0; mu < 4; ++mu)
            p[mu] = std::numbers::pi * (2 * n[mu] + boundary.theta[mu]) / lattice.extent(int(mu));
        all.push_back(p);
    }
    return all;
}

/// Eigenvalues, each so many times, the smallest first.
std::vector<double> repeated(std::vector<double> values, int times)
{
    std::ranges::sort(values);
    std::vector<double> all;
    for (const double value : values)
        all.insert(all.end(), std::size_t(times), value);
    return all;
}

/// How often a value is among others.
int timesIn(const std::vector<double>& values, double value)
{
    return int(std::ranges::count_if(values, [value](double one) { return std::abs(one - value) < 1e-9; }));
}

TEST(LowModes, OfFreeWilsonQuarksAreThoseOfMomentumSpaceWithAllTheirMultiplicities)
{
    const Lattice lattice({4, 2, 6, 4});
    SpectralParameters of{SpectralType::HermitianWilson, {.boundary = BoundaryPhases::parse("antiperiodic")}};
    of.dirac.kappa = kappaOfBareMass(-0.3);
    std::vector<double> squares;
    for (const auto& p : momenta(lattice, of.dirac.boundary)) {
        double mass = -0.3, square = 0;
        for (const double x : p) {
            mass += 1 - std::cos(x);
            square += std::sin(x) * std::sin(x);
        }
        squares.push_back(std::sqrt(mass * mass + square));
    }
    const std::vector<double> expected = repeated(squares, 12); // half of them negative

    const LowModes modes =
        hostModeFinder(freeLinks(lattice), of)->find({.count = 28, .precision = SolverPrecision::Double});

    ASSERT_EQ(modes.status, SolverStatus::Converged);
    int negative = 0;
    for (std::size_t k = 0; k < 28; ++k) {
        EXPECT_NEAR(std::abs(modes.eigenvalues[k]), expected[k], 1e-9) << k;
        EXPECT_LT(modes.residuals[k], 1e-7) << k;
        EXPECT_EQ(2 * modes.multiplicities[k], timesIn(expected, expected[k])) << k;
        negative += modes.eigenvalues[k] < 0 ? 1 : 0;
        if (k % 24 == 23 && expected[k] < expected[k + 1] - 1e-6) {
            EXPECT_EQ(2 * negative, int(k) + 1) << k;
        }
    }
}

TEST(LowModes, OfFreeStaggeredQuarksAreThoseOfMomentumSpace)
{
    const Lattice lattice({4, 6, 2, 8});
    SpectralParameters of{SpectralType::Staggered,
                          {.type = DiracType::Staggered, .boundary = BoundaryPhases::parse("0,0.5,0,1:spread")}};
    std::vector<double> squares;
    for (const auto& p : momenta(lattice, of.dirac.boundary)) {
        double square = 0;
        for (const double x : p)
            square += std::sin(x) * std::sin(x);
        squares.push_back(square);
    }
    std::vector<double> expected = repeated(squares, 3);
    for (std::size_t k = 0; k < expected.size() / 2; ++k) // half of each on the even sites
        expected[k] = expected[2 * k];

    const LowModes modes = hostModeFinder(freeLinks(lattice), of)->find({.count = 26});

    ASSERT_EQ(modes.status, SolverStatus::Converged);
    expected.resize(expected.size() / 2);
    for (std::size_t k = 0; k < 26; ++k) {
        EXPECT_NEAR(modes.eigenvalues[k], expected[k], 1e-9) << k;
        EXPECT_EQ(modes.multiplicities[k], timesIn(expected, expected[k])) << k;
    }
    EXPECT_TRUE(modes.lastLevelComplete);
}

TEST(LowModes, DoNotChangeUnderGaugeTransformations)
{
    const Lattice lattice({4, 2, 6, 4});
    const auto u = reference::hotStart<3>(lattice, 8, Precision::Double);
    const auto other =
        reference::transformed(u, reference::randomGaugeTransformation<3>(lattice, 3, Precision::Double));
    for (const SpectralType type : {SpectralType::Clover, SpectralType::Wilson, SpectralType::Staggered}) {
        const SpectralParameters of = matrixOfTest(type);
        const ModeChoice choice{.count = 6, .precision = SolverPrecision::Double};

        const LowModes a = hostModeFinder({lattice, Group::SU3, reference::linkVector(u)}, of)->find(choice);
        const LowModes b = hostModeFinder({lattice, Group::SU3, reference::linkVector(other)}, of)->find(choice);

        for (std::size_t k = 0; k < 6; ++k) {
            EXPECT_NEAR(a.eigenvalues[k], b.eigenvalues[k], 1e-10) << k;
            if (!a.chiralities.empty()) {
                EXPECT_NEAR(a.chiralities[k], b.chiralities[k], 1e-6) << k;
            }
        }
    }
}

TEST(LowModes, OfTheHermitianOperatorMoveWithTheMassByTheirChirality)
{
    const HostGaugeField links = hotLinks(Lattice({4, 2, 2, 4}), Group::SU3); // d lambda / d M0 = (v, gamma_5 v)
    SpectralParameters of = matrixOfTest(SpectralType::HermitianWilson), more = of;
    constexpr double step = 1e-5;
    more.dirac.kappa = kappaOfBareMass(of.bareMass() + step);
    const ModeChoice choice{.count = 4, .precision = SolverPrecision::Double};

    const LowModes a = hostModeFinder(links, of)->find(choice), b = hostModeFinder(links, more)->find(choice);

    for (std::size_t k = 0; k < 4; ++k)
        EXPECT_NEAR((b.eigenvalues[k] - a.eigenvalues[k]) / step, a.chiralities[k], 1e-3) << k;
}

TEST(LowModes, OfStaggeredQuarksInSu2ComeInPairs)
{
    const HostGaugeField links = hotLinks(Lattice({4, 2, 2, 4}), Group::SU2);
    SpectralParameters of{SpectralType::Staggered, {.type = DiracType::Staggered}};

    const LowModes modes = hostModeFinder(links, of)->find({.count = 9}); // the first of a pair is the last

    ASSERT_EQ(modes.status, SolverStatus::Converged);
    for (std::size_t k = 0; k < 8; k += 2) {
        EXPECT_NEAR(modes.eigenvalues[k], modes.eigenvalues[k + 1], 1e-9) << k;
        EXPECT_GT(modes.eigenvalues[k + 2] - modes.eigenvalues[k], 1e-6) << k;
    }
}

TEST(LowModes, RefuseWhatCannotBeFound)
{
    const Lattice lattice({2, 2, 2, 2});
    const HostGaugeField links = hotLinks(lattice, Group::SU3);
    const auto finder = hostModeFinder(links, matrixOfTest(SpectralType::Wilson));

    EXPECT_THROW(finder->find({.count = 0}), InputError);
    EXPECT_THROW(finder->find({.count = 97}), InputError);
    EXPECT_THROW(finder->find({.precision = SolverPrecision::Mixed16}), InputError);
    EXPECT_THROW(finder->find({.tolerance = -1}), InputError);
    EXPECT_THROW(kappaOfBareMass(-3.5), InputError);
    SpectralParameters none = matrixOfTest(SpectralType::Clover);
    none.dirac.clover = 0;
    EXPECT_THROW(hostModeFinder(links, none), InputError);
    SpectralParameters isospin = matrixOfTest(SpectralType::Wilson);
    isospin.dirac.isospinMu = 0.1;
    EXPECT_THROW(hostModeFinder(links, isospin), InputError);
    SpectralParameters staggered = matrixOfTest(SpectralType::Staggered);
    staggered.dirac.mass = 0;
    EXPECT_NO_THROW(hostModeFinder(links, staggered));
    staggered.dirac.mass = -0.1;
    EXPECT_THROW(hostModeFinder(links, staggered), InputError);
}

} // namespace
} // namespace gaugegl::testing_support

// Modes are the smallest, or largest, and all of them: of heavy quarks, whose spectra are narrow, beside the reference and by
// Sylvester's count, and of free ones, which are degenerate.
#include "fermion/low_modes_support.h"

namespace gaugegl::testing_support {
namespace {

SpectralParameters wilsonOf(double kappa)
{
    SpectralParameters of = matrixOfTest(SpectralType::Wilson);
    of.dirac.kappa = kappa;
    return of;
}

std::vector<SpectralParameters> heavyQuarks()
{
    SpectralParameters twisted = matrixOfTest(SpectralType::TwistedMass);
    twisted.dirac.mu = 5;
    SpectralParameters staggered = matrixOfTest(SpectralType::Staggered);
    staggered.dirac.mass = 2.5;
    SpectralParameters whole = matrixOfTest(SpectralType::HermitianWilson);
    whole.dirac.kappa = kappaOfBareMass(6);
    return {wilsonOf(0.05), wilsonOf(0.07), wilsonOf(0.002), twisted, staggered, whole};
}

/// Between number count and the next there must be a gap; as many modes as were found lie below it.
void expectCount(const Dense& matrix, const std::vector<double>& spectrum, const LowModes& modes)
{
    const std::size_t count = modes.eigenvalues.size();
    const double last = std::abs(modes.eigenvalues.back()), next = std::abs(spectrum[count]);
    ASSERT_GT(next - last, 1e-7) << "the test needs a gap";
    EXPECT_EQ(moduliBelow(matrix, 0.5 * (last + next)), int(count));
}

TEST(CompleteModes, OfHeavyQuarksAreTheSmallestAndTheLargest)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 4}), Group::SU2);
    for (const SpectralParameters& of : heavyQuarks()) {
        const Dense matrix = referenceMatrix(links, of);
        std::vector<double> spectrum = spectrumOf(matrix);
        const double scale = std::abs(spectrum.back());
        const auto finder = hostModeFinder(links, of);
        // Of SU(2) staggered eigenvalues come in pairs.
        const LowModes exact = finder->find({.count = 10, .precision = SolverPrecision::Double});
        expectModes(exact, spectrum, 1e-9 * scale);
        expectCount(matrix, spectrum, exact);
        expectModes(finder->find({.count = 6, .precision = SolverPrecision::Mixed}), spectrum, 1e-9 * scale);
        expectModes(finder->find({.count = 6, .precision = SolverPrecision::Single}), spectrum, 1e-5 * scale);
        std::ranges::reverse(spectrum);
        expectModes(finder->find({.count = 6, .largest = true, .precision = SolverPrecision::Double}), spectrum,
                    1e-9 * scale);
        expectModes(finder->find({.count = 6, .largest = true, .precision = SolverPrecision::Mixed}), spectrum,
                    1e-9 * scale);
    }
}

TEST(CompleteModes, OfStaggeredQuarksAreThoseWithoutMassAndItsSquare)
{
    const HostGaugeField links = hotLinks(Lattice({4, 4, 4, 4}), Group::SU3);
    SpectralParameters of{SpectralType::Staggered, {.type = DiracType::Staggered}};
    const LowModes massless = hostModeFinder(links, of)->find({.count = 10, .precision = SolverPrecision::Double});
    for (const double mass : {0.5, 2.5, 40.0}) {
        of.dirac.mass = mass;
        const auto finder = hostModeFinder(links, of);
        for (const auto precision : {SolverPrecision::Double, SolverPrecision::Mixed}) {
            const LowModes modes = finder->find({.count = 10, .precision = precision});
            ASSERT_EQ(modes.status, SolverStatus::Converged) << mass << ' ' << name(modes.status);
            for (std::size_t k = 0; k < 10; ++k)
                EXPECT_NEAR(modes.eigenvalues[k] - mass * mass, massless.eigenvalues[k], 1e-12 * (1 + mass * mass))
                    << mass << ' ' << k;
        }
    }
}

/// Modes of free quarks on a periodic lattice.
LowModes freeModes(SpectralParameters of, int count, SolverPrecision precision)
{
    of.dirac.boundary = BoundaryPhases::parse("periodic");
    return hostModeFinder(freeLinks(Lattice({4, 4, 4, 4})), of)->find({.count = count, .precision = precision});
}

void expectMultiplicities(const LowModes& modes, int multiplicity)
{
    ASSERT_EQ(modes.status, SolverStatus::Converged) << name(modes.status);
    EXPECT_TRUE(modes.lastLevelComplete);
    for (const int found : modes.multiplicities)
        EXPECT_EQ(found, multiplicity) << describe(modes.of);
    EXPECT_LT(modes.restarts, 100); // in mixed precision it took hours
}

TEST(CompleteModes, OfFreeQuarksHaveTheirMultiplicitiesInEveryPrecision)
{
    SpectralParameters staggered{SpectralType::Staggered, {.type = DiracType::Staggered, .mass = 0.1}};
    SpectralParameters massless = staggered;
    massless.dirac.mass = 0;
    SpectralParameters clover{SpectralType::Clover, {.kappa = kappaOfBareMass(0.1), .clover = 1}};
    for (const auto& [precision, count] :
         {std::pair(SolverPrecision::Single, 2), {SolverPrecision::Mixed, 1}, {SolverPrecision::Double, 2}}) {
        // 16 momenta of components 0 and pi, 3 colours, half on the even sites.
        const LowModes modes = freeModes(staggered, count, precision);
        expectMultiplicities(modes, 24);
        EXPECT_NEAR(modes.eigenvalues.at(0), 0.01, 1e-6);
        expectMultiplicities(freeModes(massless, count, precision), 24);
        // Momentum 0, 4 spins and 3 colours, half of either sign.
        const LowModes ofClover = freeModes(clover, count, precision);
        expectMultiplicities(ofClover, 6);
        EXPECT_NEAR(std::abs(ofClover.eigenvalues.at(0)), 0.1, 1e-5);
    }
}

TEST(CompleteModes, OfSu2StaggeredQuarksAreTwofold)
{
    const HostGaugeField links = hotLinks(Lattice({4, 2, 2, 4}), Group::SU2);
    const SpectralParameters of{SpectralType::Staggered, {.type = DiracType::Staggered}};
    const auto finder = hostModeFinder(links, of);

    const LowModes modes = finder->find({.count = 5}), some = finder->find({.count = 5, .wholeLevels = false});

    EXPECT_EQ(modes.multiplicities, std::vector<int>(5, 2)); // that of the last one, too
    EXPECT_TRUE(modes.lastLevelComplete);
    EXPECT_FALSE(some.lastLevelComplete);
    EXPECT_EQ(some.multiplicities.at(3), 2);
}

TEST(CompleteModes, AreNoneWhereTheToleranceIsNotReached)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 4}), Group::SU3);
    const auto finder = hostModeFinder(links, matrixOfTest(SpectralType::Staggered));
    const ModeChoice choice{.count = 4, .precision = SolverPrecision::Single, .tolerance = 1e-14};

    const LowModes modes = finder->find(choice);

    EXPECT_EQ(modes.status, SolverStatus::Stagnation);
    EXPECT_TRUE(modes.eigenvalues.empty());
    EXPECT_TRUE(modes.vectors.empty());
    EXPECT_LT(modes.converged, 4);
    EXPECT_EQ(whyNone(modes, choice), "0 of 4 modes were found (stagnation)");
}

} // namespace
} // namespace gaugegl::testing_support

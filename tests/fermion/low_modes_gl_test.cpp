// Low modes on both shader paths.
#include "fermion/eigen/device_modes.h"
#include "fermion/low_modes_support.h"
#include "support/device_fixture.h"

namespace gaugegl::testing_support {
namespace {

class LowModesGlTest : public DeviceTest {};

TEST_P(LowModesGlTest, AreThoseOfTheReference)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 2}), group());
    const bool exact = precision() == Precision::Double;
    for (const SpectralType type : {SpectralType::Clover, SpectralType::TwistedMass, SpectralType::Staggered}) {
        const SpectralParameters of = matrixOfTest(type, /*improved=*/true);
        const auto finder = deviceModeFinder(device(), links, of);
        const auto spectrum = referenceSpectrum(links, of);

        if (exact)
            expectModes(finder->find({.count = 6, .precision = SolverPrecision::Double}), spectrum, 1e-9);
        else {
            expectModes(finder->find({.count = 6, .precision = SolverPrecision::Mixed}), spectrum, 1e-8);
            expectModes(finder->find({.count = 3, .precision = SolverPrecision::Single}), spectrum, 1e-4);
        }
    }
}

TEST_P(LowModesGlTest, AreThoseOfTheHost)
{
    const HostGaugeField links = hotLinks(Lattice({4, 6, 2, 8}), group());
    const SpectralParameters of = matrixOfTest(SpectralType::HermitianWilson);
    const ModeChoice choice{
        .count = 5, .precision = precision() == Precision::Double ? SolverPrecision::Double : SolverPrecision::Mixed};

    const LowModes onDevice = deviceModeFinder(device(), links, of)->find(choice);
    const LowModes onHost = hostModeFinder(links, of)->find(choice);

    ASSERT_EQ(onDevice.status, SolverStatus::Converged);
    for (std::size_t k = 0; k < 5; ++k) {
        EXPECT_NEAR(onDevice.eigenvalues[k], onHost.eigenvalues[k], 1e-8) << k;
        EXPECT_NEAR(onDevice.chiralities[k], onHost.chiralities[k], 1e-4) << k;
        EXPECT_LT(onDevice.residuals[k], 1e-7) << k;
    }
}

TEST_P(LowModesGlTest, OfFreeQuarksAreFoundWithTheirMultiplicities)
{
    if (group() != Group::SU3) GTEST_SKIP() << "of one group";
    const bool exact = precision() == Precision::Double;
    const SpectralParameters staggered{SpectralType::Staggered, {.type = DiracType::Staggered, .mass = 0.1}},
        clover{SpectralType::Clover, {.kappa = kappaOfBareMass(0.1), .clover = 1}};
    for (auto [of, multiplicity] : {std::pair{staggered, 24}, {clover, 6}}) {
        of.dirac.boundary = BoundaryPhases::parse("periodic");
        const LowModes modes =
            deviceModeFinder(device(), freeLinks(Lattice({4, 4, 4, 4})), of)
                ->find({.count = 2, .precision = exact ? SolverPrecision::Double : SolverPrecision::Mixed});

        ASSERT_EQ(modes.status, SolverStatus::Converged) << name(modes.status);
        EXPECT_EQ(modes.multiplicities, std::vector<int>(2, multiplicity)) << describe(of);
        EXPECT_LT(modes.restarts, 100); // where it did not end there were thousands
    }
}

INSTANTIATE_TEST_SUITE_P(Device, LowModesGlTest, testing::ValuesIn(quickVariants()), variantName);

} // namespace
} // namespace gaugegl::testing_support

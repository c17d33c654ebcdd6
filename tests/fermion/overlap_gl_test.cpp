// Overlap quarks on a device against those of the host, which are checked against the reference.
#include "fermion/overlap_support.h"

#include "core/fermion_source.h"
#include "fermion/eigen/device_modes.h"
#include "fermion/solve/device_inversion.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/observables/topology.h"
#include "gaugegl/gauge/update/update.h"
#include "support/device_fixture.h"

#include <set>

namespace gaugegl::testing_support {
namespace {

const Lattice little({2, 4, 2, 4});

class OverlapGlTest : public DeviceTest {
protected:
    bool doubles() const { return GetParam().precision == Precision::Double; }
    HostGaugeField links() const { return hotLinks(little, group()); }
};

const Lattice least({2, 2, 2, 2});

TEST_P(OverlapGlTest, QuarksAreThoseOfTheHost)
{
    const DiracParameters dirac = overlapOfTest();
    FermionVector b(std::size_t(little.volume()) * std::size_t(fermionComponents(FermionKind::Wilson, group())));
    b[5] = {0.3, 1};
    if (!doubles()) b[1] = -0.2; // of the other chirality
    const Inversion expected =
        hostInverter(links(), dirac)->solve(b, {.precision = SolverPrecision::Double, .tolerance = 1e-11});
    const auto inverter = deviceInverter(device(), links(), dirac);
    const auto expectSolved = [&](const SolverChoice& choice) {
        const Inversion x = inverter->solve(b, choice);
        EXPECT_TRUE(x.converged()) << name(x.status);
        EXPECT_LE(x.relativeResidual, choice.tolerance);
        EXPECT_LT(gaugegl::deviation(x.solution, expected.solution), 20 * choice.tolerance);
    };
    expectSolved({.precision = doubles() ? SolverPrecision::Double : SolverPrecision::Mixed, .tolerance = 1e-9});
    if (!doubles()) expectSolved({.precision = SolverPrecision::Single, .tolerance = 1e-5});
    EXPECT_THROW(inverter->solve(b, {.precision = doubles() ? SolverPrecision::Mixed : SolverPrecision::Double}),
                 InputError);
}

TEST_P(OverlapGlTest, ModesAreThoseOfTheHost)
{
    if (doubles() || group() == Group::SU3 || GetParam().path == Path::Fragment)
        GTEST_SKIP() << "one search: the operator is compared on every path";
    DiracParameters dirac = overlapOfTest();
    dirac.signModes = 2;
    const SpectralParameters of{SpectralType::Overlap, dirac};
    const HostGaugeField links = hotLinks(least, group());
    const ModeChoice choice{.count = 2, .precision = SolverPrecision::Single, .tolerance = 1e-3};
    const LowModes expected = hostModeFinder(links, of)->find(choice);
    const LowModes modes = deviceModeFinder(device(), links, of)->find(choice);
    ASSERT_EQ(modes.status, SolverStatus::Converged);
    ASSERT_EQ(modes.imaginary.size(), 2u);
    EXPECT_EQ(modes.index, expected.index);
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_NEAR(modes.eigenvalues[k], expected.eigenvalues[k], 1e-4);
        EXPECT_NEAR(modes.imaginary[k], expected.imaginary[k], 1e-4);
    }
}

/// The charge of links after a flow that leaves little but instantons, and the index of what is left.
TEST(OverlapIndexTest, IsMinusTheChargeOfFlowedConfigurations)
{
    Device* device = sharedDevice(Path::Compute, Precision::Single);
    if (device == nullptr) GTEST_SKIP() << "no OpenGL here";
    const Lattice lattice({6, 6, 6, 6});
    GaugeField u(*device, lattice, Group::SU2);
    hotStart(u, 3);
    std::set<int> charges; // that were compared
    std::uint32_t sweep = 0;
    for (int configuration = 0; configuration < 12 && charges.size() < 2; ++configuration) {
        for (int k = 0; k < 20; ++k)
            heatBathSweep(u, {.beta = 2.3}, 3, sweep++);
        GradientFlow flow(u, {.step = 0.1});
        flow.flowTo(3);
        const double charge = TopologyMeter(*device, lattice, Group::SU2).measure(flow.field(), true).chargeImproved;
        const int whole = int(std::lround(charge));
        if (std::abs(charge - whole) > 0.1 || charges.contains(whole))
            continue; // an instanton falls through the lattice
        charges.insert(whole);
        const SpectralParameters of{SpectralType::Overlap, {.type = DiracType::Overlap, .rho = 1.4, .signModes = 8}};
        const LowModes modes = hostModeFinder(download(flow.field()), of)
                                   ->find({.count = 1, .precision = SolverPrecision::Single, .tolerance = 1e-3});
        EXPECT_EQ(modes.index, -whole) << charge;
    }
    EXPECT_EQ(charges.size(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Device, OverlapGlTest, testing::ValuesIn(quickVariants()), variantName);

} // namespace
} // namespace gaugegl::testing_support

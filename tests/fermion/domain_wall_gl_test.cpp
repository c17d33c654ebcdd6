// Domain-wall quarks of the device's inverter on both shader paths, against the reference.
#include "fermion/domain_wall_support.h"

#include "core/fermion_source.h"
#include "fermion/solve/device_inversion.h"
#include "support/device_fixture.h"

namespace gaugegl::testing_support {
namespace {

const Lattice ofWalls({4, 2, 2, 6});

class DomainWallGlTest : public DeviceTest {
protected:
    void expectQuarksOfTheReference(const DiracParameters& dirac, const SolverChoice& choice)
    {
        SCOPED_TRACE(describe(dirac) + " " + choiceName(choice.precision));
        const HostGaugeField links =
            group() == Group::SU2
                ? HostGaugeField{ofWalls, group(),
                                 reference::linkVector(reference::hotStart<2>(ofWalls, 5, Precision::Double))}
                : HostGaugeField{ofWalls, group(),
                                 reference::linkVector(reference::hotStart<3>(ofWalls, 5, Precision::Double))};
        const FermionVector eta = gaussianSource(ofWalls, FermionKind::Wilson, group(), 4);
        const WallQuarks expected = wallQuarks(links, dirac, eta);

        const Inversion x = deviceInverter(device(), links, dirac)->solve(eta, choice);

        EXPECT_TRUE(x.converged()) << name(x.status);
        EXPECT_LT(gaugegl::deviation(x.solution, expected.quarks), conditionOfWalls * choice.tolerance);
        if (!expected.midpoint.empty()) {
            EXPECT_LT(gaugegl::deviation(x.midpoint, expected.midpoint), conditionOfWalls * choice.tolerance);
        }
    }
};

TEST_P(DomainWallGlTest, QuarksAreThoseOfTheReference)
{
    const bool doubles = GetParam().precision == Precision::Double;
    std::vector<DiracParameters> walls = everyWall(); // which the host solves too, with the same operator
    if (GetParam().storage == Storage::Buffer || GetParam().path == Path::Fragment) walls = {walls[1], walls[2]};
    for (const DiracParameters& dirac : walls)
        expectQuarksOfTheReference(
            dirac, {.precision = doubles ? SolverPrecision::Double : SolverPrecision::Mixed, .tolerance = 1e-10});
    if (doubles) return;
    expectQuarksOfTheReference(walls.front(), {.precision = SolverPrecision::Single, .tolerance = 1e-5});
    if (GetParam().storage == Storage::Texture)
        expectQuarksOfTheReference(everyWall()[1], {.precision = SolverPrecision::Mixed16, .tolerance = 1e-10});
}

INSTANTIATE_TEST_SUITE_P(Device, DomainWallGlTest, testing::ValuesIn(allStorages()), variantName);

} // namespace
} // namespace gaugegl::testing_support

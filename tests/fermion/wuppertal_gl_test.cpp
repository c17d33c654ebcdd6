// Smearing of quarks on devices against the host.
#include "fermion/measure/device_smearer.h"
#include "fermion/operators/wuppertal.h"
#include "host/stout_links.h"

#include "checks/oracle_field.h"
#include "fermion/device_fermions.h"
#include "support/device_fixture.h"

namespace gaugegl::testing_support {
namespace {

class WuppertalSmearing : public DeviceTest {
protected:
    const Lattice lattice_ = Lattice({4, 6, 8, 10});
    const HostGaugeField links_ = hostField(hotField(lattice_, group(), 7));
    const FermionVector psi_ = gaussianSource(lattice_, FermionKind::Wilson, group(), 3);
    static constexpr WuppertalSteps steps{.alpha = 0.7, .steps = 4};

    double tolerance() const { return precision() == Precision::Single ? 2e-6 : 2e-14; }
    FermionVector onHost(const BoundaryPhases& boundary) const
    {
        FermionVector psi = psi_;
        hostSmearer({links_, boundary, {0.1, 2}}, lattice_)->smear(psi, steps);
        return psi;
    }
};

TEST_P(WuppertalSmearing, IsThatOfTheHostWithAnyPhases)
{
    for (const BoundaryPhases& boundary :
         {BoundaryPhases{{0.25, 0, -0.5, 1}, false}, BoundaryPhases{{0.5, 1, 0, 1}, true}}) {
        FermionVector psi = psi_;
        deviceSmearer(device(), {links_, boundary, {0.1, 2}}, lattice_)->smear(psi, steps);
        EXPECT_LT(gaugegl::deviation(psi, onHost(boundary)), tolerance());
    }
}

TEST_P(WuppertalSmearing, IsTheSameOnCardsWithFewRegisters)
{
    GaugeField u(device(), lattice_, group());
    upload(u, host::stoutSmeared(links_, {0.1, 2}, lattice_, 3));
    const DeviceWuppertal smearing(u, {}, Registers::Few);
    Spinors psi = smearing.makeSpinors();
    const int components = fermionComponents(FermionKind::Wilson, group());
    for (int parity = 0; parity < 2; ++parity)
        upload(psi[std::size_t(parity)], halfOf(lattice_, psi_, parity, components));
    smearing.smear(psi, steps);
    const FermionVector expected = onHost({});
    for (int parity = 0; parity < 2; ++parity)
        EXPECT_LT(
            gaugegl::deviation(downloaded(psi[std::size_t(parity)]), halfOf(lattice_, expected, parity, components)),
            tolerance());
}

TEST_P(WuppertalSmearing, WithoutStepsChangesNoBit)
{
    FermionVector psi = psi_;
    const auto smearer = deviceSmearer(device(), {links_, {}, {}}, lattice_);
    smearer->smear(psi, {.alpha = 0.5, .steps = 0});
    smearer->smear(psi, {.alpha = 0, .steps = 5});
    EXPECT_EQ(psi, psi_);
}

INSTANTIATE_TEST_SUITE_P(Device, WuppertalSmearing, testing::ValuesIn(allStorages()), variantName);

} // namespace
} // namespace gaugegl::testing_support

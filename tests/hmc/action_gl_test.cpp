// Laws of every action: the force is the gradient of the energy, the energy after drawing is that of the noise, and
// both are gauge invariant.
#include "core/fermion_source.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/fields/transfer.h"
#include "hmc/action.h"
#include "hmc/forces.h"

#include "gaugegl/gauge/update/update.h"

#include "checks/oracle_field.h"
#include "hmc/every_action.h"
#include "hmc/slope.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;

const Lattice lattice({4, 6, 8, 10});

GaugeField warmField(Device& device, Group group)
{
    GaugeField u(device, lattice, group);
    hotStart(u, 3);
    for (std::uint32_t sweep = 0; sweep < 3; ++sweep)
        heatBathSweep(u, {.beta = group == Group::SU2 ? 2.3 : 5.7}, 3, sweep);
    return u;
}

class ActionTest : public DeviceTest {
protected:
    /// In single precision also mixed, on one path of each group.
    std::vector<HmcPrecision> precisions() const
    {
        if (precision() == Precision::Double) return {HmcPrecision::Double};
        if ((group() == Group::SU2) == (device().path() == Path::Fragment))
            return {HmcPrecision::Single, HmcPrecision::Mixed};
        return {HmcPrecision::Single};
    }
};

TEST_P(ActionTest, ForceIsTheGradientOfTheEnergy)
{
    for (const HmcPrecision precision : precisions()) {
        GaugeField u = warmField(device(), group());
        AlgebraField p(device(), lattice, group());
        drawMomenta(p, 11, 2);
        const bool isDouble = precision == HmcPrecision::Double;
        int term = 0;
        const auto philox = Generator::create(device(), lattice, {.group = group(), .seed = 5});
        for (const auto& action : everyAction(u, precision)) {
            action->refresh({philox.get(), 1, term++});
            const double numeric = slope(*action, u, p, isDouble ? 0.005 : 0.02);
            const Slope force = slopeByForce(*action, u, 2);
            // Forces are solved to 1e-5, and energies of single precision round.
            const double allowed = isDouble ? 1e-7 : precision == HmcPrecision::Mixed ? 1e-3 : 1e-2;
            ASSERT_GT(force.typical, 1) << action->title();
            EXPECT_NEAR(numeric, force.exact, allowed * force.typical)
                << action->title() << ", " << choiceName(precision);
        }
    }
}

TEST_P(ActionTest, EnergyAfterDrawingIsWhatItWasDrawnWith)
{
    for (const HmcPrecision precision : precisions()) {
        const GaugeField u = warmField(device(), group());
        int term = 0;
        const auto philox = Generator::create(device(), lattice, {.group = group(), .seed = 5});
        for (const auto& action : everyAction(u, precision)) {
            const double drawn = action->refresh({philox.get(), 2, term++});
            EXPECT_NEAR(action->energy() / drawn, 1,
                        precision == HmcPrecision::Single  ? 2e-6
                        : precision == HmcPrecision::Mixed ? 1e-9
                                                           : 1e-10)
                << action->title();
        }
    }
}

template<int N>
FermionVector transformed(const FermionVector& eta, const std::vector<reference::Matrix<N>>& g)
{
    FermionVector result(eta.size());
    const std::size_t spins = eta.size() / (g.size() * N);
    for (std::size_t site = 0; site < g.size(); ++site)
        for (std::size_t s = 0; s < spins; ++s)
            for (int a = 0; a < N; ++a)
                for (int b = 0; b < N; ++b)
                    result[(site * spins + s) * N + std::size_t(a)] +=
                        g[site](a, b) * eta[(site * spins + s) * N + std::size_t(b)];
    return result;
}

/// S of pseudofermions that were drawn in one field, in another.
double energyElsewhere(Action& action, GaugeField& u, const std::pair<OracleField, OracleField>& fields,
                       const FermionVector& noise)
{
    upload(u, fields.first);
    action.gaugeFieldChanged();
    action.refreshWith(noise);
    upload(u, fields.second);
    action.gaugeFieldChanged();
    return action.energy();
}

template<int N>
void expectInvariance(Device& device, HmcPrecision precision)
{
    const Group group = N == 2 ? Group::SU2 : Group::SU3;
    GaugeField u = warmField(device, group);
    const auto there = reference::hotStart<N>(lattice, 8, Precision::Double);
    const auto here = std::get<reference::GaugeField<N>>(oracleField(u));
    const auto g = reference::randomGaugeTransformation<N>(lattice, 3, Precision::Double);
    for (const auto& action : everyAction(u, precision)) {
        const FermionVector noise = noiseFor(action->title(), lattice, group, 6);
        const double before = energyElsewhere(*action, u, {here, there}, noise);
        const double after = energyElsewhere(
            *action, u, {reference::transformed(here, g), reference::transformed(there, g)}, transformed<N>(noise, g));
        EXPECT_NEAR(after / before, 1, precision == HmcPrecision::Double ? 1e-10 : 3e-6) << action->title();
    }
}

TEST_P(ActionTest, EnergyIsGaugeInvariant)
{
    for (const HmcPrecision precision : precisions()) {
        if (group() == Group::SU2)
            expectInvariance<2>(device(), precision);
        else
            expectInvariance<3>(device(), precision);
    }
}

// The forces of the other variants are compared with the reference (forces_gl_test.cpp).
INSTANTIATE_TEST_SUITE_P(Device, ActionTest,
                         testing::Values(Variant{Group::SU2, Path::Fragment, Precision::Single},
                                         Variant{Group::SU2, Path::Fragment, Precision::Double},
                                         Variant{Group::SU3, Path::Fragment, Precision::Single},
                                         Variant{Group::SU3, Path::Compute, Precision::Single}),
                         variantName);

} // namespace
} // namespace gaugegl

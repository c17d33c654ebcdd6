// Laws of every action: the force is the gradient of the energy, the energy after drawing is that of the noise, and
// both are gauge invariant.
#include "gaugegl/core/fermion_source.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/hmc/action.h"
#include "gaugegl/hmc/forces.h"

#include "gaugegl/gauge/update.h"

#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;

const Lattice lattice({4, 4, 4, 6}); // rectangles need 4

GaugeField warmField(Device& device, Group group)
{
    GaugeField u(device, lattice, group);
    hotStart(u, 3);
    for (std::uint32_t sweep = 0; sweep < 3; ++sweep)
        heatBathSweep(u, {.beta = group == Group::SU2 ? 2.3 : 5.7}, 3, sweep);
    return u;
}

FermionTerm wilson() { return {.action = FermionAction::Wilson, .kappa = 0.11}; }
FermionTerm twisted()
{
    return {.action = FermionAction::TwistedMass, .kappa = 0.12, .mu = 0.1, .ratios = {{0.12, 0.4}, {0.1, 0.4}}};
}
FermionTerm staggered() { return {.action = FermionAction::Staggered, .mass = 0.6}; }
FermionTerm rational()
{
    return {.action = FermionAction::RationalStaggered, .mass = 0.6, .flavours = 2, .rationalTolerance = 1e-9};
}

/// All the actions, Hasenbusch's ratios among them: one gauge and six of fermions.
HmcParameters allActions(HmcPrecision precision)
{
    HmcParameters parameters{.beta = 5.5, .c1 = symanzikC1};
    parameters.fermions = {wilson(), twisted(), staggered(), rational()};
    parameters.precision = precision;
    if (precision == HmcPrecision::Double) parameters.forceTolerance = 1e-10;
    return parameters;
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

/// (S(-2h) - 8 S(-h) + 8 S(h) - S(2h)) / 12 h as the links move along p.
double slope(Action& action, GaugeField& u, const AlgebraField& p, double h)
{
    const GaugeField start = u;
    const auto at = [&](double time) {
        u = start;
        moveLinks(u, p, time);
        action.linksMoved();
        return action.energy();
    };
    const double result = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    u = start;
    action.linksMoved();
    return result;
}

/// dS/dt = -2 sum tr(P F) = (K(P + F) - K(P - F)) / 2 with the kinetic energy K.
double slopeByForce(Action& action, const GaugeField& u, std::uint32_t direction)
{
    Reduction reduction(u.device());
    double energies[2];
    for (const int sign : {1, -1}) {
        AlgebraField p(u.device(), u.lattice(), u.group());
        drawMomenta(p, 11, direction);
        action.move(p, -sign);
        energies[sign > 0 ? 0 : 1] = kineticEnergy(p, reduction);
    }
    return (energies[0] - energies[1]) / 2;
}

TEST_P(ActionTest, ForceIsTheGradientOfTheEnergy)
{
    for (const HmcPrecision precision : precisions()) {
        GaugeField u = warmField(device(), group());
        AlgebraField p(device(), lattice, group());
        drawMomenta(p, 11, 2);
        int term = 0;
        for (const auto& action : actionsOf(u, allActions(precision))) {
            action->refresh({5, 1, term++});
            const double numeric = slope(*action, u, p, precision == HmcPrecision::Double ? 0.005 : 0.02),
                         exact = slopeByForce(*action, u, 2);
            // Of a sum over links of random sign; forces are solved to 1e-5, energies of single precision round.
            const double scale = 1 + std::abs(exact);
            ASSERT_GT(std::abs(exact), 0.3) << action->title();
            EXPECT_NEAR(numeric / scale, exact / scale,
                        precision == HmcPrecision::Double  ? 1e-5
                        : precision == HmcPrecision::Mixed ? 1e-3
                                                           : 2e-2)
                << action->title();
        }
    }
}

TEST_P(ActionTest, EnergyAfterDrawingIsWhatItWasDrawnWith)
{
    for (const HmcPrecision precision : precisions()) {
        const GaugeField u = warmField(device(), group());
        int term = 0;
        for (const auto& action : actionsOf(u, allActions(precision))) {
            const double drawn = action->refresh({5, 2, term++});
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
double energyElsewhere(Action& action, GaugeField& u, const std::pair<HostGaugeField, HostGaugeField>& fields,
                       const FermionVector& noise)
{
    upload(u, fields.first);
    action.linksMoved();
    action.refreshWith(noise);
    upload(u, fields.second);
    action.linksMoved();
    return action.energy();
}

template<int N>
void expectInvariance(Device& device, HmcPrecision precision)
{
    const Group group = N == 2 ? Group::SU2 : Group::SU3;
    GaugeField u = warmField(device, group);
    const auto there = reference::hotStart<N>(lattice, 8, Precision::Double);
    const auto here = std::get<reference::GaugeField<N>>(download(u));
    const auto g = reference::randomGaugeTransformation<N>(lattice, 3, Precision::Double);
    for (const auto& action : actionsOf(u, allActions(precision))) {
        const bool isStaggered = action->title().starts_with("staggered");
        const FermionVector noise =
            gaussianSource(lattice, isStaggered ? FermionKind::Staggered : FermionKind::Wilson, group, 6);
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

INSTANTIATE_TEST_SUITE_P(Device, ActionTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl

// Laws of every action: the force is the gradient of the energy, the energy after drawing is that of the noise, and
// both are gauge invariant.
#include "core/fermion_source.h"
#include "gaugegl/core/heatbath.h"
#include "gaugegl/fields/transfer.h"
#include "hmc/action.h"
#include "hmc/forces.h"

#include "gaugegl/gauge/update/update.h"

#include "hmc/slope.h"
#include "support/device_fixture.h"
#include "verify/oracle_field.h"

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

/// With a ratio, and of Pauli and Villars.
FermionTerm walls()
{
    return {.action = FermionAction::DomainWall,
            .ratios = {{.mass = 0.6}},
            .mass = 0.3,
            .m5 = 1.3,
            .ls = 3,
            .b5 = 1.5,
            .c5 = 0.5};
}
FermionTerm oneWall()
{
    return {.action = FermionAction::RationalDomainWall,
            .mass = 0.4,
            .flavours = 1,
            .rationalTolerance = 1e-9,
            .range = SpectralRange{0.01, 40},
            .m5 = 1.2,
            .ls = 2,
            .stout = {.rho = 0.1, .steps = 1}};
}

/// All the actions, Hasenbusch's ratios among them: one gauge and six of fermions.
HmcParameters allActions(HmcPrecision precision)
{
    HmcParameters parameters{.beta = 5.5, .action = actions::symanzik};
    parameters.fermions = {wilson(), twisted(), staggered(), rational()};
    parameters.precision = precision;
    if (precision == HmcPrecision::Double) parameters.forceTolerance = 1e-10;
    return parameters;
}

/// With clover terms (also with a twist and in ratios) and with stout links.
HmcParameters improvedActions(HmcPrecision precision)
{
    HmcParameters parameters = allActions(precision);
    const StoutSteps stout{.rho = 0.12, .steps = 2};
    FermionTerm clover = wilson(), stoutClover = wilson();
    clover.clover = 1.6;
    stoutClover.clover = 1.1;
    stoutClover.stout = stout;
    FermionTerm twistedClover = twisted();
    twistedClover.clover = 1.3;
    FermionTerm stoutStaggered = staggered(), stoutRational = rational();
    stoutStaggered.stout = stoutRational.stout = stout;
    parameters.fermions = {clover, stoutClover, twistedClover, stoutStaggered, stoutRational};
    if (precision != HmcPrecision::Single) { // in which energies of so many numbers round too much for a slope
        parameters.fermions.push_back(walls());
        parameters.fermions.push_back(oneWall());
    }
    return parameters;
}

/// The plain actions, then the improved ones without the gauge action, on links u.
std::vector<std::unique_ptr<Action>> everyAction(const GaugeField& u, HmcPrecision precision)
{
    std::vector<std::unique_ptr<Action>> result = actionsOf(u, allActions(precision));
    std::vector<std::unique_ptr<Action>> improved = actionsOf(u, improvedActions(precision));
    std::move(improved.begin() + 1, improved.end(), std::back_inserter(result));
    return result;
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
        const std::string title = action->title();
        const FermionKind kind = title.starts_with("staggered") ? FermionKind::Staggered : FermionKind::Wilson;
        const auto has = [&](const char* text) { return title.find(text) != std::string::npos; };
        const FermionVector noise = gaussianSlices(lattice, kind, group, 6, has("ls = 3") ? 3 : has("ls = 2") ? 2 : 1);
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

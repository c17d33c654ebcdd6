// The Schwarz preconditioner on both shader paths.
#include "fermion/operators/block_links.h"
#include "fermion/operators/half_fields.h"
#include "fermion/operators/hopping.h"
#include "fermion/schwarz_support.h"
#include "fermion/solve/device_inversion.h"
#include "gaugegl/fields/transfer.h"
#include "host/hopping.h"
#include "support/device_fixture.h"

namespace gaugegl::testing_support {
namespace {

const Lattice lattice({4, 6, 8, 10});

class SchwarzGlTest : public DeviceTest {
protected:
    /// For the group of the variant, whose residual the reference computes.
    void expectSolution(DiracType type, const Blocks& blocks, SolverPrecision precision)
    {
        const HostGaugeField links = roughLinks(lattice, group());
        const DiracParameters dirac = quarkOf(type);
        const FermionVector b = gaussianSource(lattice, dirac.kind(), group(), 4);
        const SolverChoice choice = schwarzOn(blocks, precision);

        const Inversion x = deviceInverter(device(), links, dirac)->solve(b, choice);

        EXPECT_TRUE(x.converged()) << blocks.name() << ' ' << name(x.status) << ' ' << x.relativeResidual;
        EXPECT_LE(referenceResidual(links, dirac, x.solution, b), 1.001 * choice.tolerance) << blocks.name();
        EXPECT_EQ(x.blockApplications, choice.blockSteps * x.iterations);
        const Inversion onHost =
            hostInverter(links, dirac)->solve(b, schwarzOn(blocks, std::min(precision, SolverPrecision::Mixed)));
        EXPECT_NEAR(x.iterations, onHost.iterations, 2 + 0.1 * onHost.iterations) << blocks.name();
    }
};

TEST_P(SchwarzGlTest, SolvesForWilsonQuarks)
{
    expectSolution(DiracType::Wilson, {{4, 6, 4, 10}}, SolverPrecision::Single);
    expectSolution(DiracType::Wilson, {{2, 2, 2, 2}}, SolverPrecision::Mixed16);
}

TEST_P(SchwarzGlTest, SolvesForTwistedMassQuarks)
{
    expectSolution(DiracType::TwistedMass, {{2, 6, 8, 2}}, SolverPrecision::Mixed);
}

TEST_P(SchwarzGlTest, SolvesForStaggeredQuarks)
{
    expectSolution(DiracType::Staggered, {{2, 2, 2, 2}}, SolverPrecision::Single);
    expectSolution(DiracType::Staggered, {{4, 6, 4, 10}}, SolverPrecision::Mixed);
    expectSolution(DiracType::Staggered, {{4, 6, 4, 10}}, SolverPrecision::Mixed16);
}

TEST_P(SchwarzGlTest, CutOperatorIsThatOfTheHostAndNotTheWholeOne)
{
    const Blocks blocks{{2, 6, 4, 10}};
    const HostGaugeField whole = roughLinks(lattice, group()), cut = linksWithinBlocks(whole, lattice, blocks);
    GaugeField u(device(), lattice, group());
    upload(u, cut);
    const HopLinks links(u, {});
    const DeviceHopping d(FermionKind::Wilson, links, {});
    const HalfVector psi = randomHalf(lattice, FermionKind::Wilson, group(), 1, 3);
    const auto ofHost = [&](const HostGaugeField& of) {
        const host::WilsonHopping<double> h(lattice, group(), of.links, {});
        auto in = h.makeField(1), out = h.makeField(0);
        upload(in, psi);
        h.hop(out, in, {.parity = 0});
        HalfVector half(psi.size());
        download(std::span(half), out);
        return half;
    };

    FermionField out = d.makeField(0);
    d.hop(out, uploaded(d.space(), psi), {.parity = 0});

    EXPECT_LT(gaugegl::deviation(downloaded(out), ofHost(cut)), 1e-6);
    EXPECT_GT(gaugegl::deviation(downloaded(out), ofHost(whole)), 0.1);
}

INSTANTIATE_TEST_SUITE_P(Device, SchwarzGlTest,
                         testing::Values(Variant{Group::SU2, Path::Fragment, Precision::Single},
                                         Variant{Group::SU2, Path::Compute, Precision::Single},
                                         Variant{Group::SU3, Path::Fragment, Precision::Single},
                                         Variant{Group::SU3, Path::Compute, Precision::Single}),
                         variantName);

} // namespace
} // namespace gaugegl::testing_support

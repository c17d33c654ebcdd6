// Trajectories on several ranks.
#include "fermion/operators/even_odd.h"
#include "gaugegl/gauge/update/update.h"
#include "gaugegl/hmc/hybrid_monte_carlo.h"

#include "ranks/ranks_fixture.h"

namespace gaugegl {
namespace {

using testing_support::RanksTest;

class HmcRanksTest : public RanksTest {
protected:
    HmcParameters parametersOf(const FermionTerm& quarks, bool rectangles) const
    {
        HmcParameters parameters;
        parameters.beta = 5;
        if (rectangles) parameters.action = actions::symanzik;
        parameters.length = 0.1;
        parameters.scales = {{.integrator = Integrator::SecondOrder, .steps = 2}};
        parameters.precision = GetParam().precision == Precision::Double ? HmcPrecision::Double : HmcPrecision::Single;
        parameters.fermions = {quarks};
        return parameters;
    }

    void expectSame(const HmcParameters& parameters, GeneratorType type)
    {
        const auto run = [&](GaugeField& u) {
            const auto generator = Generator::create(device(), u.lattice(), {{.type = type}, group(), 3, 2});
            hotStart(u, 7);
            reunitarise(u);
            HybridMonteCarlo hmc(&u, parameters, *generator);
            return hmc.trajectory(0);
        };
        GaugeField all(device(), whole(), group());
        const Trajectory expected = run(all);
        EXPECT_FALSE(expected.failure) << *expected.failure;
        for (const Lattice& lattice : divisions({.z = 2, .t = 2})) {
            GaugeField part(device(), lattice, group());
            const Trajectory found = run(part);
            EXPECT_EQ(found.deltaH, expected.deltaH);
            EXPECT_EQ(found.accepted, expected.accepted);
            EXPECT_EQ(found.iterations(), expected.iterations());
            expectPart(part, all, "links");
        }
    }
    /// Of trajectories on the CPU, which do not depend on the path of the device.
    void expectSameOnCpu(HmcParameters parameters, GeneratorType type)
    {
        if (device().path() == Path::Compute && device().precision() == Precision::Single)
            GTEST_SKIP() << "the same on the CPU as with fragment shaders";
        parameters.path = HmcPath::Cpu;
        expectSame(parameters, type);
    }
    // Leaves, insertions and smearing reach diagonal neighbours; a determinant is a sum over sites.
    HmcParameters improved() const
    {
        FermionTerm quarks{.action = FermionAction::TwistedMass, .kappa = 0.1, .mu = 0.2};
        quarks.clover = 1.5;
        quarks.stout = {.rho = 0.1, .steps = 2};
        HmcParameters parameters = parametersOf(quarks, /*rectangles=*/false);
        parameters.fermions.push_back({.action = FermionAction::RationalStaggered,
                                       .mass = 0.6,
                                       .flavours = 2,
                                       .rationalTolerance = 1e-4,
                                       .stout = {.rho = 0.12, .steps = 1}});
        return parameters;
    }
};

TEST_P(HmcRanksTest, WilsonQuarksHaveTheBitsOfOneRank)
{
    expectSame(parametersOf({.action = FermionAction::Wilson, .kappa = 0.1}, /*rectangles=*/false),
               GeneratorType::Philox);
}

TEST_P(HmcRanksTest, StaggeredQuarksAndRectanglesHaveTheBitsOfOneRank)
{
    expectSame(parametersOf({.action = FermionAction::Staggered, .mass = 0.5}, /*rectangles=*/true),
               GeneratorType::Ranlux);
}

TEST_P(HmcRanksTest, DomainWallsHaveTheBitsOfOneRank)
{
    if (group() == Group::SU3 || GetParam().storage == Storage::Buffer)
        GTEST_SKIP() << "what differs among these is in the kernels, which verify --ranks compares";
    expectSame(
        parametersOf({.action = FermionAction::DomainWall, .mass = 0.4, .m5 = 1.3, .ls = 2, .b5 = 1.5, .c5 = 0.5},
                     /*rectangles=*/false),
        GeneratorType::Philox);
}

TEST_P(HmcRanksTest, CloverTermsAndStoutLinksHaveTheBitsOfOneRank) { expectSame(improved(), GeneratorType::Philox); }

TEST_P(HmcRanksTest, OnTheCpuWilsonQuarksAndRectanglesHaveTheBitsOfOneRank)
{
    expectSameOnCpu(parametersOf({.action = FermionAction::Wilson, .kappa = 0.1}, /*rectangles=*/true),
                    GeneratorType::Ranlux);
}

TEST_P(HmcRanksTest, OnTheCpuDomainWallsHaveTheBitsOfOneRank)
{
    expectSameOnCpu(
        parametersOf({.action = FermionAction::DomainWall, .mass = 0.4, .m5 = 1.3, .ls = 2, .b5 = 1.5, .c5 = 0.5},
                     /*rectangles=*/false),
        GeneratorType::Philox);
}

TEST_P(HmcRanksTest, OnTheCpuCloverTermsAndStoutLinksHaveTheBitsOfOneRank)
{
    expectSameOnCpu(improved(), GeneratorType::Philox);
}

INSTANTIATE_TEST_SUITE_P(Ranks, HmcRanksTest, testing::ValuesIn(testing_support::rankVariants()),
                         testing_support::rankVariantName);

} // namespace
} // namespace gaugegl

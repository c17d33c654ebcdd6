// Solves that are deflated with low modes.
#include "fermion/low_modes_support.h"

#include "gaugegl/base/error.h"
#include "gaugegl/core/source.h"
#include "gaugegl/fermion/solve/inversion.h"

namespace gaugegl::testing_support {
namespace {

double difference(const FermionVector& x, const FermionVector& y)
{
    double sum = 0, norm = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        sum += std::norm(x[k] - y[k]);
        norm += std::norm(y[k]);
    }
    return std::sqrt(sum / norm);
}

std::shared_ptr<const LowModes> modesFor(const HostGaugeField& links, const SpectralParameters& of, int count)
{
    return std::make_shared<LowModes>(hostModeFinder(links, of)->find({.count = count}));
}

TEST(Deflation, GivesTheSameSolutionInFewerIterationsForEveryOperatorAndPrecision)
{
    const HostGaugeField links = hotLinks(Lattice({4, 2, 4, 6}), Group::SU3);
    for (const SpectralType type : {SpectralType::Wilson, SpectralType::TwistedMass, SpectralType::Staggered}) {
        SpectralParameters of = matrixOfTest(type, /*improved=*/true);
        if (type == SpectralType::Staggered)
            of.dirac.mass = 0.02;
        else
            of.dirac.kappa = 0.16;
        if (type == SpectralType::TwistedMass) of.dirac.mu = 0.01;
        const auto modes = modesFor(links, of, 24);
        const FermionVector b = sourceVector(Source::parse("random:4"), links.lattice, of.dirac.kind(), links.group);
        for (const auto precision : {SolverPrecision::Single, SolverPrecision::Double, SolverPrecision::Mixed}) {
            const SolverChoice choice{
                .precision = precision, .tolerance = precision == SolverPrecision::Single ? 1e-4 : 1e-10, .rhs = 2};
            const auto inverter = hostInverter(links, of.dirac);
            const Inversion plain = inverter->solve(b, choice);
            inverter->deflate(modes);
            const Inversion deflated = inverter->solve(b, choice);
            const std::vector<FermionVector> two = {
                b, sourceVector(Source::parse("random:5"), links.lattice, of.dirac.kind(), links.group)};
            const std::vector<Inversion> together = inverter->solve(two, choice);
            EXPECT_TRUE(together[0].solution == deflated.solution) << choiceName(type) << ' ' << choiceName(precision);
            EXPECT_EQ(together[0].iterations, deflated.iterations);
            EXPECT_EQ(together[0].applications, deflated.applications);
            inverter->deflate(nullptr);
            const Inversion again = inverter->solve(b, choice);

            ASSERT_TRUE(plain.converged()) << choiceName(type) << ' ' << name(plain.status);
            ASSERT_TRUE(deflated.converged()) << choiceName(type) << ' ' << name(deflated.status);
            EXPECT_LT(deflated.iterations, 0.9 * plain.iterations) << choiceName(type) << ' ' << choiceName(precision);
            EXPECT_LT(difference(deflated.solution, plain.solution), 1e3 * choice.tolerance) << choiceName(type);
            EXPECT_EQ(again.iterations, plain.iterations);
        }
    }
}

TEST(Deflation, WithOneSetOfStaggeredModesServesAllMasses)
{
    const HostGaugeField links = hotLinks(Lattice({4, 2, 4, 6}), Group::SU2);
    SpectralParameters of = matrixOfTest(SpectralType::Staggered);
    const auto modes = modesFor(links, of, 20);
    const FermionVector b = sourceVector(Source::parse("ones"), links.lattice, of.dirac.kind(), links.group);
    for (const double mass : {0.1, 0.01}) {
        of.dirac.mass = mass;
        const auto inverter = hostInverter(links, of.dirac);
        const Inversion plain = inverter->solve(b, {});
        inverter->deflate(modes);
        const Inversion deflated = inverter->solve(b, {});

        ASSERT_TRUE(deflated.converged());
        EXPECT_LT(deflated.iterations, 0.7 * plain.iterations) << mass;
        EXPECT_LT(difference(deflated.solution, plain.solution), 1e-6) << mass;
    }
}

TEST(Deflation, WithAllModesIsTheSolution)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 2}), Group::SU2);
    const SpectralParameters of = matrixOfTest(SpectralType::Wilson);
    const auto modes = modesFor(links, of, int(rowsOf(of, links.lattice, links.group)));
    const auto inverter = hostInverter(links, of.dirac);
    inverter->deflate(modes);

    const Inversion x =
        inverter->solve(sourceVector(Source::parse("ones"), links.lattice, of.dirac.kind(), links.group),
                        {.precision = SolverPrecision::Double, .tolerance = 1e-8});

    EXPECT_TRUE(x.converged());
    EXPECT_LE(x.iterations, 2);
}

TEST(Deflation, IsRefusedWithAChemicalPotential)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 2}), Group::SU2);
    SpectralParameters wilson = matrixOfTest(SpectralType::Wilson), staggered = matrixOfTest(SpectralType::Staggered);
    const auto modes = modesFor(links, wilson, 2), others = modesFor(links, staggered, 2);
    wilson.dirac.isospinMu = 0.1;
    staggered.dirac.type = DiracType::IsospinStaggered; // whose even-odd form is another one for every mu
    staggered.dirac.mass = 0.1;

    EXPECT_THROW(hostInverter(links, wilson.dirac)->deflate(modes), InputError);
    EXPECT_THROW(hostInverter(links, staggered.dirac)->deflate(others), InputError);
}

TEST(Deflation, IsRefusedByTheSolverOfManyShifts)
{
    const HostGaugeField links = hotLinks(Lattice({2, 2, 2, 2}), Group::SU2);
    const SpectralParameters of = matrixOfTest(SpectralType::Staggered);
    const auto inverter = hostInverter(links, of.dirac);
    inverter->deflate(modesFor(links, of, 2));

    EXPECT_THROW(inverter->solve(FermionVector(std::size_t(links.lattice.volume()) * 2, 1.0),
                                 {.type = SolverType::MultiShift, .shifts = {0.1}}),
                 InputError);
}

} // namespace
} // namespace gaugegl::testing_support

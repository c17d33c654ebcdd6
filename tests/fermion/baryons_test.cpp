// Baryons: against all epsilons and gamma matrices written out, and what free quarks and symmetries say of the nucleon.
#include "baryon_contractions.h"

#include "fermion/measure/quark_smearer.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/spectrum.h"

#include <gtest/gtest.h>

namespace gaugegl::baryon_test {
namespace {

class BaryonTest : public testing::TestWithParam<Baryon> {};

TEST_P(BaryonTest, IsTheSumOfAllItsContractions)
{
    const Lattice lattice({2, 2, 2, 4});
    const Propagator light = randomPropagator(lattice), strange = randomPropagator(lattice, 100);
    const Quarks quarks = {{'u', &light}, {'d', &light}, {'s', &strange}};
    for (const int direction : {1, 3}) {
        const Coordinates source = {1, direction == 1 ? 1 : 0, 0, 1};
        const auto found = baryonCorrelators(GetParam(), light,
                                             {.correlator = {lattice, FermionKind::Wilson, Group::SU3, direction, 1,
                                                             MomentumChoice::parse("1,0,1", false), source},
                                              .boundary = BoundaryPhases::parse("periodic")},
                                             &strange);
        const auto extent = std::size_t(lattice.extent(direction));
        std::vector expected(4, std::vector<double>(extent));
        for (std::int64_t site = 0; site < lattice.volume(); ++site) {
            const auto of = parities(GetParam(), quarks, site, direction);
            const Coordinates at = lattice.coordinates(site);
            const std::size_t distance = (std::size_t(at[std::size_t(direction)]) + extent - 1) % extent;
            const std::size_t last = direction == 1 ? 3 : 2; // n = (1, 0, 1) across
            const double turns = double(at[0] - source[0]) / 2 +
                                 double(at[last] - source[last]) / lattice.extent(int(last)),
                         wave = std::cos(2 * std::acos(-1.0) * turns);
            for (std::size_t parity = 0; parity < 2; ++parity) {
                expected[parity][distance] += of[parity].real();
                expected[2 + parity][distance] += wave * of[parity].real();
            }
        }
        ASSERT_EQ(found.size(), 4u);
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_EQ(found[k].name, baryonNames(GetParam())[k % 2] + (k < 2 ? "" : "(1,0,1)"));
            EXPECT_FALSE(found[k].symmetric);
            for (std::size_t t = 0; t < extent; ++t)
                EXPECT_NEAR(found[k].values[t], expected[k][t], 1e-9 * std::abs(expected[k % 2][t]));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(OctetAndDecuplet, BaryonTest,
                         testing::Values(Baryon::Nucleon, Baryon::Lambda, Baryon::Sigma, Baryon::Xi, Baryon::Delta,
                                         Baryon::SigmaStar, Baryon::XiStar, Baryon::Omega),
                         [](const auto& info) {
                             std::string name = baryonNames(info.param).front();
                             std::erase(name, '-');
                             return name;
                         });

/// Three quarks of phase -1 in x together have 3 units of pi, that is 1 or -1: the momentum is pi / L, not -pi / L.
TEST(Nucleon, HasThePositiveOfTwoSmallestMomenta)
{
    const Lattice lattice({4, 2, 2, 2});
    const Propagator s = randomPropagator(lattice);
    const auto found = baryonCorrelators(
        Baryon::Nucleon, s,
        {.correlator = {lattice, FermionKind::Wilson, Group::SU3, 3, 0}, .boundary = BoundaryPhases::parse("1,0,0,0")});
    std::vector<double> expected(2);
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const Coordinates x = lattice.coordinates(site);
        const Complex wave = std::polar(1.0, -std::acos(-1.0) * x[0] / 4);
        expected[std::size_t(x[3])] += (wave * parities(Baryon::Nucleon, {{'u', &s}, {'d', &s}}, site, 3)[0]).real();
    }
    for (std::size_t t = 0; t < 2; ++t)
        EXPECT_NEAR(found[0].values[t], expected[t], 1e-10 * std::abs(expected[t])) << t;
}

HostGaugeField linksOf(const reference::GaugeField<3>& u)
{
    return {u.lattice(), Group::SU3, reference::linkVector(u)};
}

std::vector<MesonCorrelator> measured(const HostGaugeField& links, const DiracParameters& dirac, const char* source,
                                      const QuarkSmearing& smearing = {})
{
    const auto inverter = hostInverter(links, dirac);
    const auto smearer = hostSmearer({links, dirac.boundary, smearing.links}, links.lattice);
    auto all = measureSpectrum(*inverter, {links.lattice, links.group, dirac.kind()},
                               {.source = Source::parse(source),
                                .choice = {.precision = SolverPrecision::Double, .tolerance = 1e-12},
                                .smearing = smearing,
                                .nucleon = dirac},
                               {}, smearer.get())
                   .correlators;
    EXPECT_EQ(all.size(), 6u);
    all.erase(all.begin(), all.begin() + 4);
    return all;
}

TEST(Nucleon, OfFreeQuarksIsThatOfPropagatorsInMomentumSpace)
{
    const Lattice lattice({4, 2, 4, 8});
    const auto found = measured(linksOf(reference::GaugeField<3>(lattice)), {.kappa = 0.12}, "point:0,0,0,0");
    const Propagator s = fromMomenta(lattice, 0.12);
    const auto expected = expectedBaryon(Baryon::Nucleon, lattice, {{'u', &s}, {'d', &s}});
    for (std::size_t parity = 0; parity < 2; ++parity)
        for (std::size_t t = 0; t < 8; ++t)
            EXPECT_NEAR(found[parity].values[t], expected[parity][t], 1e-9 * std::abs(expected[parity][t])) << t;
}

/// What goes forwards as one parity comes back as the other.
TEST(Nucleon, OfFreeQuarksIsPositiveAndItsParitiesAreExchangedBackwards)
{
    const Lattice lattice({4, 2, 4, 8});
    const auto found = measured(linksOf(reference::GaugeField<3>(lattice)), {.kappa = 0.12}, "point:0,0,0,0");
    for (std::size_t t = 1; t < 8; ++t) {
        EXPECT_GT(found[0].values[t], 0) << t;
        EXPECT_NEAR(found[1].values[8 - t], found[0].values[t], 1e-9 * found[0].values[t]) << t;
    }
    EXPECT_GT(found[0].values[1], 4 * found[1].values[1]);
}

TEST(Nucleon, IsTheSameFromEverySourceWhateverThePhases)
{
    const HostGaugeField links = linksOf(reference::GaugeField<3>(Lattice({4, 2, 4, 6})));
    for (const char* boundary : {"periodic", "antiperiodic", "0.25,0.5,-0.5,0.3", "0.25,0,-0.5,1:spread"}) {
        const DiracParameters dirac{.kappa = 0.12, .boundary = BoundaryPhases::parse(boundary)};
        const auto first = measured(links, dirac, "point:0,0,0,0"), second = measured(links, dirac, "point:3,1,2,4");
        for (std::size_t parity = 0; parity < 2; ++parity)
            for (std::size_t t = 0; t < 6; ++t)
                EXPECT_NEAR(second[parity].values[t], first[parity].values[t],
                            1e-9 * std::abs(first[0].values[t]) + 1e-9 * std::abs(first[1].values[t]))
                    << boundary << " " << t;
    }
}

TEST(Nucleon, IsGaugeInvariantWithSmearingToo)
{
    const Lattice lattice({2, 4, 2, 6});
    const auto u = reference::hotStart<3>(lattice, 3, Precision::Double);
    const auto g = reference::randomGaugeTransformation<3>(lattice, 5, Precision::Double);
    const QuarkSmearing smearing{{0.3, 4}, {0.2, 5}, {0.1, 2}};
    const auto before = measured(linksOf(u), {.kappa = 0.11}, "point:1,0,1,3", smearing),
               after = measured(linksOf(transformed(u, g)), {.kappa = 0.11}, "point:1,0,1,3", smearing),
               point = measured(linksOf(u), {.kappa = 0.11}, "point:1,0,1,3");
    for (std::size_t parity = 0; parity < 2; ++parity)
        for (std::size_t t = 0; t < 6; ++t)
            EXPECT_NEAR(after[parity].values[t], before[parity].values[t], 1e-8 * std::abs(before[parity].values[t]));
    EXPECT_GT(std::abs(point[0].values[1] / before[0].values[1] - 1), 1e-3);
}

TEST(Nucleon, NeedsThreeColoursSpinAndOneFlavour)
{
    const DiracParameters wilson{.kappa = 0.1}, twisted{.type = DiracType::TwistedMass, .kappa = 0.1, .mu = 0.3};
    const Lattice lattice({2, 2, 2, 4});
    const auto refused = [&](Group group, FermionKind kind, const DiracParameters& dirac) {
        EXPECT_THROW(validate(SpectrumRequest{.source = {}, .nucleon = dirac}, {lattice, group, kind}), InputError);
    };
    refused(Group::SU2, FermionKind::Wilson, wilson);
    refused(Group::SU3, FermionKind::Staggered, wilson);
    refused(Group::SU3, FermionKind::Wilson, twisted);
    EXPECT_NO_THROW(
        validate(SpectrumRequest{.source = {}, .nucleon = wilson}, {lattice, Group::SU3, FermionKind::Wilson}));
}

} // namespace
} // namespace gaugegl::baryon_test

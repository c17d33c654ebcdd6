// Domain-wall quarks of the host's inverter against the reference and published numbers, and what is said of bad ones.
#include "fermion/domain_wall_support.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/spectrum.h"
#include "measure/spectrum_report.h"
#include "support/real_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>

namespace gaugegl {
namespace {

using namespace testing_support;

const Lattice ofWalls({4, 2, 2, 6});

HostGaugeField hotLinksOf(Group group)
{
    if (group == Group::SU2)
        return {ofWalls, group, reference::linkVector(reference::hotStart<2>(ofWalls, 5, Precision::Double))};
    return {ofWalls, group, reference::linkVector(reference::hotStart<3>(ofWalls, 5, Precision::Double))};
}

void expectQuarksOfTheReference(Group group, const DiracParameters& dirac, const SolverChoice& choice)
{
    SCOPED_TRACE(name(group) + " " + describe(dirac) + " " + choiceName(choice.type) + " " +
                 choiceName(choice.precision));
    const HostGaugeField links = hotLinksOf(group);
    const FermionVector eta = gaussianSource(ofWalls, FermionKind::Wilson, group, 4);
    const WallQuarks expected = wallQuarks(links, dirac, eta);

    const Inversion x = hostInverter(links, dirac)->solve(eta, choice);

    EXPECT_TRUE(x.converged()) << name(x.status);
    EXPECT_LE(x.relativeResidual, choice.tolerance);
    EXPECT_EQ(x.flops, double(x.applications + x.blockApplications) * double(ofWalls.volume()) * dirac.slices() *
                           (group == Group::SU2 ? 624 : 1320)); // of a hop, as everyone counts
    EXPECT_LT(deviation(x.solution, expected.quarks), conditionOfWalls * choice.tolerance);
    EXPECT_EQ(x.midpoint.empty(), dirac.slices() % 2 != 0);
    if (!x.midpoint.empty()) {
        EXPECT_LT(deviation(x.midpoint, expected.midpoint), conditionOfWalls * choice.tolerance);
    }
}

TEST(DomainWallInverter, QuarksAreThoseOfTheReference)
{
    for (const Group group : {Group::SU2, Group::SU3})
        for (const DiracParameters& dirac : everyWall())
            expectQuarksOfTheReference(group, dirac, {.tolerance = 1e-11});
}

TEST(DomainWallInverter, SolversAndPrecisionsAgree)
{
    const DiracParameters dirac = everyWall()[1];
    for (const SolverPrecision precision : {SolverPrecision::Single, SolverPrecision::Double, SolverPrecision::Mixed}) {
        const double tolerance = precision == SolverPrecision::Single ? 1e-5 : 1e-11;
        for (const SolverType type : {SolverType::Cg, SolverType::BiCgStab, SolverType::Flexible})
            expectQuarksOfTheReference(Group::SU3, dirac,
                                       {.type = type, .precision = precision, .tolerance = tolerance});
    }
    expectQuarksOfTheReference(Group::SU3, dirac,
                               {.type = SolverType::Flexible,
                                .precision = SolverPrecision::Mixed,
                                .tolerance = 1e-11,
                                .preconditioner = PreconditionerType::Schwarz,
                                .blocks = {{2, 2, 2, 2}}});
}

struct KnownSpectrum {
    DiracParameters dirac;
    std::array<double, 4> pion; ///< of an independent program that agrees with other codes
    double residual;
};

TEST(DomainWallInverter, SpectrumAndResidualMassArePublishedOnes)
{
    const auto file = realFile("cl2qcd_conf.00200.ildg");
    if (!file) GTEST_SKIP() << noRealFiles;
    const HostGaugeField links{Lattice({4, 4, 4, 4}), Group::SU3, readLinks(*file)};
    const DiracParameters shamir{.type = DiracType::DomainWall, .mass = 0.2, .m5 = 1.6, .ls = 6};
    const DiracParameters moebius{
        .type = DiracType::DomainWall, .mass = 0.2, .m5 = 1.5, .ls = 4, .b5 = 1.25, .c5 = 0.25};
    for (const auto& [dirac, pion, residual] :
         {KnownSpectrum{shamir, {.39431446952, .14608956996, .044780611327, .13982375568}, .064865330294},
          KnownSpectrum{moebius, {.33806495784, .12329589029, .038101347125, .11855819287}, .055310467590}}) {
        const SpectrumRequest request{
            .source = Source::parse("point:0,0,0,0"), .choice = {.tolerance = 1e-12}, .residual = dirac};
        const auto measured =
            measureSpectrum(*hostInverter(links, dirac), {links.lattice, links.group, dirac.kind()}, request);
        for (std::size_t t = 0; t < pion.size(); ++t)
            EXPECT_NEAR(measured.correlators.front().values[t] / pion[t], 1, 3e-10) << t;
        EXPECT_EQ(measured.correlators.back().name, midpointName);
        const auto ratio = measure::residualMassOf({measured.correlators});
        ASSERT_TRUE(ratio.has_value());
        EXPECT_NEAR(ratio->mass.mean / residual, 1, 3e-10);
        EXPECT_NEAR(ratio->ratios[1].mean, measured.correlators.back().values[1] / pion[1], 1e-9);
    }
}

std::string errorOf(const DiracParameters& dirac)
{
    try {
        validate(dirac);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

TEST(DomainWallParametersTest, BadOnesAreNamed)
{
    using testing::HasSubstr;
    const DiracParameters good = everyWall().front();
    const auto errorWith = [&](double DiracParameters::*number, double value) {
        DiracParameters bad = good;
        bad.*number = value;
        return errorOf(bad);
    };
    EXPECT_EQ(errorOf(good), "");
    EXPECT_THAT(errorWith(&DiracParameters::ls, 0), HasSubstr("ls = 0 must be a whole number of slices, 1 to 128"));
    EXPECT_THAT(errorWith(&DiracParameters::ls, 4.5), HasSubstr("ls = 4.5"));
    EXPECT_THAT(errorWith(&DiracParameters::ls, 129), HasSubstr("ls = 129"));
    EXPECT_THAT(errorWith(&DiracParameters::m5, 2), HasSubstr("m5 = 2 must be above 0 and below 2"));
    EXPECT_THAT(errorWith(&DiracParameters::m5, std::nan("")), HasSubstr("m5 = nan"));
    EXPECT_THAT(errorWith(&DiracParameters::mass, 1), HasSubstr("mass = 1 must be at least 0 and below 1"));
    EXPECT_THAT(errorWith(&DiracParameters::b5, -1), HasSubstr("b5 + c5 = -1 must be above 0"));
    EXPECT_THAT(errorWith(&DiracParameters::lambdaMin, 0.1), HasSubstr("lambda_min = 0.1, lambda_max = 0"));
    EXPECT_THAT(errorWith(&DiracParameters::lambdaMax, -1), HasSubstr("lambda_max = -1"));
    EXPECT_THAT(errorWith(&DiracParameters::kappa, 0.1),
                HasSubstr("kappa = 0.1 has no meaning for the operator domain-wall"));
    DiracParameters both = everyWall()[3];
    both.c5 = 0.5;
    EXPECT_THAT(errorOf(both), HasSubstr("b5 = 1, c5 = 0.5 have no meaning with lambda_min"));
    EXPECT_THAT(errorOf({.type = DiracType::Wilson, .kappa = 0.1, .b5 = 2}),
                HasSubstr("b5 = 2 has no meaning for the operator wilson"));
}

TEST(DomainWallParametersTest, ResidualMassNeedsAnEvenNumberOfSlicesAndThePion)
{
    const auto errorWith = [](const DiracParameters& dirac, const std::vector<std::string>& channels) -> std::string {
        try {
            validate({.source = Source::parse("point:0,0,0,0"), .channels = channels, .residual = dirac},
                     {ofWalls, Group::SU3, FermionKind::Wilson});
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(errorWith(everyWall()[0], {}), "");
    EXPECT_THAT(errorWith(everyWall()[2], {}), testing::HasSubstr("ls = 3"));
    EXPECT_THAT(errorWith(everyWall()[0], {"rho"}), testing::HasSubstr("pion"));
    EXPECT_THAT(errorWith({.type = DiracType::Wilson, .kappa = 0.1}, {}), testing::HasSubstr("quarks of wilson"));
}

TEST(DomainWallInverter, RefusesWhatItCannotDo)
{
    const HostGaugeField links = hotLinksOf(Group::SU2);
    const auto inverter = hostInverter(links, everyWall().front());
    const FermionVector eta = gaussianSource(ofWalls, FermionKind::Wilson, Group::SU2, 4);
    EXPECT_THROW(inverter->solve(eta, {.type = SolverType::MultiShift, .shifts = {0.1}}), InputError);
    EXPECT_THROW(inverter->deflate(std::make_shared<const LowModes>()), InputError);
}

} // namespace
} // namespace gaugegl

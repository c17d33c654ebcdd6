// Propagators and mesons: known values of free quarks, and what must hold on any field.
#include "gaugegl/fermion/fermion_domain.h"
#include "gaugegl/fermion/measure/spectrum.h"

#include "gaugegl/base/error.h"
#include "reference/dirac.h"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

HostGaugeField linksOf(const Lattice& lattice, bool hot)
{
    return {lattice, Group::SU3,
            reference::linkVector(hot ? reference::hotStart<3>(lattice, 3, Precision::Double)
                                      : reference::GaugeField<3>(lattice))};
}

SpectrumMeasurement measured(const HostGaugeField& links, const DiracParameters& dirac, const SpectrumRequest& request)
{
    const auto inverter = hostInverter(links, dirac);
    return measureSpectrum(*inverter, {links.lattice, links.group, dirac.kind()}, request);
}

/// CL2QCD's values of free quarks on 4x4x4x4, periodic: C (2 kappa)^2 / 64.
TEST(Spectrum, OfFreeQuarksHasKnownPions)
{
    const HostGaugeField links = linksOf(Lattice({4, 4, 4, 4}), false);
    const std::vector<double> wilson = {1.83008474327911e-02, 3.14850262023767e-03, 7.81590667980677e-04},
                              twisted = {6.35347927764573e-03, 1.21141739833823e-04, 2.40482229187376e-06};
    DiracParameters dirac{.kappa = 0.15, .boundary = BoundaryPhases::parse("periodic")};
    for (const bool twist : {false, true}) {
        dirac.type = twist ? DiracType::TwistedMass : DiracType::Wilson;
        dirac.mu = twist ? 4 : 0;
        for (const int direction : {1, 3}) {
            const auto result = measured(links, dirac, {Source::parse("point:0,0,0,0"), direction, {}});

            ASSERT_EQ(result.status, SolverStatus::Converged);
            const std::vector<double>& pion = result.correlators.at(0).values;
            for (std::size_t t = 0; t < 3; ++t)
                EXPECT_NEAR(pion[t] * 0.09 / 64, (twist ? twisted : wilson)[t], 1e-9 * pion[t]) << t;
            EXPECT_NEAR(pion[3], pion[1], 1e-9 * pion[1]);
        }
    }
}

TEST(Spectrum, OfFreeQuarksIsPositiveAndTheSameFromEverySource)
{
    const HostGaugeField links = linksOf(Lattice({4, 2, 4, 8}), false);
    const DiracParameters dirac{.kappa = 0.12};

    const auto first = measured(links, dirac, {Source::parse("point:0,0,0,0"), 3, {}});
    const auto second = measured(links, dirac, {Source::parse("point:3,1,2,5"), 3, {}});

    ASSERT_EQ(first.correlators.size(), 4u);
    for (std::size_t meson = 0; meson < 4; ++meson)
        for (std::size_t t = 0; t < 8; ++t) {
            const double c = first.correlators[meson].values[t];
            EXPECT_NEAR(second.correlators[meson].values[t], c, 1e-8 * std::abs(c) + 1e-12);
            EXPECT_TRUE(t == 0 || c > 0) << first.correlators[meson].name << " " << t;
        }
    EXPECT_EQ(first.iterations > 12, true);
    EXPECT_LE(first.largestResidual, 1e-10);
}

/// D + D^dagger = 2 m, so that (D^-1)^dagger D^-1 = Re D^-1 / m: m times the sum of the pion's C is Re tr S(0).
TEST(Spectrum, OfTheGoldstonePionObeysTheWardIdentity)
{
    const Lattice lattice({4, 2, 4, 6});
    const HostGaugeField links = linksOf(lattice, true);
    const DiracParameters dirac{.type = DiracType::Staggered, .mass = 0.2};
    const Source source = Source::parse("point:1,1,0,3");

    const auto result = measured(links, dirac, {source, 0, {}});

    double sum = 0, trace = 0;
    for (const double c : result.correlators.at(0).values)
        sum += c;
    const auto inverter = hostInverter(links, dirac);
    for (int colour = 0; colour < 3; ++colour) {
        Source one = source;
        one.colour = colour;
        const Inversion x = inverter->solve(sourceVector(one, lattice, dirac.kind(), links.group), {});
        trace += x.solution[std::size_t(lattice.index(source.at) * 3 + colour)].real();
    }
    EXPECT_NEAR(dirac.mass * sum, trace, 1e-8 * trace);
}

/// The one-end trick: <xi(y) xi(y')^*> = delta, and of z3 <xi(y) xi(y') xi(y'')> too.
TEST(Spectrum, OfNoiseWallsIsTheSumOverPointsInTheMean)
{
    const Lattice lattice({2, 2, 2, 4});
    const HostGaugeField links = linksOf(lattice, true);
    SpectrumRequest request{Source::parse("z3:1"), 3, {.tolerance = 1e-8}};
    request.nucleon = DiracParameters{.kappa = 0.12};
    std::vector<std::vector<double>> expected(
        6, std::vector<double>(4)); // pion, rho, scalar, axial, nucleon of both parities
    for (int k = 0; k < 8; ++k) {
        request.source = Source::parse(fmt::format("point:{},{},{},1", k % 2, k / 2 % 2, k / 4));
        const auto points = measured(links, {.kappa = 0.12}, request).correlators;
        for (std::size_t c = 0; c < expected.size(); ++c)
            for (std::size_t t = 0; t < 4; ++t)
                expected[c][t] += points.at(c).values[t];
    }
    for (const char* noise : {"z3", "z2"}) {
        if (noise == std::string_view("z2")) request.nucleon.reset();
        constexpr int vectors = 60;
        const std::size_t correlators = request.nucleon ? 6 : 4;
        std::vector<std::vector<double>> sum(6, std::vector<double>(4)), squares = sum;
        for (int seed = 0; seed < vectors; ++seed) {
            request.source = Source::parse(fmt::format("{}:1,{}", noise, seed));
            const auto found = measured(links, {.kappa = 0.12}, request).correlators;
            for (std::size_t c = 0; c < correlators; ++c)
                for (std::size_t t = 0; t < 4; ++t) {
                    const double one = found.at(c).values[t] - expected[c][t];
                    sum[c][t] += one / vectors;
                    squares[c][t] += one * one / vectors;
                }
        }
        for (std::size_t c = 0; c < correlators; ++c)
            for (std::size_t t = 0; t < 4; ++t) {
                const double error = std::sqrt((squares[c][t] - sum[c][t] * sum[c][t]) / (vectors - 1));
                EXPECT_LT(std::abs(sum[c][t]), 4 * error) << noise << " " << c << " " << t;
                EXPECT_GT(error, 0);
                if (c == 0) {
                    EXPECT_LT(error, 0.2 * expected[0][t]) << t;
                }
            }
    }
}

TEST(Spectrum, OfNoiseWallsIsAlongTimeAndHasBaryonsOfThirdRoots)
{
    const FermionDomain domain{Lattice({2, 2, 2, 2}), Group::SU3, FermionKind::Wilson};
    SpectrumRequest request{Source::parse("z4:1"), 3, {}};
    EXPECT_NO_THROW(validate(request, domain));
    request.direction = 0;
    EXPECT_THROW(validate(request, domain), InputError);
    request.direction = 3;
    request.nucleon = DiracParameters{.kappa = 0.12};
    EXPECT_THROW(validate(request, domain), InputError);
    request.source = Source::parse("z3:1");
    EXPECT_NO_THROW(validate(request, domain));
    request.nucleon->boundary = BoundaryPhases::parse("0,0.5,0,1");
    EXPECT_THROW(validate(request, domain), InputError) << "phases of three quarks";
    request.nucleon.reset();
    EXPECT_NO_THROW(validate(request, domain));
    request.momenta = MomentumChoice::parse("1,0,0", false);
    EXPECT_THROW(validate(request, domain), InputError);
}

TEST(Spectrum, NeedsASourceWithAllComponents)
{
    const FermionDomain domain{Lattice({2, 2, 2, 2}), Group::SU3, FermionKind::Wilson};
    for (const char* source : {"ones", "random:1", "point:0,0,0,0:0:0", "wall:2", "point:0,2,0,0"})
        EXPECT_THROW(validate(SpectrumRequest{Source::parse(source), 3, {}}, domain), InputError) << source;
    EXPECT_THROW(
        validate(SpectrumRequest{Source::parse("wall:1"), 3, {.type = SolverType::MultiShift, .shifts = {0}}}, domain),
        InputError);
    EXPECT_NO_THROW(validate(SpectrumRequest{Source::parse("wall:1"), 3, {}}, domain));
}

TEST(Spectrum, WithAChemicalPotentialIsOfMesonsAcrossTime)
{
    const FermionDomain domain{Lattice({2, 2, 2, 2}), Group::SU3, FermionKind::Wilson};
    SpectrumRequest request{Source::parse("wall:1"), 0, {}};
    request.isospinMu = 0.2;
    EXPECT_NO_THROW(validate(request, domain));
    request.nucleon = DiracParameters{.kappa = 0.12, .isospinMu = 0.2};
    EXPECT_THROW(validate(request, domain), InputError);
    request.nucleon.reset();
    request.direction = 3;
    EXPECT_THROW(validate(request, domain), InputError);
}

TEST(Spectrum, WithAChemicalPotentialHasMomentaInSpaceAlone)
{
    const FermionDomain domain{Lattice({2, 2, 2, 2}), Group::SU3, FermionKind::Wilson};
    SpectrumRequest request{Source::parse("point:0,0,0,0"), 0, {}};
    for (const double mu : {0.0, 0.2}) {
        request.isospinMu = mu;
        request.momenta = MomentumChoice::parse("1,1,0", /*averaged=*/false);
        EXPECT_NO_THROW(validate(request, domain));
        for (const bool averaged : {false, true}) {
            request.momenta = MomentumChoice::parse(averaged ? "1,1,0" : "0,0,1", averaged);
            if (mu == 0) {
                EXPECT_NO_THROW(validate(request, domain));
            } else {
                EXPECT_THROW(validate(request, domain), InputError) << averaged;
            }
        }
    }
}

TEST(Spectrum, ThatCannotBeSolvedHasNoCorrelators)
{
    const HostGaugeField links = linksOf(Lattice({2, 2, 2, 4}), true);

    const auto result = measured(links, {.kappa = 0.14}, {Source::parse("wall:0"), 3, {.maxIterations = 2}});

    EXPECT_EQ(result.status, SolverStatus::TooManyIterations);
    EXPECT_TRUE(result.correlators.empty());
    EXPECT_GT(result.largestResidual, 1e-10);
}

} // namespace
} // namespace gaugegl

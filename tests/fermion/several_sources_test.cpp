// Several right-hand sides that are solved together have, bit for bit, what each has alone.
#include "fermion/several_sources_support.h"
#include "gaugegl/fermion/fermion_domain.h"

#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/spectrum.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace gaugegl::several_sources {
namespace {

class SeveralSourcesTest : public testing::TestWithParam<Case> {};

TEST_P(SeveralSourcesTest, EachHasTheBitsThatItHasAlone)
{
    const auto inverter = hostInverter(linksOf(GetParam()), GetParam().dirac);
    const std::vector<FermionVector> sources = sourcesFor(GetParam());
    for (const SolverType type : {SolverType::Cg, SolverType::BiCgStab})
        for (const auto precision : {SolverPrecision::Single, SolverPrecision::Double, SolverPrecision::Mixed}) {
            if (type == SolverType::BiCgStab && hasSlices(GetParam().dirac.type)) continue; // fails for free walls
            SCOPED_TRACE(choiceName<SolverType>(type) + " " + choiceName<SolverPrecision>(precision));
            const SolverChoice choice{
                .type = type, .precision = precision, .tolerance = precision == SolverPrecision::Single ? 1e-5 : 1e-11};

            const std::vector<Inversion> together = inverter->solve(sources, choice);

            ASSERT_EQ(together.size(), sources.size());
            std::vector<int> iterations;
            for (std::size_t v = 0; v < sources.size(); ++v) {
                const Inversion alone = inverter->solve(sources[v], choice);
                expectSame(together[v], alone, int(v));
                EXPECT_TRUE(together[v].converged()) << v << ": " << name(together[v].status);
                iterations.push_back(together[v].iterations);
            }
            EXPECT_EQ(iterations[1], 0); // the source is 0
            EXPECT_LT(4 * iterations[3], 3 * iterations[0]);
        }
}

INSTANTIATE_TEST_SUITE_P(Host, SeveralSourcesTest, testing::ValuesIn(allCases()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(SeveralSourcesTest, OneThatFailsDoesNotTouchTheOthers)
{
    const Case of = allCases().front();
    const auto inverter = hostInverter(linksOf(of), of.dirac);
    std::vector<FermionVector> sources = sourcesFor(of);
    sources[2].front() = std::nan("");
    const SolverChoice choice{.tolerance = 1e-11};

    const std::vector<Inversion> together = inverter->solve(sources, choice);

    EXPECT_EQ(together[2].status, SolverStatus::NotANumber);
    for (const std::size_t v : {0U, 1U, 3U})
        expectSame(together[v], inverter->solve(sources[v], choice), int(v));
}

TEST(SeveralSourcesTest, TheLimitOfIterationsIsThatOfEach)
{
    const Case of = allCases().front();
    const auto inverter = hostInverter(linksOf(of), of.dirac);
    const std::vector<FermionVector> sources = sourcesFor(of);
    SolverChoice choice{.tolerance = 1e-11};
    const int fewest = inverter->solve(sources[0], choice).iterations,
              most = inverter->solve(sources[3], choice).iterations;
    choice.maxIterations = (fewest + most) / 2;

    const std::vector<Inversion> together = inverter->solve(sources, choice);

    EXPECT_NE(together[0].converged(), together[3].converged());
    for (std::size_t v = 0; v < sources.size(); ++v)
        expectSame(together[v], inverter->solve(sources[v], choice), int(v));
}

TEST(SeveralSourcesTest, AreSolvedInGroupsOfSoManyAndSaySo)
{
    const Case of = allCases().front();
    const auto inverter = hostInverter(linksOf(of), of.dirac);
    const std::vector<FermionVector> sources = sourcesFor(of);
    SolverChoice choice{.tolerance = 1e-6};
    choice.rhs = 3;
    std::vector<int> seen;

    const std::vector<Inversion> all = inverter->solve(sources, choice, [&](int vector, const ResidualPoint&) {
        if (seen.empty() || std::ranges::find(seen, vector) == seen.end()) seen.push_back(vector);
    });

    EXPECT_EQ(inverter->batchSize(choice, 4), 3);
    EXPECT_EQ(inverter->batchSize(choice, 2), 2);
    EXPECT_EQ(all.size(), 4U);
    EXPECT_EQ(seen, (std::vector{0, 2, 3})); // that of 1 is 0
    EXPECT_EQ(all[0].seconds, all[1].seconds);
}

TEST(SeveralSourcesTest, WhatTakesOneAtATimeSaysSo)
{
    const Case of = allCases().front();
    const auto inverter = hostInverter(linksOf(of), of.dirac);
    SolverChoice choice{.type = SolverType::Flexible};

    EXPECT_EQ(inverter->batchSize(choice, 12), 1);
    choice.rhs = 1;
    EXPECT_EQ(inverter->batchSize(choice, 12), 1);
    choice.rhs = 2;
    EXPECT_THROW(inverter->batchSize(choice, 12), InputError);
    for (const int rhs : {-1, 13}) {
        choice = {.rhs = rhs};
        EXPECT_THROW(inverter->batchSize(choice, 12), InputError) << rhs;
    }
}

TEST(SeveralSourcesTest, GiveTheSameCorrelators)
{
    Case of = allCases().front();
    of.lattice = Lattice({4, 4, 2, 6});
    const FermionDomain space{of.lattice, of.group, of.dirac.kind()};
    const auto inverter = hostInverter(linksOf(of), of.dirac);
    const auto measured = [&](int rhs) {
        SpectrumRequest request;
        request.choice.tolerance = 1e-9;
        request.choice.rhs = rhs;
        std::vector<int> columns;
        SpectrumMeasurement one =
            measureSpectrum(*inverter, space, request, [&](int done) { columns.push_back(done); });
        EXPECT_EQ(columns, (std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
        return one;
    };

    const SpectrumMeasurement alone = measured(1);
    for (const int rhs : {0, 2, 5, 12}) {
        const SpectrumMeasurement together = measured(rhs);
        EXPECT_EQ(together.iterations, alone.iterations) << rhs;
        ASSERT_EQ(together.correlators.size(), alone.correlators.size());
        for (std::size_t k = 0; k < alone.correlators.size(); ++k)
            EXPECT_EQ(together.correlators[k].values, alone.correlators[k].values) << rhs;
    }
}

} // namespace
} // namespace gaugegl::several_sources

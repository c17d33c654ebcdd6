// What the host computes on several ranks: quarks and gauge fixing.
#include "core/fermion_source.h"
#include "fermion/measure/device_smearer.h"
#include "fermion/solve/device_inversion.h"
#include "gaugegl/core/source.h"
#include "gaugegl/fermion/eigen/low_modes.h"
#include "gaugegl/fermion/measure/condensate.h"
#include "gaugegl/fermion/measure/quark_loops.h"
#include "gaugegl/fermion/measure/spectrum.h"
#include "gaugegl/gauge/fixing/gauge_fixing.h"
#include "gaugegl/gauge/update/update.h"
#include "host/gauge_fixing.h"

#include "ranks/ranks_fixture.h"

namespace gaugegl {
namespace {

using testing_support::RanksTest;

class HostRanksTest : public RanksTest {
protected:
    /// Links of this rank's part.
    HostGaugeField hot(const Lattice& lattice) const
    {
        GaugeField u(device(), lattice, group());
        hotStart(u, 7);
        return download(u);
    }
    SharedLattice sharedBy(const Lattice& lattice) const { return device().sharedBy(lattice); }

    /// The numbers of this rank's sites are those of the whole field.
    static void expectSites(const std::vector<std::complex<double>>& part, const std::vector<std::complex<double>>& all,
                            const Lattice& lattice, const std::string& what)
    {
        const std::int64_t sites = lattice.local().volume();
        const std::size_t each = part.size() / std::size_t(sites);
        std::size_t wrong = 0;
        for (std::int64_t site = 0; site < sites; ++site)
            for (std::size_t k = 0; k < each; ++k)
                wrong += part[std::size_t(site) * each + k] != all[std::size_t(lattice.wholeSite(site)) * each + k];
        EXPECT_EQ(wrong, 0u) << what;
    }

    static std::vector<DiracParameters> operators()
    {
        const BoundaryPhases twisted{.theta = {0.2, 0, 0.4, 1}, .spread = true};
        return {{.type = DiracType::Wilson, .kappa = 0.11},
                {.type = DiracType::TwistedMass, .kappa = 0.11, .mu = 0.2, .boundary = twisted, .isospinMu = 0.2},
                {.type = DiracType::Staggered, .mass = 0.3, .boundary = BoundaryPhases::parse("0,0.1,0.7,0.3")}};
    }
    static DiracParameters domainWall()
    {
        return {.type = DiracType::DomainWall, .mass = 0.2, .m5 = 1.3, .ls = 4, .b5 = 1.5, .c5 = 0.5};
    }
    static DiracParameters overlap()
    {
        return {.type = DiracType::Overlap, .mass = 0.8, .stout = {0.12, 4}, .rho = 1.3, .signModes = 1};
    }
    static void expectEqual(const Inversion& found, const Inversion& expected, const Lattice& lattice,
                            const std::string& what)
    {
        EXPECT_EQ(found.history, expected.history) << what;
        EXPECT_EQ(found.relativeResidual, expected.relativeResidual) << what;
        EXPECT_EQ(found.solutionNorm2, expected.solutionNorm2) << what;
        EXPECT_EQ(found.iterations, expected.iterations) << what;
        ASSERT_EQ(found.shifted.size(), expected.shifted.size());
        for (std::size_t i = 0; i < found.shifted.size(); ++i)
            expectSites(found.shifted[i].solution, expected.shifted[i].solution, lattice, what);
        if (found.shifted.empty()) expectSites(found.solution, expected.solution, lattice, what);
        if (!expected.midpoint.empty()) expectSites(found.midpoint, expected.midpoint, lattice, what);
    }
};

TEST_P(HostRanksTest, SolversOfTheCpuHaveTheHistoriesOfOneRank)
{
    const HostGaugeField all = hot(whole());
    const std::vector<SolverChoice> solvers = {
        {.precision = SolverPrecision::Double, .tolerance = 1e-8},
        {.precision = SolverPrecision::Mixed, .tolerance = 1e-8},
        {.type = SolverType::BiCgStab, .precision = SolverPrecision::Single, .tolerance = 1e-4},
        {.type = SolverType::MultiShift, .precision = SolverPrecision::Double, .tolerance = 1e-8, .shifts = {0, 0.2}}};
    std::vector<DiracParameters> quarks = operators();
    quarks.push_back(domainWall());
    for (const DiracParameters& dirac : quarks)
        for (const SolverChoice& solver : solvers) {
            if (dirac.type == DiracType::DomainWall && solver.type == SolverType::MultiShift) continue;
            const auto b = [&](const Lattice& on) {
                return sourceVector(Source::parse("random:3"), on, dirac.kind(), group());
            };
            const Inversion expected = hostInverter(all, dirac)->solve(b(whole()), solver);
            ASSERT_TRUE(expected.converged());
            for (const Lattice& lattice : divisions()) {
                const auto inverter = hostInverter(hot(lattice), dirac, sharedBy(lattice));
                expectEqual(inverter->solve(b(lattice), solver), expected, lattice, describe(dirac));
            }
        }
}

TEST_P(HostRanksTest, OverlapQuarksAreThoseOfOneRank)
{
    const HostGaugeField all = hot(whole());
    if (group() == Group::SU3) GTEST_SKIP() << "one group: the parts are those of other quarks";
    const SolverChoice solver{.precision = SolverPrecision::Mixed, .tolerance = 1e-2};
    const auto b = [&](const Lattice& on) {
        return sourceVector(Source::parse("point:1,0,2,1:0:1"), on, FermionKind::Wilson, group());
    };
    const Inversion expected = hostInverter(all, overlap())->solve(b(whole()), solver);
    ASSERT_TRUE(expected.converged());
    const Lattice lattice = divisions().front();
    expectEqual(hostInverter(hot(lattice), overlap(), sharedBy(lattice))->solve(b(lattice), solver), expected, lattice,
                describe(overlap()));
}

TEST_P(HostRanksTest, MixedPrecisionHasTheHistoryOfOneRank)
{
    const HostGaugeField all = hot(whole());
    for (const DiracParameters& dirac : {operators().front(), operators().back(), domainWall()})
        for (const SolverPrecision precision : {SolverPrecision::Mixed, SolverPrecision::Mixed16}) {
            const SolverChoice solver{.precision = precision, .tolerance = 1e-5};
            const auto b = [&](const Lattice& on) {
                return sourceVector(Source::parse("wall:5:0:1"), on, dirac.kind(), group());
            };
            const Inversion expected = deviceInverter(device(), all, dirac)->solve(b(whole()), solver);
            ASSERT_TRUE(expected.converged());
            for (const Lattice& lattice : {divisions().front()}) {
                const auto inverter = deviceInverter(device(), hot(lattice), dirac, sharedBy(lattice));
                expectEqual(inverter->solve(b(lattice), solver), expected, lattice, describe(dirac));
            }
        }
}

TEST_P(HostRanksTest, ModesAndWhatAnotherStartFindsAreThoseOfOneRank)
{
    const HostGaugeField hotOnes = hot(whole());
    HostGaugeField cold = hotOnes;
    for (std::size_t k = 0; k < cold.links.size(); ++k) { // matrices by rows
        const std::size_t of = k % std::size_t(colours(group()) * colours(group()));
        cold.links[k] = of % std::size_t(colours(group()) + 1) == 0 ? 1 : 0;
    }
    const SpectralParameters heavy{SpectralType::Staggered, {.type = DiracType::Staggered, .mass = 2.5}};
    const ModeChoice choice{.count = 3};
    for (const HostGaugeField& all : {hotOnes, cold}) { // the cold ones are degenerate
        const LowModes expected = hostModeFinder(all, heavy)->find(choice);
        ASSERT_EQ(expected.status, SolverStatus::Converged);
        EXPECT_GT(expected.checkApplications, 0);
        for (const Lattice& lattice : divisions()) {
            HostGaugeField part{lattice.local(), group(), LinkVector()};
            for (std::int64_t site = 0; site < part.lattice.volume(); ++site) {
                const std::size_t each = all.links.size() / std::size_t(all.lattice.volume());
                const auto from = all.links.begin() + std::ptrdiff_t(each) * std::ptrdiff_t(lattice.wholeSite(site));
                part.links.insert(part.links.end(), from, from + std::ptrdiff_t(each));
            }
            const LowModes found = hostModeFinder(part, heavy, sharedBy(lattice))->find(choice);
            EXPECT_EQ(found.eigenvalues, expected.eigenvalues);
            EXPECT_EQ(found.residuals, expected.residuals);
            EXPECT_EQ(found.multiplicities, expected.multiplicities);
            EXPECT_EQ(found.applications, expected.applications);
            for (std::size_t k = 0; k < found.vectors.size(); ++k)
                expectSites(found.vectors[k], expected.vectors[k], lattice, "mode");
        }
    }
}

TEST_P(HostRanksTest, CorrelatorsCondensatesAndLoopsAreThoseOfOneRank)
{
    const HostGaugeField all = hot(whole());
    const SolverChoice solver{.precision = SolverPrecision::Double, .tolerance = 1e-6};
    for (const DiracParameters& dirac : operators()) {
        const auto mesonsOn = [&](Inverter& inverter, const Lattice& local, int direction) {
            std::vector<double> values;
            for (const MesonCorrelator& meson : measureSpectrum(inverter, {local, group(), dirac.kind()},
                                                                {Source::parse("point:1,2,9,5"), direction, solver})
                                                    .correlators)
                values.insert(values.end(), meson.values.begin(), meson.values.end());
            return values;
        };
        const auto condensateOn = [&](Inverter& inverter, const Lattice& local) {
            constexpr std::array<std::uint64_t, 2> seeds{11, 12};
            const CondensateEstimate one =
                estimateCondensate(inverter, {local, group(), dirac.kind()}, seeds, solver).back();
            return std::pair(one.scalar, one.pseudoscalar);
        };
        const auto loopsOn = [&](Inverter& inverter, const Lattice& local) {
            const Lattice lattice = inverter.lattice().lattice();
            const LoopRequest request{.dilution = Dilution::parse("even-odd"), .choice = solver};
            return measureLoops(
                       inverter, {local, group(), dirac.kind()}, 2,
                       [&](int k) {
                           return noiseSource(lattice, dirac.kind(), group(), NoiseType::Z3, std::uint64_t(k));
                       },
                       request)
                .ofNoise;
        };
        const auto alone = hostInverter(all, dirac);
        const auto loops = loopsOn(*alone, whole());
        EXPECT_EQ(loops.size(), 2u);
        const auto condensate = condensateOn(*alone, whole());
        EXPECT_NE(condensate.first, 0);
        const int direction = dirac.kind() == FermionKind::Wilson ? 2 : 1;
        const auto mesons = mesonsOn(*alone, whole(), direction), inTime = mesonsOn(*alone, whole(), 3);
        for (const Lattice& lattice : divisions()) {
            const auto inverter = hostInverter(hot(lattice), dirac, sharedBy(lattice));
            EXPECT_EQ(mesonsOn(*inverter, lattice.local(), direction), mesons);
            EXPECT_EQ(mesonsOn(*inverter, lattice.local(), 3), inTime);
            EXPECT_EQ(condensateOn(*inverter, lattice.local()), condensate);
            EXPECT_EQ(loopsOn(*inverter, lattice.local()), loops);
        }
    }
}

TEST_P(HostRanksTest, SmearedSpectraOfTheCpuAndTheDeviceAreThoseOfOneRank)
{
    const HostGaugeField all = hot(whole());
    const bool baryons = colours(group()) == 3;
    for (const DiracParameters& dirac : operators()) {
        if (dirac.kind() != FermionKind::Wilson) continue;
        const SpectrumRequest request{.source = Source::parse("point:1,2,9,5"),
                                      .choice = {.precision = SolverPrecision::Double, .tolerance = 1e-6},
                                      .smearing = {{0.3, 4}, {0.2, 3}, {0.1, 2}},
                                      .channels = parseChannels("all"),
                                      .nucleon = baryons && dirac.mu == 0 ? std::optional(dirac) : std::nullopt};
        const auto valuesOn = [&](const HostGaugeField& links, const SharedLattice& shared, bool onDevice) {
            const SmearedLinks in{links, dirac.boundary, request.smearing.links};
            const auto smearer = onDevice ? deviceSmearer(device(), in, shared) : hostSmearer(in, shared);
            const auto inverter = hostInverter(links, dirac, shared);
            std::vector<double> values;
            for (const MesonCorrelator& one :
                 measureSpectrum(*inverter, {shared.local(), group(), dirac.kind()}, request, {}, smearer.get())
                     .correlators)
                values.insert(values.end(), one.values.begin(), one.values.end());
            return values;
        };
        for (const bool onDevice : {false, true}) {
            const auto expected = valuesOn(all, whole(), onDevice);
            EXPECT_EQ(expected.size(), (request.nucleon ? 18u : 16u) * std::size_t(whole().extent(3)));
            for (const Lattice& lattice : divisions())
                EXPECT_EQ(valuesOn(hot(lattice), sharedBy(lattice), onDevice), expected) << describe(dirac);
        }
    }
}

/// Theta of each measurement.
std::vector<double> thetasOf(const FixingResult& result)
{
    std::vector<double> thetas;
    for (const FixingState& state : result.history) {
        thetas.push_back(state.theta);
        thetas.push_back(state.functional);
        thetas.push_back(state.thetaMax);
    }
    return thetas;
}

TEST_P(HostRanksTest, GaugesFixedByTheCpuHaveTheBitsOfOneRank)
{
    const HostGaugeField all = hot(whole());
    const std::vector<GaugeFixing> ways = {
        {.gauge = Gauge::Landau, .tolerance = 1e-6, .maxIterations = 60, .randomStart = true},
        {.gauge = Gauge::Landau, .method = FixingMethod::StochasticRelaxation, .maxIterations = 20},
        {.gauge = Gauge::Coulomb, .tolerance = 1e-3, .maxIterations = 100, .checkEvery = 5}};
    for (const GaugeFixing& fixing : ways)
        for (const FixingPrecision precision :
             {FixingPrecision::Single, FixingPrecision::Double, FixingPrecision::Mixed}) {
            HostGaugeField expected = all;
            const FixingResult alone = host::fix(expected, fixing, precision);
            for (const Lattice& lattice : divisions()) {
                HostGaugeField u = hot(lattice);
                const FixingResult result = host::fix(u, fixing, precision, {}, sharedBy(lattice));
                EXPECT_EQ(thetasOf(result), thetasOf(alone));
                EXPECT_EQ(result.drift, alone.drift);
                expectSites(u.links, expected.links, lattice, choiceName(fixing.gauge));
            }
        }
}

TEST_P(HostRanksTest, GaugesFixedByTheDeviceHaveTheBitsOfOneRank)
{
    GaugeField all(device(), whole(), group());
    hotStart(all, 7);
    for (const Gauge gauge : gaugesOnDevice)
        for (const FixingMethod method : {FixingMethod::Overrelaxation, FixingMethod::Annealing}) {
            const GaugeFixing fixing{.gauge = gauge,
                                     .method = method,
                                     .annealing = {.steps = 2},
                                     .tolerance = 1e-2,
                                     .maxIterations = 20,
                                     .checkEvery = 5,
                                     .randomStart = true};
            GaugeField expected = all;
            const FixingResult alone = GaugeFixer(device(), whole(), group()).fix(expected, fixing);
            for (const Lattice& lattice : divisions()) {
                GaugeField u(device(), lattice, group());
                hotStart(u, 7);
                const FixingResult result = GaugeFixer(device(), lattice, group()).fix(u, fixing);
                EXPECT_EQ(thetasOf(result), thetasOf(alone)) << choiceName(gauge);
                expectPart(u, expected, choiceName(gauge));
            }
        }
}

INSTANTIATE_TEST_SUITE_P(Ranks, HostRanksTest,
                         testing::Values(testing_support::RankVariant{Group::SU2, Path::Fragment},
                                         testing_support::RankVariant{Group::SU3, Path::Compute}),
                         testing_support::rankVariantName);

} // namespace
} // namespace gaugegl

// 2+1 flavours of staggered quarks by rational hybrid Monte Carlo on 2x2x2x2 against exact determinants: averages of
// the pure gauge theory, by the heat bath of the reference, with the weight det^(n/4) of dense matrices.  The numbers
// are printed.
#include "base/host_threads.h"
#include "chain/trajectories.h"
#include "gaugegl/chain/ensemble.h"
#include "reference/observables.h"
#include "reference/update.h"

#include "physics/exact_weights.h"
#include "support/dense_hopping.h"
#include "support/device_fixture.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace gaugegl {
namespace {

using analysis::Estimate;
using namespace testing_support;

const Lattice littleLattice({2, 2, 2, 2});
constexpr double quarkBeta = 5, lightMass = 0.4, heavyMass = 0.8, lightFlavours = 2, heavyFlavours = 1;
constexpr int chains = 6, chainLength = 350, thermalTrajectories = 40;
constexpr int exactChains = 4, exactConfigurations = 6000, sweepsBetween = 2;
/// At which the pure gauge theory has about the plaquette of the quarks at quarkBeta: weights are then nearly equal.
constexpr double pureBeta = 5.2;

/// What is compared, one number of each configuration.
struct Series {
    std::vector<double> plaquette, polyakov;
};

struct WeightedSeries : Series {
    std::vector<double> logGauge;  ///< of the weight of the gauge action at quarkBeta over that at pureBeta
    std::vector<double> logQuarks; ///< and of the quarks

    /// Weights at quarkBeta, the largest about 1.
    std::vector<double> weights(bool withQuarks) const
    {
        std::vector<double> logs = logGauge;
        for (std::size_t k = 0; withQuarks && k < logs.size(); ++k)
            logs[k] += logQuarks[k];
        const double most = *std::ranges::max_element(logs);
        for (double& log : logs)
            log = std::exp(log - most);
        return logs;
    }
};

/// log of det^(n/4) of both quarks: det(m^2 + B B^dagger) over the even sites, B the hopping term from the odd ones.
double logWeightOf(const reference::GaugeField<3>& u)
{
    const reference::StaggeredOperator<3> op(u, {.mass = lightMass}); // the hopping term has no mass
    const Eigen::MatrixXcd b = 0.5 * testing_support::denseHopping<3, 1>(littleLattice, op, 1);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solver(b * b.adjoint(), Eigen::EigenvaluesOnly);
    double sum = 0;
    for (const double lambda : solver.eigenvalues())
        sum += lightFlavours / 4 * std::log(lightMass * lightMass + lambda) +
               heavyFlavours / 4 * std::log(heavyMass * heavyMass + lambda);
    return sum;
}

/// Configurations of the pure gauge theory from several hot starts, one after the other.
WeightedSeries pureGauge()
{
    WeightedSeries all;
    for (std::uint64_t seed = 1; seed <= exactChains; ++seed) {
        auto u = reference::hotStart<3>(littleLattice, seed, Precision::Double);
        std::uint32_t sweep = 0;
        for (int n = -50; n < exactConfigurations; ++n) {
            for (int k = 0; k < sweepsBetween; ++k) {
                reference::heatBathSweep(u, {.beta = pureBeta}, seed, sweep++, Precision::Double);
                reference::overrelaxationSweep(u);
            }
            if (n < 0) continue;
            const double plaquette = reference::plaquettes(u).all, plaquettes = 6 * double(littleLattice.volume());
            all.plaquette.push_back(plaquette);
            all.polyakov.push_back(reference::polyakovLoop(u).real());
            all.logGauge.push_back((quarkBeta - pureBeta) * plaquettes * plaquette);
            all.logQuarks.push_back(logWeightOf(u));
        }
    }
    return all;
}

RunConfig runOf(std::uint64_t seed)
{
    RunConfig run;
    run.lattice = {littleLattice.extents(), Group::SU3};
    run.action.beta = quarkBeta;
    run.update.start = Start::Hot;
    run.update.seed = seed;
    run.update.thermalisation = thermalTrajectories;
    run.update.sweeps = chainLength;
    run.measure.observables = {Observable::Plaquette, Observable::PolyakovLoop};
    HmcSection& hmc = run.hmc.emplace();
    hmc.acceptFirst = 15;
    hmc.parameters.fermions = {
        {.action = FermionAction::RationalStaggered, .mass = lightMass, .flavours = lightFlavours},
        {.action = FermionAction::RationalStaggered, .mass = heavyMass, .flavours = heavyFlavours}};
    hmc.parameters.scales = {{Integrator::SecondOrder, 2}, {Integrator::SecondOrder, 2}};
    return run;
}

/// The mean of chains of equal length.  A chain that stays in one centre sector knows too small an error: that of the
/// mean is at least what their scatter says.
Estimate meanOf(const std::vector<Estimate>& of)
{
    const auto n = double(of.size());
    Estimate all{.mean = 0, .error = 0, .tauInt = 0, .tauError = 0, .count = 0};
    for (const Estimate& one : of) {
        all.mean += one.mean / n;
        all.error = std::hypot(all.error, one.error / n);
        all.tauInt = std::max(all.tauInt, one.tauInt);
        all.count += one.count;
    }
    double squares = 0;
    for (const Estimate& one : of)
        squares += (one.mean - all.mean) * (one.mean - all.mean);
    all.error = std::max(all.error, std::sqrt(squares / (n * (n - 1))));
    return all;
}

// The quarks raise the plaquette and, as they are antiperiodic in time, Re L, which is 0 without them.
TEST(RationalPhysicsTest, SU3TwoPlusOneFlavoursHaveTheAveragesOfExactDeterminants)
{
    Device* const device = testing_support::sharedDevice(
        testing_support::sharedDevice(Path::Compute, Precision::Single) ? Path::Compute : Path::Fragment,
        Precision::Single);
    if (device == nullptr) GTEST_SKIP() << "no OpenGL here";

    const ThreadLimit single(1); // sixteen sites are no work for more
    const WeightedSeries exact = pureGauge();
    const std::vector<double> weights = exact.weights(/*withQuarks=*/true);
    const Estimate plaquette = reweighted(exact.plaquette, weights), polyakov = reweighted(exact.polyakov, weights),
                   quenched = reweighted(exact.plaquette, exact.weights(/*withQuarks=*/false));
    std::printf("%zu configurations, weights as of %.0f; plaquette without quarks %.6f +- %.6f\n", weights.size(),
                effectiveNumber(weights), quenched.mean, quenched.error);
    std::printf("exact weights: plaquette %.6f +- %.6f  Re L %.6f +- %.6f\n", plaquette.mean, plaquette.error,
                polyakov.mean, polyakov.error);
    EXPECT_GT(plaquette.mean, quenched.mean + 10 * std::hypot(plaquette.error, quenched.error))
        << "the quarks are felt";
    EXPECT_GT(polyakov.mean, 10 * polyakov.error) << "the quarks are felt";

    std::vector<Estimate> plaquettes, loops;
    double accepted = 0;
    for (std::uint64_t seed = 1; seed <= chains; ++seed) {
        Ensemble ensemble(*device, runOf(seed), makeTrajectories);
        ASSERT_TRUE(runEnsemble(ensemble, {}));
        Series series;
        for (const Measurement& m : ensemble.history().measurements) {
            series.plaquette.push_back(m.values.plaquette);
            series.polyakov.push_back(m.values.polyakovLoop().real());
        }
        for (const TrajectoryRecord& one : ensemble.history().trajectories) {
            EXPECT_FALSE(one.failed);
            accepted += double(one.accepted) / (chains * double(ensemble.history().trajectories.size()));
        }
        plaquettes.push_back(analysis::gammaMethod(series.plaquette));
        loops.push_back(analysis::gammaMethod(series.polyakov));
        std::printf("chain %llu: plaquette %.5f +- %.5f  Re L %.4f +- %.4f\n", static_cast<unsigned long long>(seed),
                    plaquettes.back().mean, plaquettes.back().error, loops.back().mean, loops.back().error);
    }

    std::printf("%d trajectories, acceptance %.3f\n", chains * chainLength, accepted);
    compareWithExact("plaquette", meanOf(plaquettes), plaquette, 0.004);
    compareWithExact("Re L", meanOf(loops), polyakov, 0.04);
    EXPECT_LT(accepted, 0.999) << "too fine steps test nothing";
}

} // namespace
} // namespace gaugegl

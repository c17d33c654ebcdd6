// Quarks of opposite chemical potential by hybrid Monte Carlo on the CPU against exact determinants, at beta = 0 on 2x2x2x4: averages of
// Haar-distributed links with the weight |det D(mu)|^2 of dense matrices of the reference.  The numbers are printed.
#include "base/host_threads.h"
#include "gaugegl/gauge/update/generator.h"
#include "gaugegl/hmc/hybrid_monte_carlo.h"
#include "host/link_field.h"
#include "reference/observables.h"

#include "physics/exact_weights.h"
#include "support/dense_hopping.h"

#include <Eigen/LU>
#include <algorithm>

namespace gaugegl {
namespace {

using namespace testing_support;
using analysis::Estimate;

const Lattice isospinLattice({2, 2, 2, 4});

/// Heavy quarks, so that the weights do not differ by much, and a large chemical potential, without which Re L is next to nothing.
struct IsospinTheory {
    const char* label;
    FermionTerm quarks;
    int configurations; ///< with exact weights
};

const IsospinTheory isospinTheories[] = {
    {"SU2Wilson", {.action = FermionAction::Wilson, .kappa = 0.07, .isospinMu = 1.2}, 4000},
    {"SU2Staggered", {.action = FermionAction::IsospinStaggered, .mass = 3, .isospinMu = 1.2}, 16000}};

/// log |det (1 - k^2 H_eo H_oe)|^2.
template<int S, class Operator>
double logDeterminants(const Operator& op, double k)
{
    const Eigen::MatrixXcd h = denseHopping<2, S>(isospinLattice, op, 1) * denseHopping<2, S>(isospinLattice, op, 0);
    const Eigen::PartialPivLU<Eigen::MatrixXcd> lu(Eigen::MatrixXcd::Identity(h.rows(), h.cols()) - k * k * h);
    return 2 * lu.matrixLU().diagonal().array().abs().log().sum();
}

double logWeight(const reference::GaugeField<2>& u, const DiracParameters& dirac)
{
    if (dirac.kind() == FermionKind::Staggered)
        return logDeterminants<1>(reference::StaggeredOperator<2>(u, dirac.staggered()), 0.5 / dirac.mass);
    return logDeterminants<4>(reference::WilsonOperator<2>(u, dirac.wilson()), dirac.kappa);
}

/// One number of each configuration.
struct IsospinSeries {
    std::vector<double> plaquette, polyakov, weight;

    void add(const reference::GaugeField<2>& u)
    {
        plaquette.push_back(reference::plaquettes(u).all);
        polyakov.push_back(reference::polyakovLoop(u).real());
    }
};

class IsospinPhysicsTest : public testing::TestWithParam<IsospinTheory> {
protected:
    static IsospinSeries exact(const IsospinTheory& theory)
    {
        IsospinSeries all;
        for (int n = 0; n < theory.configurations; ++n) {
            const auto u = reference::hotStart<2>(isospinLattice, std::uint64_t(n + 1), Precision::Double);
            all.add(u);
            all.weight.push_back(logWeight(u, diracOf(theory.quarks)));
        }
        const double most = *std::ranges::max_element(all.weight);
        for (double& weight : all.weight)
            weight = std::exp(weight - most);
        return all;
    }
    static IsospinSeries chain(const IsospinTheory& theory)
    {
        constexpr int trajectories = 4000, thermalisation = 50;
        constexpr std::uint64_t seed = 5;
        HmcParameters parameters{.beta = 0, .fermions = {theory.quarks}};
        parameters.scales = {{Integrator::Leapfrog, 1}};
        host::LinkField u(std::make_shared<const host::BlockLayout>(isospinLattice), Group::SU2,
                          reference::linkVector(reference::hotStart<2>(isospinLattice, seed, Precision::Double)));
        const auto generator = Generator::onHost(Precision::Double, {.group = Group::SU2, .seed = seed});
        HybridMonteCarlo hmc(&u, parameters, *generator);
        IsospinSeries all;
        for (int n = 0; n < thermalisation + trajectories; ++n) {
            const Trajectory one = hmc.trajectory(std::uint64_t(n));
            EXPECT_FALSE(one.failure) << *one.failure;
            if (n >= thermalisation) all.add(reference::gaugeField<2>(isospinLattice, u.links()));
        }
        return all;
    }
};

// The quarks are antiperiodic in time: they make Re L positive, to leading order by cosh(4 mu) = 61 times what they do without a chemical potential.
TEST_P(IsospinPhysicsTest, HasTheAveragesOfExactDeterminants)
{
    const ThreadLimit single(1); // 32 sites are no work for more
    const IsospinSeries weighted = exact(GetParam()), found = chain(GetParam());
    const Estimate plaquette = reweighted(weighted.plaquette, weighted.weight),
                   polyakov = reweighted(weighted.polyakov, weighted.weight);
    std::printf("%s: %zu configurations, weights as of %.0f\n", GetParam().label, weighted.weight.size(),
                effectiveNumber(weighted.weight));
    EXPECT_GT(polyakov.mean, 10 * polyakov.error) << "the chemical potential is felt";
    compareWithExact("plaquette", analysis::gammaMethod(found.plaquette), plaquette, 0.003);
    compareWithExact("Re L", analysis::gammaMethod(found.polyakov), polyakov, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Host, IsospinPhysicsTest, testing::ValuesIn(isospinTheories),
                         [](const auto& test) { return test.param.label; });

} // namespace
} // namespace gaugegl

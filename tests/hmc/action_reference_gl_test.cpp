// Energies against dense matrices of the reference: the definitions of CONVENTIONS.md, "Molecular dynamics", on a
// lattice of 32 sites.
#include "core/fermion_source.h"
#include "gaugegl/fields/transfer.h"
#include "hmc/action.h"
#include "reference/dirac.h"

#include "support/dense_hopping.h"
#include "support/device_fixture.h"
#include "verify/oracle_field.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace gaugegl {
namespace {

using namespace testing_support;
using Complex = std::complex<double>;
using MatrixXc = Eigen::MatrixXcd;
using VectorXc = Eigen::VectorXcd;

constexpr Group su2 = Group::SU2;
const Lattice littleLattice({2, 2, 2, 4});
const BoundaryPhases boundary{};

VectorXc vectorOf(const HalfVector& half) { return Eigen::Map<const VectorXc>(half.data(), Eigen::Index(half.size())); }

/// 1 + i twist gamma_5 on the sites of one parity.
MatrixXc twisted(double twist)
{
    const auto n = Eigen::Index(littleLattice.halfVolume() * 8);
    MatrixXc r = MatrixXc::Identity(n, n);
    for (Eigen::Index k = 0; k < n; ++k)
        r(k, k) += Complex(0, k / 2 % 4 < 2 ? twist : -twist);
    return r;
}

/// The even-odd operator of Wilson quarks.
MatrixXc schur(const reference::GaugeField<2>& u, double kappa, double mu)
{
    const WilsonParameters quark{kappa, mu, boundary};
    const reference::WilsonOperator<2> op(u, quark);
    const MatrixXc r = twisted(quark.twist());
    return r - kappa * kappa * denseHopping<2, 4>(littleLattice, op, 1) * r.inverse() *
                   denseHopping<2, 4>(littleLattice, op, 0);
}

/// Staggered: K on the even sites, and the hopping term from the odd sites.
struct Staggered {
    MatrixXc k, fromOdd;

    Staggered(const reference::GaugeField<2>& u, double mass)
    {
        const reference::StaggeredOperator<2> op(u, {mass, boundary});
        fromOdd = denseHopping<2, 1>(littleLattice, op, 1);
        const MatrixXc h = fromOdd * denseHopping<2, 1>(littleLattice, op, 0);
        k = mass * mass * MatrixXc::Identity(h.rows(), h.cols()) - 0.25 * h;
    }
};

MatrixXc power(const MatrixXc& positive, double exponent)
{
    const Eigen::SelfAdjointEigenSolver<MatrixXc> solver(positive);
    return solver.eigenvectors() * solver.eigenvalues().array().pow(exponent).matrix().cast<Complex>().asDiagonal() *
           solver.eigenvectors().adjoint();
}

double form(const VectorXc& phi, const MatrixXc& m) { return phi.dot(m * phi).real(); }

class EnergyTest : public DeviceTest {
protected:
    EnergyTest()
        : here_(reference::hotStart<2>(littleLattice, 3, Precision::Single)),
          there_(reference::hotStart<2>(littleLattice, 4, Precision::Single))
    {}

    /// S of pseudofermions drawn here from the noise, and S of them there, of each term.
    std::vector<double> energies(const FermionTerm& term, const FermionVector& noise) const
    {
        HmcParameters parameters{.beta = 1, .fermions = {term}};
        parameters.precision = precision() == Precision::Double ? HmcPrecision::Double : HmcPrecision::Mixed;
        GaugeField u(device(), littleLattice, su2);
        std::vector<double> result;
        const auto actions = actionsOf(u, parameters);
        for (std::size_t k = 1; k < actions.size(); ++k) {
            upload(u, here_);
            actions[k]->gaugeFieldChanged();
            actions[k]->refreshWith(noise);
            upload(u, there_);
            actions[k]->gaugeFieldChanged();
            result.push_back(actions[k]->energy());
        }
        return result;
    }
    static FermionVector noise(FermionKind kind) { return gaussianSource(littleLattice, kind, su2, 6); }
    static VectorXc part(const FermionVector& noise, int parity)
    {
        const auto components = int(noise.size() / std::size_t(littleLattice.volume()));
        return vectorOf(halfOf(littleLattice, noise, parity, components));
    }
    // Links of single precision are in the group to 1e-7.
    double tolerance() const { return precision() == Precision::Double ? 1e-9 : 1e-5; }

    reference::GaugeField<2> here_, there_;
};

TEST_P(EnergyTest, OfTwistedQuarksAndTheirRatiosAreThoseOfDenseMatrices)
{
    const FermionTerm term{
        .action = FermionAction::TwistedMass, .kappa = 0.13, .mu = 0.1, .ratios = {{0.13, 0.4}, {0.1, 0.4}}};
    const FermionVector eta = noise(FermionKind::Wilson);
    const std::vector<double> found = energies(term, eta);
    ASSERT_EQ(found.size(), 3u);
    const RatioQuark quarks[] = {{0.13, 0.1}, {0.13, 0.4}, {0.1, 0.4}};
    for (std::size_t k = 0; k < 3; ++k) {
        const MatrixXc a = schur(here_, quarks[k].kappa, quarks[k].mu),
                       b = schur(there_, quarks[k].kappa, quarks[k].mu);
        VectorXc phi = a.adjoint() * part(eta, 0);
        if (k < 2) {
            const RatioQuark& over = quarks[k + 1];
            phi = schur(here_, over.kappa, over.mu).adjoint().inverse() * phi;
            phi = schur(there_, over.kappa, over.mu).adjoint() * phi; // W^dagger phi of there
        }
        EXPECT_NEAR(found[k] / form(phi, (b.adjoint() * b).inverse()), 1, tolerance()) << k;
    }
}

TEST_P(EnergyTest, OfFourTastesAreThoseOfDenseMatrices)
{
    const FermionVector eta = noise(FermionKind::Staggered);
    const Staggered here(here_, 0.3), there(there_, 0.3);
    const VectorXc phi = 0.3 * part(eta, 0) - 0.5 * here.fromOdd * part(eta, 1);
    const std::vector<double> found = energies({.action = FermionAction::Staggered, .mass = 0.3}, eta);
    EXPECT_NEAR(found.at(0) / form(phi, there.k.inverse()), 1, tolerance());
}

// Two half fields have det K^(1/2) each.
TEST_P(EnergyTest, OfRootsAreThoseOfDenseMatrices)
{
    const FermionVector eta = noise(FermionKind::Staggered);
    const Staggered here(here_, 0.3), there(there_, 0.3);
    for (const double flavours : {1.0, 2.0}) {
        const VectorXc phi = power(here.k, flavours / 8) * part(eta, 0);
        const std::vector<double> found =
            energies({.action = FermionAction::RationalStaggered, .mass = 0.3, .flavours = flavours}, eta);
        EXPECT_NEAR(found.at(0) / form(phi, power(there.k, -flavours / 4)), 1, tolerance()) << flavours;
    }
}

INSTANTIATE_TEST_SUITE_P(Device, EnergyTest,
                         testing::Values(Variant{su2, Path::Compute, Precision::Single},
                                         Variant{su2, Path::Fragment, Precision::Double}),
                         variantName);

} // namespace
} // namespace gaugegl

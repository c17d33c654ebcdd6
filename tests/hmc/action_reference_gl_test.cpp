// Energies against dense matrices of the reference: the definitions of CONVENTIONS.md, "Molecular dynamics", on a
// lattice of 32 sites.
#include "core/fermion_source.h"
#include "gaugegl/fields/transfer.h"
#include "hmc/action.h"
#include "reference/dirac.h"
#include "reference/smearing.h"

#include "checks/oracle_field.h"
#include "support/dense_hopping.h"
#include "support/device_fixture.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

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

/// The even-odd operator of Wilson quarks, and log |det R| of the odd sites.
struct Schur {
    MatrixXc a;
    double logDeterminant = 0;

    Schur(const reference::GaugeField<2>& u, const WilsonParameters& quark)
    {
        const reference::WilsonOperator<2> op(u, quark);
        const MatrixXc odd = denseDiagonal<2, 4>(littleLattice, op, 1);
        const Eigen::FullPivLU<MatrixXc> lu(odd);
        logDeterminant = lu.matrixLU().diagonal().array().abs().log().sum();
        a = denseDiagonal<2, 4>(littleLattice, op, 0) - quark.kappa * quark.kappa *
                                                            denseHopping<2, 4>(littleLattice, op, 1) * lu.inverse() *
                                                            denseHopping<2, 4>(littleLattice, op, 0);
    }
};

/// Staggered: K on the even sites, and the hopping term from the odd sites.
struct Staggered {
    MatrixXc k, fromOdd;

    Staggered(const reference::GaugeField<2>& u, double mass, const BoundaryPhases& phases = boundary)
    {
        const reference::StaggeredOperator<2> op(u, {mass, phases});
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
    for (const double clover : {0.0, 1.4}) {
        FermionTerm term{
            .action = FermionAction::TwistedMass, .kappa = 0.13, .mu = 0.1, .ratios = {{0.13, 0.4}, {0.1, 0.4}}};
        term.clover = clover;
        const FermionVector eta = noise(FermionKind::Wilson);
        const std::vector<double> found = energies(term, eta);
        ASSERT_EQ(found.size(), 3u);
        const RatioQuark quarks[] = {{0.13, 0.1}, {0.13, 0.4}, {0.1, 0.4}};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto schur = [&](const reference::GaugeField<2>& u, std::size_t of) {
                WilsonParameters quark{quarks[of].kappa, quarks[of].mu, boundary};
                quark.clover = clover;
                return Schur(u, quark);
            };
            const Schur a = schur(here_, k), b = schur(there_, k);
            VectorXc phi = a.a.adjoint() * part(eta, 0);
            double determinants = clover == 0 ? 0 : -2 * b.logDeterminant; // without it they are constants
            if (k < 2) {
                const Schur over = schur(there_, k + 1);
                phi = schur(here_, k + 1).a.adjoint().inverse() * phi;
                phi = over.a.adjoint() * phi; // W^dagger phi of there
                if (clover != 0) determinants += 2 * over.logDeterminant;
            }
            EXPECT_NEAR(found[k] / (form(phi, (b.a.adjoint() * b.a).inverse()) + determinants), 1, tolerance())
                << k << " of clover " << clover;
        }
    }
}

// The links that the quarks see are smeared by the oracle.
TEST_P(EnergyTest, OfStoutLinksAreThoseOfDenseMatrices)
{
    FermionTerm term{.action = FermionAction::Staggered, .mass = 0.3};
    term.stout = {.rho = 0.1, .steps = 2};
    const auto smeared = [&](const reference::GaugeField<2>& u) {
        return reference::stoutSmeared(reference::stoutSmeared(u, term.stout.rho, false), term.stout.rho, false);
    };
    const FermionVector eta = noise(FermionKind::Staggered);
    const Staggered here(smeared(here_), 0.3), there(smeared(there_), 0.3);
    const VectorXc phi = 0.3 * part(eta, 0) - 0.5 * here.fromOdd * part(eta, 1);
    EXPECT_NEAR(energies(term, eta).at(0) / form(phi, there.k.inverse()), 1, tolerance());
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

// |det D(mu)|^2: A is not Hermitian.
TEST_P(EnergyTest, OfIsospinAreThoseOfDenseMatrices)
{
    const BoundaryPhases phases{boundary.theta, boundary.spread, 0.4};
    const auto expect = [&](const FermionTerm& term, FermionKind kind, const MatrixXc& here, const MatrixXc& there) {
        const FermionVector eta = noise(kind);
        const VectorXc phi = here.adjoint() * part(eta, 0);
        EXPECT_NEAR(energies(term, eta).at(0) / form(phi, (there.adjoint() * there).inverse()), 1, tolerance())
            << describe(term);
    };
    const WilsonParameters wilson{.kappa = 0.13, .boundary = phases};
    expect({.action = FermionAction::Wilson, .kappa = 0.13, .isospinMu = 0.4}, FermionKind::Wilson,
           Schur(here_, wilson).a, Schur(there_, wilson).a);
    const auto staggered = [&](const reference::GaugeField<2>& u) {
        const Staggered of(u, 0.3, phases);
        return MatrixXc(of.k / 0.3); // m - H_eo H_oe / (4 m)
    };
    expect({.action = FermionAction::IsospinStaggered, .mass = 0.3, .isospinMu = 0.4}, FermionKind::Staggered,
           staggered(here_), staggered(there_));
}

INSTANTIATE_TEST_SUITE_P(Device, EnergyTest,
                         testing::Values(Variant{su2, Path::Compute, Precision::Single},
                                         Variant{su2, Path::Fragment, Precision::Double}),
                         variantName);

} // namespace
} // namespace gaugegl

// The laws of the Dirac operators of the reference: algebra of the gamma matrices, gamma_5-hermiticity, adjoints, gauge
// covariance, parity and the symbols on plane waves.
#include "reference/dirac.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "reference/plane_wave.h"

#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl::reference {
namespace {

constexpr std::complex<double> i(0, 1);
constexpr double diracRounding = 1e-13;
const Lattice diracLattice({4, 6, 2, 8});
const BoundaryPhases anyBoundary{{0.25, 0, -0.5, 1}, false};

template<int N, int S>
FermionField<N, S> randomField(std::uint64_t seed)
{
    const FermionKind kind = S == 4 ? FermionKind::Wilson : FermionKind::Staggered;
    return {diracLattice, gaussianSource(diracLattice, kind, N == 2 ? Group::SU2 : Group::SU3, seed)};
}

/// |a - b| / |b|.
template<int N, int S>
double deviation(FermionField<N, S> a, const FermionField<N, S>& b)
{
    axpy(-1.0, b, a);
    return std::sqrt(norm2(a) / norm2(b));
}

template<class Operator>
typename Operator::Field applied(const Operator& op, const typename Operator::Field& psi)
{
    typename Operator::Field out(psi.lattice());
    op.apply(out, psi);
    return out;
}

template<class Operator>
typename Operator::Field adjointApplied(const Operator& op, const typename Operator::Field& psi)
{
    typename Operator::Field out(psi.lattice());
    op.applyAdjoint(out, psi);
    return out;
}

template<int N, int S>
FermionField<N, S> transformed(const std::vector<Matrix<N>>& g, const FermionField<N, S>& psi)
{
    FermionField<N, S> result(psi.lattice());
    for (std::int64_t site = 0; site < psi.lattice().volume(); ++site)
        for (int s = 0; s < S; ++s)
            for (int a = 0; a < N; ++a)
                for (int b = 0; b < N; ++b)
                    result(site, s, a) += g[std::size_t(site)](a, b) * psi(site, s, b);
    return result;
}

TEST(GammaMatrices, Anticommute)
{
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = 0; nu < 4; ++nu)
            EXPECT_EQ(gamma(mu) * gamma(nu) + gamma(nu) * gamma(mu), (mu == nu ? 2.0 : 0.0) * SpinMatrix::identity());
}

TEST(GammaMatrices, AreHermitianAndGamma5IsTheirProduct)
{
    for (int mu = 0; mu < 4; ++mu)
        EXPECT_EQ(adj(gamma(mu)), gamma(mu));
    EXPECT_EQ(gamma(0) * gamma(1) * gamma(2) * gamma(3), gamma5());
}

template<class T>
class ReferenceDirac : public testing::Test {
protected:
    const GaugeField<T::value> u_ = hotStart<T::value>(diracLattice, 11, Precision::Double);
    const WilsonOperator<T::value> wilson_{u_, {.kappa = 0.17, .mu = 0.6, .boundary = anyBoundary, .clover = 1.3}};
    const StaggeredOperator<T::value> staggered_{u_, {.mass = 0.2, .boundary = anyBoundary}};
};
using BothGroups = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(ReferenceDirac, BothGroups);

TYPED_TEST(ReferenceDirac, AdjointMovesAcrossTheInnerProduct)
{
    const auto check = [](const auto& op, const auto& phi, const auto& psi) {
        EXPECT_LT(std::abs(dot(phi, applied(op, psi)) - dot(adjointApplied(op, phi), psi)), diracRounding * norm2(psi));
    };
    check(this->wilson_, randomField<TypeParam::value, 4>(1), randomField<TypeParam::value, 4>(2));
    check(this->staggered_, randomField<TypeParam::value, 1>(1), randomField<TypeParam::value, 1>(2));
}

// gamma_5 M(mu) gamma_5 = M(-mu)^dagger: the flavours of a twisted doublet are each other's partners.
TYPED_TEST(ReferenceDirac, Gamma5TurnsOneFlavourIntoTheAdjointOfTheOther)
{
    const WilsonOperator<TypeParam::value> down(this->u_,
                                                {.kappa = 0.17, .mu = -0.6, .boundary = anyBoundary, .clover = 1.3});
    const auto psi = randomField<TypeParam::value, 4>(3);

    const auto turned = multiplied(gamma5(), applied(this->wilson_, multiplied(gamma5(), psi)));

    EXPECT_LT(deviation(turned, adjointApplied(down, psi)), diracRounding);
    EXPECT_GT(deviation(turned, adjointApplied(this->wilson_, psi)), 0.1);
}

TYPED_TEST(ReferenceDirac, IsGaugeCovariant)
{
    constexpr int N = TypeParam::value;
    const auto g = randomGaugeTransformation<N>(diracLattice, 4, Precision::Double);
    const GaugeField<N> v = reference::transformed(this->u_, g);
    const auto psi = randomField<N, 4>(5);
    const auto chi = randomField<N, 1>(6);

    const WilsonOperator<N> wilson(v, {.kappa = 0.17, .mu = 0.6, .boundary = anyBoundary, .clover = 1.3});
    const StaggeredOperator<N> staggered(v, {.mass = 0.2, .boundary = anyBoundary});

    EXPECT_LT(deviation(applied(wilson, transformed(g, psi)), transformed(g, applied(this->wilson_, psi))),
              diracRounding);
    EXPECT_LT(deviation(applied(staggered, transformed(g, chi)), transformed(g, applied(this->staggered_, chi))),
              diracRounding);
}

/// anyBoundary with an isospin chemical potential.
BoundaryPhases withIsospin(double mu) { return {anyBoundary.theta, anyBoundary.spread, mu}; }

/// psi with the sign (-1)^(x+y+z+t).
template<int N>
FermionField<N, 1> alternating(FermionField<N, 1> psi)
{
    for (std::int64_t site = 0; site < diracLattice.volume(); ++site)
        if (Lattice::parity(diracLattice.coordinates(site)) == 1)
            for (int k = 0; k < N; ++k)
                psi(site, 0, k) *= -1.0;
    return psi;
}

// gamma_5 M(mu) gamma_5 = M(-mu)^dagger and epsilon D(mu) epsilon = D(-mu)^dagger: det D(mu) det D(-mu) = |det D(mu)|^2.
TYPED_TEST(ReferenceDirac, IsospinPartnersAreEachOthersAdjoints)
{
    constexpr int N = TypeParam::value;
    const auto wilson = [this](double mu, double twist) {
        return WilsonOperator<N>(this->u_, {.kappa = 0.17, .mu = twist, .boundary = withIsospin(mu), .clover = 1.3});
    };
    const auto staggered = [this](double mu) {
        return StaggeredOperator<N>(this->u_, {.mass = 0.2, .boundary = withIsospin(mu)});
    };
    const auto psi = randomField<N, 4>(3), phi = randomField<N, 4>(4);
    const auto chi = randomField<N, 1>(5), eta = randomField<N, 1>(6);

    const auto turned = multiplied(gamma5(), applied(wilson(0.3, 0.6), multiplied(gamma5(), psi)));
    const auto alternated = alternating(applied(staggered(0.3), alternating(chi)));

    EXPECT_LT(deviation(turned, adjointApplied(wilson(-0.3, -0.6), psi)), diracRounding);
    EXPECT_GT(deviation(turned, adjointApplied(wilson(0.3, -0.6), psi)), 0.01);
    EXPECT_LT(deviation(alternated, adjointApplied(staggered(-0.3), chi)), diracRounding);
    EXPECT_GT(deviation(alternated, adjointApplied(staggered(0.3), chi)), 0.01);
    EXPECT_LT(std::abs(dot(phi, applied(wilson(0.3, 0.6), psi)) - dot(adjointApplied(wilson(0.3, 0.6), phi), psi)),
              diracRounding * norm2(psi));
    EXPECT_LT(std::abs(dot(eta, applied(staggered(0.3), chi)) - dot(adjointApplied(staggered(0.3), eta), chi)),
              diracRounding * norm2(chi));
}

// With a phase exp(i a) on every step in t M is R + exp(i a) F + exp(-i a) B, and with a chemical potential R + e^mu F + e^-mu B: the same
// function at a = -i mu.  a = 0, pi / 2 and pi give its three parts.
TYPED_TEST(ReferenceDirac, IsospinContinuesTheSpreadPhasesToImaginaryOnes)
{
    constexpr int N = TypeParam::value;
    const double mu = 0.3, lt = diracLattice.extent(3);
    const auto continued = [&](const auto& apply) {
        const auto zero = apply({{0.25, 0, -0.5, 0}, true}), quarter = apply({{0.25, 0, -0.5, lt / 2}, true}),
                   half = apply({{0.25, 0, -0.5, lt}, true});
        auto r = zero, sum = zero, difference = quarter; // 2 R, 2 (F + B), and i (F - B)
        axpy(1.0, half, r);
        axpy(-1.0, half, sum);
        axpy(-0.5, r, difference);
        auto result = zeroLike(r);
        axpy(0.5, r, result);
        axpy(0.5 * std::cosh(mu), sum, result);
        axpy(-i * std::sinh(mu), difference, result);
        return std::pair(apply({{0.25, 0, -0.5, 0}, true, mu}), result);
    };
    const auto psi = randomField<N, 4>(3);
    const auto chi = randomField<N, 1>(4);

    const auto wilson = continued([&](const BoundaryPhases& boundary) {
        return applied(WilsonOperator<N>(this->u_, {.kappa = 0.17, .mu = 0.6, .boundary = boundary}), psi);
    });
    const auto staggered = continued([&](const BoundaryPhases& boundary) {
        return applied(StaggeredOperator<N>(this->u_, {.mass = 0.2, .boundary = boundary}), chi);
    });

    EXPECT_LT(deviation(wilson.first, wilson.second), diracRounding);
    EXPECT_LT(deviation(staggered.first, staggered.second), diracRounding);
}

/// The field where the parity is that, 0 elsewhere.
template<int N, int S>
FermionField<N, S> onParity(FermionField<N, S> psi, int parity)
{
    for (std::int64_t site = 0; site < diracLattice.volume(); ++site)
        if (Lattice::parity(diracLattice.coordinates(site)) != parity)
            for (int k = 0; k < N * S; ++k)
                psi(site, 0, k) = 0;
    return psi;
}

TYPED_TEST(ReferenceDirac, HoppingTermsTakeEachParityToTheOtherOne)
{
    const auto check = [](const auto& op, const auto& psi) {
        for (int parity = 0; parity < 2; ++parity) {
            auto out = zeroLike(psi);
            op.hop(out, onParity(psi, parity));
            EXPECT_EQ(norm2(onParity(out, parity)), 0);
            EXPECT_GT(norm2(out), 1);
        }
    };
    check(this->wilson_, randomField<TypeParam::value, 4>(7));
    check(this->staggered_, randomField<TypeParam::value, 1>(8));
}

TYPED_TEST(ReferenceDirac, StaggeredSquareIsBlockDiagonalInParity)
{
    const auto chi = onParity(randomField<TypeParam::value, 1>(9), 1);

    const auto square = adjointApplied(this->staggered_, applied(this->staggered_, chi));

    EXPECT_LT(norm2(onParity(square, 0)), diracRounding * diracRounding * norm2(square));
}

/// exp(i p x) times a vector; p_mu = 2 pi n_mu / L_mu.
template<int N, int S>
FermionField<N, S> planeWave(const std::array<int, 4>& n, const FermionField<N, S>& values)
{
    FermionField<N, S> wave(diracLattice);
    const std::array<double, 4> numbers = {double(n[0]), double(n[1]), double(n[2]), double(n[3])};
    for (std::int64_t site = 0; site < diracLattice.volume(); ++site)
        for (int k = 0; k < N * S; ++k)
            wave(site, 0, k) = planeWaveAt(diracLattice, numbers, site) * values(0, 0, k);
    return wave;
}

/// The momentum of the wave with these numbers, which a phase spread over the steps shifts, and a chemical potential p_3 -> p_3 - i mu.
std::complex<double> momentum(const std::array<int, 4>& n, const BoundaryPhases& boundary, std::size_t mu)
{
    return std::numbers::pi * (2 * n[mu] + boundary.theta[mu]) / diracLattice.extents()[mu] -
           (mu == 3 ? boundary.isospin : 0.0) * i;
}

// M(p) = 1 - 2 kappa sum cos p_mu + 2 i kappa sum gamma_mu sin p_mu + 2 i kappa mu gamma_5.
TYPED_TEST(ReferenceDirac, WilsonActsOnFreePlaneWavesAsItsSymbol)
{
    constexpr int N = TypeParam::value;
    const GaugeField<N> cold(diracLattice);
    const WilsonParameters parameters{.kappa = 0.17, .mu = 0.6, .boundary = {{0.25, 0, -0.5, 1}, true, 0.4}};
    const std::array<int, 4> n = {1, 2, 1, 3};
    SpinMatrix symbol = SpinMatrix::identity();
    const auto add = [&symbol](std::complex<double> factor, const SpinMatrix& m) {
        for (std::size_t k = 0; k < 16; ++k)
            symbol.e[k] += factor * m.e[k];
    };
    add(i * parameters.twist(), gamma5());
    for (int mu = 0; mu < 4; ++mu) {
        const std::complex<double> p = momentum(n, parameters.boundary, std::size_t(mu));
        add(-2 * parameters.kappa * std::cos(p), SpinMatrix::identity());
        add(2.0 * i * parameters.kappa * std::sin(p), gamma(mu));
    }
    const auto wave = planeWave(n, randomField<N, 4>(10));

    EXPECT_LT(deviation(applied(WilsonOperator<N>(cold, parameters), wave), multiplied(symbol, wave)), diracRounding);
}

// H^2 / 4 = -sum sin^2 p_mu, without a chemical potential m^2 - D^dagger D.
TYPED_TEST(ReferenceDirac, StaggeredSquareActsOnFreePlaneWavesAsItsSymbol)
{
    constexpr int N = TypeParam::value;
    const GaugeField<N> cold(diracLattice);
    for (const double isospin : {0.0, 0.4}) {
        const StaggeredParameters parameters{.mass = 0.2, .boundary = {{0.25, 0, -0.5, 1}, true, isospin}};
        const StaggeredOperator<N> op(cold, parameters);
        const std::array<int, 4> n = {1, 2, 1, 3};
        std::complex<double> sum = 0;
        for (std::size_t mu = 0; mu < 4; ++mu)
            sum += std::pow(std::sin(momentum(n, parameters.boundary, mu)), 2);
        const auto wave = planeWave(n, randomField<N, 1>(11));

        auto once = zeroLike(wave), twice = zeroLike(wave), expected = zeroLike(wave);
        op.hop(once, wave);
        op.hop(twice, once);
        axpy(-4.0 * sum, wave, expected);
        EXPECT_LT(deviation(twice, expected), diracRounding);

        if (isospin != 0) continue;
        auto square = zeroLike(wave);
        axpy(parameters.mass * parameters.mass + sum, wave, square);
        EXPECT_LT(deviation(adjointApplied(op, applied(op, wave)), square), diracRounding);
    }
}

// Spreading a phase over the steps of a direction is a change of variables, psi(x) -> exp(i pi theta x / L) psi(x).
TYPED_TEST(ReferenceDirac, PhaseOnOneStepOrSpreadIsTheSameUpToAChangeOfVariables)
{
    constexpr int N = TypeParam::value;
    const BoundaryPhases spread{anyBoundary.theta, true};
    const auto turned = [](FermionField<N, 1> chi, double direction) {
        for (std::int64_t site = 0; site < diracLattice.volume(); ++site) {
            double angle = 0;
            for (std::size_t mu = 0; mu < 4; ++mu)
                angle += direction * std::numbers::pi * anyBoundary.theta[mu] * diracLattice.coordinates(site)[mu] /
                         diracLattice.extents()[mu];
            for (int k = 0; k < N; ++k)
                chi(site, 0, k) *= std::polar(1.0, angle);
        }
        return chi;
    };
    const auto chi = randomField<N, 1>(12);

    const auto onEveryStep = applied(StaggeredOperator<N>(this->u_, {.mass = 0.2, .boundary = spread}), chi);
    const auto onOneStep = turned(applied(this->staggered_, turned(chi, +1)), -1);

    EXPECT_LT(deviation(onEveryStep, onOneStep), diracRounding);
}

TYPED_TEST(ReferenceDirac, LinksSurviveTheExchangeFormat)
{
    const LinkVector links = linkVector(this->u_);
    const std::int64_t site = 77;
    constexpr int N = TypeParam::value;

    EXPECT_EQ(links[std::size_t(((site * 4 + 2) * N + 1) * N)], this->u_(2, site)(1, 0));
    EXPECT_EQ(linkVector(gaugeField<N>(diracLattice, links)), links);
    EXPECT_THROW(gaugeField<N>(Lattice({4, 4, 4, 4}), links), InputError);
    EXPECT_THROW((FermionField<N, 1>(diracLattice, links)), InputError);
}

} // namespace
} // namespace gaugegl::reference

// The laws of the chiral operators of the reference: what five dimensions are to four, the limits, and published numbers.
#include "reference/chiral.h"

#include "core/fermion_source.h"
#include "core/zolotarev.h"
#include "reference/normal_solution.h"
#include "reference/plane_wave.h"
#include "support/real_file.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <numbers>
#include <ostream>

namespace gaugegl::reference {
namespace {

using Complex = std::complex<double>;
using Dense = Eigen::MatrixXcd;
constexpr int N = 2;
const Lattice tiny({2, 2, 2, 2});
const Lattice unequal({4, 6, 2, 4});

/// The matrix of a linear function of spinor fields on the tiny lattice.
template<class F>
Dense denseOf(F&& f)
{
    const SpinorField<N> zero(tiny);
    const Eigen::Index n = Eigen::Index(zero.vector().size());
    Dense m(n, n);
    for (Eigen::Index column = 0; column < n; ++column) {
        SpinorField<N> unit(tiny);
        unit.vector()[std::size_t(column)] = 1;
        const SpinorField<N> image = f(unit);
        for (Eigen::Index row = 0; row < n; ++row)
            m(row, column) = image.vector()[std::size_t(row)];
    }
    return m;
}

Eigen::VectorXcd denseOf(const SpinorField<N>& x)
{
    return Eigen::Map<const Eigen::VectorXcd>(x.vector().data(), Eigen::Index(x.vector().size()));
}

SpinorField<N> randomSpinors(const Lattice& lattice, std::uint64_t seed)
{
    return {lattice, gaussianSource(lattice, FermionKind::Wilson, Group::SU2, seed)};
}

double distance(const SpinorField<N>& x, const SpinorField<N>& y)
{
    SpinorField<N> difference = x;
    axpy(-1.0, y, difference);
    return std::sqrt(norm2(difference) / norm2(y));
}

DomainWallParameters wall(double m5, double mass, std::vector<double> b, std::vector<double> c)
{
    return {.m5 = m5, .mass = mass, .b = std::move(b), .c = std::move(c), .boundary = {}};
}

DomainWallParameters optimal(double m5, double mass, int ls)
{
    const std::vector<double> weights = zolotarevSign(ls, {0.2, 7}).weights;
    return wall(m5, mass, weights, weights);
}

struct Case {
    const char* name;
    DomainWallParameters quark;
};
/// Names the case in the output of the tests.
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class WallCases : public testing::TestWithParam<Case> {
protected:
    const GaugeField<N> u_ = hotStart<N>(tiny, 5, Precision::Double);
};
class DomainWallCases : public WallCases {};
class MirroredWalls : public WallCases {};

// Integrating the fifth dimension leaves D(m) = (1 + m) / 2 + (1 - m) / 2 gamma_5 epsilon, epsilon = (1 - P) / (1 + P) with
// P = prod_s (1 - H_s) / (1 + H_s), H_s = gamma_5 (b_s + c_s) D_W / (2 + (b_s - c_s) D_W), and the propagator (D^-1 - 1) / (1 - m)
// (Brower, Neff and Orginos, Comput. Phys. Commun. 220 (2017) 1).
TEST_P(DomainWallCases, PropagatorIsThatOfTheOperatorInFourDimensions)
{
    const DomainWallParameters& quark = GetParam().quark;
    const WilsonKernel<N> kernel(u_, -quark.m5, quark.boundary);
    const Dense d = denseOf([&](const SpinorField<N>& x) {
        SpinorField<N> y(tiny);
        kernel.apply(y, x);
        return y;
    });
    const Dense g5 = denseOf([](const SpinorField<N>& x) { return multiplied(gamma5(), x); });
    const Dense one = Dense::Identity(d.rows(), d.cols());
    Dense plus = one, minus = one; // the factors commute
    for (std::size_t s = 0; s < quark.b.size(); ++s) {
        const Dense h = g5 * (quark.b[s] + quark.c[s]) * d * (2 * one + (quark.b[s] - quark.c[s]) * d).inverse();
        plus = plus * (one + h);
        minus = minus * (one - h);
    }
    const Dense epsilon = (plus + minus).inverse() * (plus - minus);
    const Dense m = (1 + quark.mass) / 2 * one + (1 - quark.mass) / 2 * g5 * epsilon;
    const SpinorField<N> eta = randomSpinors(tiny, 3);
    const Eigen::VectorXcd expected = (m.inverse() * denseOf(eta) - denseOf(eta)) / (1 - quark.mass);

    const DomainWallOperator<N> wall(u_, quark);
    const SpinorField<N> q = wall.wall(solved(wall, wall.source(eta)));

    EXPECT_LT((denseOf(q) - expected).norm() / expected.norm(), 1e-10);
    // The identity of one vector, whatever the weights: Re eta^dagger S eta - m |S eta|^2 = x^dagger (1 - epsilon^2) x / 4, x = D^-1 eta.
    const Eigen::VectorXcd x = m.inverse() * denseOf(eta);
    const double defect = ((one - epsilon * epsilon) * x).dot(x).real() / 4;
    EXPECT_NEAR(dot(eta, q).real() - quark.mass * norm2(q), defect, 1e-9 * norm2(q));
}

TEST_P(DomainWallCases, AdjointIsTheAdjoint)
{
    const DomainWallOperator<N> wall(u_, GetParam().quark);
    WallField<N> x, y;
    for (int s = 0; s < GetParam().quark.ls(); ++s) {
        x.slices.push_back(randomSpinors(tiny, 100 + std::uint64_t(s)));
        y.slices.push_back(randomSpinors(tiny, 200 + std::uint64_t(s)));
    }
    auto dy = zeroLike(y), dx = zeroLike(x);
    wall.apply(dy, y);
    wall.applyAdjoint(dx, x);
    EXPECT_LT(std::abs(dot(x, dy) - dot(dx, y)), 1e-12 * std::abs(dot(x, dy)));
}

// The axial Ward identity of the sum over all sites (Furman and Shamir, Nucl. Phys. B439 (1995) 54), whatever the field, where the
// second half of the slices mirrors the first: m sum C + sum C_mp = Re tr S(0, 0).
TEST_P(MirroredWalls, WardIdentityTiesTheMidpointToTheWalls)
{
    const DomainWallParameters& quark = GetParam().quark;
    const DomainWallOperator<N> op(u_, quark);
    double walls = 0, midpoints = 0, trace = 0;
    for (int column = 0; column < 4 * N; ++column) {
        SpinorField<N> eta(tiny);
        eta(0, column / N, column % N) = 1;
        const WallField<N> psi = solved(op, op.source(eta));
        const SpinorField<N> q = op.wall(psi);
        walls += norm2(q);
        midpoints += norm2(op.midpoint(psi));
        trace += q(0, column / N, column % N).real();
    }
    EXPECT_NEAR((quark.mass * walls + midpoints) / trace, 1, 1e-10);
}

const Case shamir{"Shamir", wall(1.6, 0.2, {1, 1, 1, 1}, {0, 0, 0, 0})},
    moebius{"Moebius", wall(1.5, 0.1, {1.25, 1.25, 1.25, 1.25}, {0.25, 0.25, 0.25, 0.25})},
    mirrored{"Mirrored", wall(1.4, 0.2, {0.5, 1.5, 1.5, 0.5}, {0.5, 1.5, 1.5, 0.5})};

INSTANTIATE_TEST_SUITE_P(All, MirroredWalls, testing::Values(shamir, moebius, mirrored),
                         [](const auto& test) { return std::string(test.param.name); });
INSTANTIATE_TEST_SUITE_P(All, DomainWallCases,
                         testing::Values(shamir, moebius, mirrored, Case{"Optimal", optimal(1.4, 0.2, 4)},
                                         Case{"BoriciOfThree", wall(1.4, 0.3, {1, 1, 1}, {1, 1, 1})},
                                         Case{"OneSlice", wall(1.6, 0.2, {1}, {0})},
                                         Case{"OneSliceOfMoebius", wall(1.6, 0.2, {1.5}, {0.5})}),
                         [](const auto& test) { return std::string(test.param.name); });

// With all links 1 a plane wave stays one: D_W = i gamma sin p + r, H_W^2 = sin^2 p + r^2 = w^2, r = sum (1 - cos p) - M_5, and
// Borici's epsilon is H_W / w (1 - T) / (1 + T), T = ((1 - w) / (1 + w))^{L_s}.
TEST(FreeDomainWall, PropagatorOfAPlaneWaveIsExact)
{
    const double m5 = 1.3, mass = 0.15;
    const int ls = 6;
    const GaugeField<N> u(unequal);
    const DomainWallOperator<N> op(u, wall(m5, mass, std::vector<double>(ls, 1), std::vector<double>(ls, 1)));
    const std::array<double, 4> n = {1, 2, 1, 1.5}; // antiperiodic in time
    Dense d = Dense::Zero(4, 4), g5 = Dense::Zero(4, 4);
    std::array<double, 4> p{};
    double r = -m5, w2 = 0;
    for (int mu = 0; mu < 4; ++mu) {
        p[std::size_t(mu)] = 2 * std::numbers::pi * n[std::size_t(mu)] / unequal.extent(mu);
        r += 1 - std::cos(p[std::size_t(mu)]);
        w2 += std::pow(std::sin(p[std::size_t(mu)]), 2);
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j)
                d(i, j) += Complex(0, std::sin(p[std::size_t(mu)])) * gamma(mu)(i, j);
    }
    w2 += r * r;
    for (int i = 0; i < 4; ++i) {
        d(i, i) += r;
        g5(i, i) = gamma5()(i, i);
    }
    const double w = std::sqrt(w2), t = std::pow((1 - w) / (1 + w), ls), factor = (1 - t) / (1 + t) / w;
    const Dense one = Dense::Identity(4, 4), dm = (1 + mass) / 2 * one + (1 - mass) / 2 * factor * d;
    const Dense expected = (dm.inverse() - one) / (1 - mass);

    SpinorField<N> eta(unequal);
    const auto phase = [&](std::int64_t site) { return planeWaveAt(unequal, n, site); };
    const Eigen::Vector4cd spin(Complex(0.3, 1), Complex(-1, 0.2), Complex(0.7, -0.4), Complex(0.1, 0.9));
    for (std::int64_t site = 0; site < unequal.volume(); ++site)
        for (int a = 0; a < 4; ++a)
            eta(site, a, 1) = phase(site) * spin(a);
    const SpinorField<N> q = op.wall(solved(op, op.source(eta)));
    const Eigen::Vector4cd image = expected * spin;
    for (std::int64_t site = 0; site < unequal.volume(); ++site)
        for (int a = 0; a < 4; ++a) {
            EXPECT_LT(std::abs(q(site, a, 1) - phase(site) * image(a)), 1e-11);
            EXPECT_LT(std::abs(q(site, a, 0)), 1e-11);
        }
}

class OverlapTest : public testing::Test {
protected:
    static constexpr double rho_ = 1.4, mass_ = 0.3;
    const GaugeField<N> u_ = hotStart<N>(tiny, 8, Precision::Double);
    const WilsonKernel<N> kernel_{u_, -rho_, {}};
    const Dense h_ = denseOf([&](const SpinorField<N>& x) { return kernel_.hermitian(x); });
    const Eigen::SelfAdjointEigenSolver<Dense> modes_{h_};
    const double lower_ = modes_.eigenvalues().cwiseAbs().minCoeff() * 0.99,
                 upper_ = modes_.eigenvalues().cwiseAbs().maxCoeff() * 1.01;
    const OverlapOperator<N> overlap_{u_, {.rho = rho_, .mass = mass_, .boundary = {}}, lower_, upper_};
    const OverlapOperator<N> massless_{u_, {.rho = rho_, .mass = 0, .boundary = {}}, lower_, upper_};
};

TEST_F(OverlapTest, SignIsThatOfTheEigenvaluesAndItsSquareIsOne)
{
    const Dense exact =
        modes_.eigenvectors() * modes_.eigenvalues().cwiseSign().asDiagonal() * modes_.eigenvectors().adjoint();
    const SpinorField<N> x = randomSpinors(tiny, 1), y = overlap_.sign(x);
    EXPECT_LT((denseOf(y) - exact * denseOf(x)).norm() / denseOf(x).norm(), 1e-12);
    EXPECT_LT(distance(overlap_.sign(y), x), 1e-12);
}

TEST_F(OverlapTest, FulfilsGinspargAndWilsonAndIsHermitianUpToGamma5)
{
    const SpinorField<N> x = randomSpinors(tiny, 2);
    SpinorField<N> dx(tiny), dGx(tiny), ddx(tiny), adjoint(tiny);
    massless_.apply(dx, x);
    const SpinorField<N> gx = multiplied(gamma5(), x), gdx = multiplied(gamma5(), dx);
    massless_.apply(dGx, gx);
    massless_.apply(ddx, gdx); // D gamma_5 D = rho (gamma_5 D + D gamma_5)
    SpinorField<N> sum = gdx, scaled(tiny);
    axpy(1.0, dGx, sum);
    axpy(rho_, sum, scaled);
    EXPECT_LT(distance(ddx, scaled), 1e-12);
    massless_.applyAdjoint(adjoint, x);
    EXPECT_LT(distance(multiplied(gamma5(), dGx), adjoint), 1e-12);
    EXPECT_LT(std::abs(dot(dx, dx) - dot(x,
                                         [&] {
                                             SpinorField<N> y(tiny);
                                             massless_.applyAdjoint(y, dx);
                                             return y;
                                         }())),
              1e-11 * norm2(dx));
}

// The propagator of Borici's quarks with the mass m goes to 2 rho times (D(2 rho m)^-1 - 1 / (2 rho)) / (1 - m); with the weights of
// Zolotarev it does so sooner.
TEST_F(OverlapTest, IsTheLimitOfDomainWallsOfItsKernel)
{
    const double m = mass_ / (2 * rho_);
    const SpinorField<N> eta = randomSpinors(tiny, 4);
    SpinorField<N> limit = solved(overlap_, eta), expected(tiny);
    axpy(-1 / (2 * rho_), eta, limit);
    axpy(2 * rho_ / (1 - m), limit, expected);
    const auto deviation = [&](const std::vector<double>& weights) {
        const DomainWallOperator<N> op(u_, wall(rho_, m, weights, weights));
        return distance(op.wall(solved(op, op.source(eta))), expected);
    };
    double last = deviation(std::vector<double>(2, 1.0));
    for (const std::size_t ls : {4, 8, 16}) {
        const double next = deviation(std::vector<double>(ls, 1.0));
        EXPECT_LT(next, 0.8 * last) << ls;
        last = next;
    }
    EXPECT_LT(deviation(zolotarevSign(16, {lower_, upper_}).weights), 1e-2 * last);
    EXPECT_LT(deviation(zolotarevSign(24, {lower_, upper_}).weights), 1e-6);
}

// Shamir's walls go to the sign of another kernel, gamma_5 D_W / (2 + D_W): S to (D^-1 - 1) / (1 - m), D = (1 + m) / 2 + (1 - m) / 2 gamma_5 sign.
TEST_F(OverlapTest, ShamirsWallsHaveTheLimitOfTheirKernel)
{
    const Dense d = denseOf([&](const SpinorField<N>& x) {
        SpinorField<N> y(tiny);
        kernel_.apply(y, x);
        return y;
    });
    const Dense g5 = denseOf([](const SpinorField<N>& x) { return multiplied(gamma5(), x); });
    const Dense one = Dense::Identity(d.rows(), d.cols());
    const Dense kernel = g5 * d * (2 * one + d).inverse();
    EXPECT_LT((kernel - kernel.adjoint()).norm(), 1e-10 * kernel.norm());
    const Eigen::SelfAdjointEigenSolver<Dense> modes(0.5 * (kernel + kernel.adjoint()));
    const Dense sign =
        modes.eigenvectors() * modes.eigenvalues().cwiseSign().asDiagonal() * modes.eigenvectors().adjoint();
    const double m = 0.2;
    const Dense limit = (1 + m) / 2 * one + (1 - m) / 2 * g5 * sign;
    const SpinorField<N> eta = randomSpinors(tiny, 6);
    const Eigen::VectorXcd expected = (limit.inverse() * denseOf(eta) - denseOf(eta)) / (1 - m);
    const auto deviation = [&](std::size_t ls) {
        const DomainWallOperator<N> op(u_, wall(rho_, m, std::vector<double>(ls, 1), std::vector<double>(ls, 0)));
        const SpinorField<N> q = op.wall(solved(op, op.source(eta)));
        return (denseOf(q) - expected).norm() / expected.norm();
    };
    double last = deviation(4);
    for (const std::size_t ls : {8, 16, 32}) {
        const double next = deviation(ls);
        EXPECT_LT(next, 0.8 * last) << ls;
        last = next;
    }
    EXPECT_LT(last, 1e-8);
}

// With all links 1: D = rho (1 + D_W / w), w^2 = sin^2 p + r^2, r = sum (1 - cos p) - rho.
TEST(FreeOverlap, HasTheSpectrumThatIsKnown)
{
    const double rho = 1.2;
    const GaugeField<N> u(unequal);
    const OverlapOperator<N> op(u, {.rho = rho, .mass = 0, .boundary = {{0, 0, 0, 0}, false}}, 0.5, 8);
    for (const std::array<double, 4>& n :
         {std::array{0.0, 0.0, 0.0, 0.0}, std::array{1.0, 0.0, 0.0, 0.0}, std::array{1.0, 2.0, 1.0, 3.0}}) {
        SpinorField<N> x(unequal);
        double r = -rho, sin2 = 0;
        for (std::size_t mu = 0; mu < 4; ++mu) {
            const double p = 2 * std::numbers::pi * n[mu] / unequal.extent(int(mu));
            r += 1 - std::cos(p);
            sin2 += std::pow(std::sin(p), 2);
        }
        for (std::int64_t site = 0; site < unequal.volume(); ++site) {
            const Complex wave = planeWaveAt(unequal, n, site);
            x(site, 0, 0) = wave;
            x(site, 2, 1) = 0.7 * wave;
        }
        // eigenvalues rho (1 + (r +- i |sin|) / w): D^dagger D = 2 rho^2 (1 + r / w)
        SpinorField<N> dx(unequal), ddx(unequal), expected(unequal);
        op.apply(dx, x);
        op.applyAdjoint(ddx, dx);
        axpy(2 * rho * rho * (1 + r / std::sqrt(sin2 + r * r)), x, expected);
        axpy(-1.0, expected, ddx);
        EXPECT_LT(std::sqrt(norm2(ddx) / norm2(x)), 1e-12) << n[0];
    }
}

struct KnownWall {
    const char* name;
    DomainWallParameters quark;
    std::array<double, 4> published; ///< C(t) of an independent program that agrees with other codes
    double ratio;                    ///< sum C_mp / sum C
};
/// Names the case in the output of the tests.
void PrintTo(const KnownWall& known, std::ostream* out) { *out << known.name; }

class KnownWalls : public testing::TestWithParam<KnownWall> {};

TEST_P(KnownWalls, ComeOutOfTheReference)
{
    const auto file = testing_support::realFile("cl2qcd_conf.00200.ildg");
    if (!file) GTEST_SKIP() << testing_support::noRealFiles;
    const Lattice lattice({4, 4, 4, 4});
    const GaugeField<3> u = gaugeField<3>(lattice, testing_support::readLinks(*file));
    const DomainWallOperator<3> op(u, GetParam().quark);
    std::array<double, 4> c{};
    double midpoints = 0;
    for (int column = 0; column < 12; ++column) {
        SpinorField<3> eta(lattice);
        eta(0, 0, column) = 1;
        const WallField<3> psi = solved(op, op.source(eta));
        const SpinorField<3> q = op.wall(psi);
        midpoints += norm2(op.midpoint(psi));
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            for (int k = 0; k < 12; ++k)
                c[std::size_t(lattice.coordinates(site)[3])] += std::norm(q(site, 0, k));
    }
    for (std::size_t t = 0; t < 4; ++t)
        EXPECT_NEAR(c[t] / GetParam().published[t], 1, 3e-10) << t;
    EXPECT_NEAR(midpoints / (c[0] + c[1] + c[2] + c[3]) / GetParam().ratio, 1, 3e-10);
}

INSTANTIATE_TEST_SUITE_P(All, KnownWalls,
                         testing::Values(KnownWall{"Shamir",
                                                   wall(1.6, 0.2, std::vector<double>(6, 1), std::vector<double>(6, 0)),
                                                   {.39431446952, .14608956996, .044780611327, .13982375568},
                                                   .064865330294},
                                         KnownWall{
                                             "Moebius",
                                             wall(1.5, 0.2, std::vector<double>(4, 1.25), std::vector<double>(4, 0.25)),
                                             {.33806495784, .12329589029, .038101347125, .11855819287},
                                             .055310467590}),
                         [](const auto& test) { return std::string(test.param.name); });

} // namespace
} // namespace gaugegl::reference

// Correlators against the formula with whole matrices, and what follows from symmetries of a given propagator.
#include "gaugegl/fermion/measure/correlators.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "reference/dirac.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using reference::SpinMatrix;
constexpr int n = 2; // SU(2)
using SpinColourMatrix = reference::Matrix<4 * n>;

const Lattice tiny({2, 4, 2, 6});

Propagator randomPropagator(FermionKind kind, Group group)
{
    Propagator s;
    for (int column = 0; column < fermionComponents(kind, group); ++column)
        s.push_back(gaussianSource(tiny, kind, group, std::uint64_t(column)));
    return s;
}

/// s x 1 in spin and colour.
SpinColourMatrix withColours(const SpinMatrix& s)
{
    SpinColourMatrix m;
    for (int alpha = 0; alpha < 4; ++alpha)
        for (int beta = 0; beta < 4; ++beta)
            for (int a = 0; a < n; ++a)
                m(alpha * n + a, beta * n + a) = s(alpha, beta);
    return m;
}

SpinColourMatrix at(const Propagator& s, std::int64_t site)
{
    SpinColourMatrix m;
    for (int row = 0; row < 4 * n; ++row)
        for (int column = 0; column < 4 * n; ++column)
            m(row, column) = s[std::size_t(column)][std::size_t(site * 4 * n + row)];
    return m;
}

/// -sum_x Re tr[ Gamma S GammaBar gamma_5 S^dagger gamma_5 ], straight from the definition.
std::vector<double> expected(const Propagator& s, const SpinMatrix& gamma, const CorrelatorGeometry& g)
{
    const int extent = tiny.extent(g.direction);
    const SpinMatrix& along = reference::gamma(g.direction);
    const SpinColourMatrix vertex = withColours(gamma), bar = withColours(along * adj(gamma) * along),
                           five = withColours(reference::gamma5());
    std::vector<double> c(std::size_t(extent), 0.0);
    for (std::int64_t site = 0; site < tiny.volume(); ++site) {
        const int x = tiny.coordinates(site)[std::size_t(g.direction)];
        const SpinColourMatrix m = at(s, site);
        c[std::size_t((x - g.origin + extent) % extent)] -= trace(vertex * m * bar * five * adj(m) * five).real();
    }
    return c;
}

void expectEqual(const std::vector<double>& a, const std::vector<double>& b, const std::string& what)
{
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t t = 0; t < a.size(); ++t)
        EXPECT_NEAR(a[t], b[t], 1e-11) << what << " " << t;
}

class MesonCorrelatorTest : public testing::TestWithParam<int> {};

TEST_P(MesonCorrelatorTest, IsTheTraceOfItsDefinition)
{
    const CorrelatorGeometry g{tiny, FermionKind::Wilson, Group::SU2, GetParam(), 1};
    const Propagator s = randomPropagator(g.kind, g.group);

    const auto mesons = mesonCorrelators(s, g);

    ASSERT_EQ(mesons.size(), 4u);
    const std::vector<double> none(std::size_t(tiny.extent(g.direction)), 0.0);
    std::vector<double> rho = none, axial = none;
    for (int i = 0; i < 4; ++i) {
        if (i == g.direction) continue;
        const auto vector = expected(s, reference::gamma(i), g);
        const auto axialVector = expected(s, reference::gamma(i) * reference::gamma5(), g);
        for (std::size_t t = 0; t < rho.size(); ++t) {
            rho[t] += vector[t] / 3;
            axial[t] += axialVector[t] / 3;
        }
    }
    expectEqual(mesons[0].values, expected(s, reference::gamma5(), g), "pion");
    expectEqual(mesons[1].values, rho, "rho");
    expectEqual(mesons[2].values, expected(s, SpinMatrix::identity(), g), "scalar");
    expectEqual(mesons[3].values, axial, "axial");
    std::vector<std::string> names;
    for (const MesonCorrelator& meson : mesons)
        names.push_back(meson.name);
    EXPECT_EQ(names, mesonNames(FermionKind::Wilson));
}

INSTANTIATE_TEST_SUITE_P(Directions, MesonCorrelatorTest, testing::Range(0, 4));

TEST_P(MesonCorrelatorTest, OfSixteenMatricesAreTheTracesOfTheirDefinitions)
{
    const CorrelatorGeometry g{tiny, FermionKind::Wilson, Group::SU2, GetParam(), 1};
    const Propagator s = randomPropagator(g.kind, g.group);
    std::vector<SpinMatrix> matrices = {SpinMatrix::identity(), reference::gamma5()};
    for (int mu = 0; mu < 4; ++mu)
        matrices.push_back(reference::gamma(mu));
    for (int mu = 0; mu < 4; ++mu)
        matrices.push_back(reference::gamma(mu) * reference::gamma5());
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = mu + 1; nu < 4; ++nu) { // i/2 [gamma_mu, gamma_nu]
            SpinMatrix sigma =
                0.5 * (reference::gamma(mu) * reference::gamma(nu) - reference::gamma(nu) * reference::gamma(mu));
            for (auto& number : sigma.e)
                number *= std::complex<double>(0, 1);
            matrices.push_back(sigma);
        }

    const auto all = mesonCorrelators(s, g, parseChannels("all"));

    ASSERT_EQ(all.size(), 16u);
    for (std::size_t k = 0; k < 16; ++k)
        expectEqual(all[k].values, expected(s, matrices[k], g), all[k].name);
    // The means of the default are those of these.
    const auto usual = mesonCorrelators(s, g);
    const auto of = [&](const std::string& name) -> const std::vector<double>& {
        return std::ranges::find(all, name, &MesonCorrelator::name)->values;
    };
    EXPECT_EQ(usual[0].values, of("pseudoscalar"));
    EXPECT_EQ(usual[2].values, of("scalar"));
    std::vector<double> rho(all[0].values.size());
    for (int mu = 0; mu < 4; ++mu)
        for (std::size_t t = 0; mu != g.direction && t < rho.size(); ++t)
            rho[t] += of("vector-" + std::string(directionNames[std::size_t(mu)]))[t] / 3;
    expectEqual(usual[1].values, rho, "rho");
}

/// The sum over all Gamma of Gamma_ab (Gamma^dagger)_cd is 4 delta_ad delta_bc (Fierz): that of the correlators is
/// -4 sum_x tr over colours [ tr over spins (S gamma_d) tr over spins (gamma_d S~) ].
TEST_P(MesonCorrelatorTest, OfSixteenMatricesAddUpToWhatFierzSays)
{
    const CorrelatorGeometry g{tiny, FermionKind::Wilson, Group::SU2, GetParam(), 0};
    const Propagator s = randomPropagator(g.kind, g.group);
    const SpinColourMatrix along = withColours(reference::gamma(g.direction)), five = withColours(reference::gamma5());
    const auto overSpins = [](const SpinColourMatrix& m) {
        reference::Matrix<n> sum;
        for (int alpha = 0; alpha < 4; ++alpha)
            for (int a = 0; a < n; ++a)
                for (int b = 0; b < n; ++b)
                    sum(a, b) += m(alpha * n + a, alpha * n + b);
        return sum;
    };
    std::vector<double> sum(std::size_t(tiny.extent(g.direction)), 0.0), found = sum;
    for (std::int64_t site = 0; site < tiny.volume(); ++site) {
        const SpinColourMatrix m = at(s, site);
        sum[std::size_t(tiny.coordinates(site)[std::size_t(g.direction)])] -=
            4 * trace(overSpins(m * along) * overSpins(along * five * adj(m) * five)).real();
    }
    for (const MesonCorrelator& one : mesonCorrelators(s, g, parseChannels("all")))
        for (std::size_t t = 0; t < sum.size(); ++t)
            found[t] += one.values[t];
    expectEqual(found, sum, "sum");
}

TEST(MesonCorrelators, AreChosenByNames)
{
    EXPECT_EQ(parseChannels("rho,tensor-xt,pion"), (std::vector<std::string>{"rho", "tensor-xt", "pion"}));
    EXPECT_EQ(parseChannels("all"), everyMesonName());
    for (const char* text : {"", "all,rho", "vector", "vector-w", "tensor-tx", "rho,", "rho,rho"})
        EXPECT_THROW(parseChannels(text), InputError) << text;
}

TEST(MesonCorrelators, OfThePionAreTheSquareOfThePropagator)
{
    for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered}) {
        const CorrelatorGeometry g{tiny, kind, Group::SU3, 1, 3};
        const Propagator s = randomPropagator(kind, g.group);

        const auto pion = mesonCorrelators(s, g).front();

        ASSERT_EQ(pion.name, "pion");
        std::vector<double> squares(4, 0.0);
        for (const FermionVector& column : s)
            for (std::size_t k = 0; k < column.size(); ++k) {
                const auto site = std::int64_t(k) / fermionComponents(kind, g.group);
                squares[std::size_t((tiny.coordinates(site)[1] + 1) % 4)] += std::norm(column[k]);
            }
        expectEqual(pion.values, squares, "pion");
    }
}

/// The propagator on links of 1 from the site 0, by the hopping expansion.
Propagator freePropagator(const Lattice& on, const BoundaryPhases& boundary)
{
    constexpr double kappa = 0.11; // below 1/8, so that the expansion converges
    const reference::GaugeField<n> u(on);
    const reference::WilsonOperator<n> m(u, {.kappa = kappa, .boundary = boundary});
    Propagator s;
    for (std::size_t column = 0; column < 4 * n; ++column) {
        FermionVector source(std::size_t(on.volume()) * 4 * n);
        source[column] = 1;
        const reference::SpinorField<n> b(on, source);
        reference::SpinorField<n> psi = b, next = b;
        for (int order = 0; order < 200; ++order) { // 0.88^200 is below rounding
            m.hop(next, psi);
            for (std::size_t k = 0; k < source.size(); ++k)
                next.vector()[k] = source[k] + kappa * next.vector()[k];
            std::swap(psi, next);
        }
        s.push_back(psi.vector());
    }
    return s;
}

// What CONVENTIONS.md says of signs.
TEST(MesonCorrelators, ArePositiveWithAntiperiodicQuarksButScalarAndAxialNotWithPeriodicOnes)
{
    const Lattice on({2, 2, 2, 6});
    const CorrelatorGeometry g{on, FermionKind::Wilson, Group::SU2, 3, 0};
    const auto antiperiodic = mesonCorrelators(freePropagator(on, BoundaryPhases::parse("antiperiodic")), g);
    const auto periodic = mesonCorrelators(freePropagator(on, BoundaryPhases::parse("periodic")), g);

    for (std::size_t t = 1; t < 6; ++t) {
        for (const MesonCorrelator& meson : antiperiodic)
            EXPECT_GT(meson.values[t], 0) << meson.name << " " << t;
        EXPECT_GT(periodic[0].values[t], 0) << t;
    }
    for (const std::size_t meson : {2, 3})
        EXPECT_LT(periodic[meson].values[3], 0) << periodic[meson].name;
}

TEST(MesonCorrelators, NeedAllColumnsOnTheLattice)
{
    const CorrelatorGeometry g{tiny, FermionKind::Wilson, Group::SU2, 3, 0};
    Propagator s = randomPropagator(g.kind, g.group);
    s.front().pop_back();
    EXPECT_THROW(mesonCorrelators(s, g), InputError);
    s.erase(s.begin());
    EXPECT_THROW(mesonCorrelators(s, g), InputError);
}

} // namespace
} // namespace gaugegl

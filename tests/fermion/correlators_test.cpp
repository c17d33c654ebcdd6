// Correlators against the formula with whole matrices, and what follows from symmetries of a given propagator.
#include "gaugegl/fermion/measure/correlators.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "reference/dirac.h"

#include <gtest/gtest.h>
#include <numbers>

namespace gaugegl {
namespace {

using reference::SpinMatrix;
constexpr int n = 2; // SU(2)
using SpinColourMatrix = reference::Matrix<4 * n>;

const Lattice tiny({2, 4, 2, 6});

Propagator randomPropagator(FermionKind kind, Group group, int seed = 0)
{
    Propagator s;
    for (int column = 0; column < fermionComponents(kind, group); ++column)
        s.push_back(gaussianSource(tiny, kind, group, std::uint64_t(seed + column)));
    return s;
}

SpinMatrix times(const std::complex<double>& factor, SpinMatrix m)
{
    for (auto& number : m.e)
        number *= factor;
    return m;
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

/// -sum_x Re tr[ Gamma S GammaBar gamma_5 S'^dagger gamma_5 ], straight from the definition.
std::vector<double> expected(const Propagator& s, const Propagator& antiquark, const SpinMatrix& gamma,
                             const CorrelatorGeometry& g)
{
    const int extent = tiny.extent(g.direction);
    const SpinMatrix& along = reference::gamma(g.direction);
    const SpinColourMatrix vertex = withColours(gamma), bar = withColours(along * adj(gamma) * along),
                           five = withColours(reference::gamma5());
    std::vector<double> c(std::size_t(extent), 0.0);
    for (std::int64_t site = 0; site < tiny.volume(); ++site) {
        const int x = tiny.coordinates(site)[std::size_t(g.direction)];
        const SpinColourMatrix back = five * adj(at(antiquark, site)) * five;
        c[std::size_t((x - g.origin + extent) % extent)] -= trace(vertex * at(s, site) * bar * back).real();
    }
    return c;
}
std::vector<double> expected(const Propagator& s, const SpinMatrix& gamma, const CorrelatorGeometry& g)
{
    return expected(s, s, gamma, g);
}

/// In the order of their names.
std::vector<SpinMatrix> sixteenMatrices()
{
    std::vector<SpinMatrix> matrices = {SpinMatrix::identity(), reference::gamma5()};
    for (int mu = 0; mu < 4; ++mu)
        matrices.push_back(reference::gamma(mu));
    for (int mu = 0; mu < 4; ++mu)
        matrices.push_back(reference::gamma(mu) * reference::gamma5());
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = mu + 1; nu < 4; ++nu) { // i/2 [gamma_mu, gamma_nu]
            SpinMatrix sigma =
                0.5 * (reference::gamma(mu) * reference::gamma(nu) - reference::gamma(nu) * reference::gamma(mu));
            matrices.push_back(times({0, 1}, sigma));
        }
    return matrices;
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
    const std::vector<SpinMatrix> matrices = sixteenMatrices();

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

TEST_P(MesonCorrelatorTest, OfTwoQuarksAreTheTracesOfTheirDefinitionsAndStayWhereTheyAreExchanged)
{
    const CorrelatorGeometry g{
        tiny, FermionKind::Wilson, Group::SU2, GetParam(), 1, MomentumChoice::parse("1,0,1", false), {1, 2, 1, 1}};
    const Propagator light = randomPropagator(g.kind, g.group), strange = randomPropagator(g.kind, g.group, 100);

    const auto all = mesonCorrelators(MesonQuarks{light, strange, "-ls"}, g, parseChannels("all")),
               exchanged = mesonCorrelators(MesonQuarks{strange, light}, g, parseChannels("all"));

    const std::vector<SpinMatrix> matrices = sixteenMatrices();
    ASSERT_EQ(all.size(), 32u);
    for (std::size_t k = 0; k < 32; ++k) {
        EXPECT_EQ(all[k].name, everyMesonName()[k % 16] + (k < 16 ? "-ls" : "-ls(1,0,1)"));
        if (k < 16) expectEqual(all[k].values, expected(light, strange, matrices[k], g), all[k].name);
        expectEqual(all[k].values, exchanged[k].values, all[k].name);
    }
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

TEST(MesonCorrelators, OfThePionAreTheProductOfThePropagators)
{
    for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered}) {
        const CorrelatorGeometry g{tiny, kind, Group::SU3, 1, 3};
        const Propagator s = randomPropagator(kind, g.group), strange = randomPropagator(kind, g.group, 100);
        for (const Propagator* const antiquark : {&s, &strange}) {
            const auto pion = mesonCorrelators(MesonQuarks{s, *antiquark}, g).front();

            ASSERT_EQ(pion.name, "pion");
            std::vector<double> products(4, 0.0);
            for (std::size_t column = 0; column < s.size(); ++column)
                for (std::size_t k = 0; k < s[column].size(); ++k) {
                    const auto site = std::int64_t(k) / fermionComponents(kind, g.group);
                    products[std::size_t((tiny.coordinates(site)[1] + 1) % 4)] +=
                        (s[column][k] * std::conj((*antiquark)[column][k])).real();
                }
            expectEqual(pion.values, products, "pion");
        }
    }
}

/// The propagator on links of 1 from a site, by the hopping expansion, for which kappa is below 1/8.
Propagator freePropagator(const Lattice& on, const BoundaryPhases& boundary, double kappa = 0.11, int orders = 200,
                          std::int64_t site = 0)
{
    const reference::GaugeField<n> u(on);
    const reference::WilsonOperator<n> m(u, {.kappa = kappa, .boundary = boundary});
    Propagator s;
    for (std::size_t column = 0; column < 4 * n; ++column) {
        FermionVector source(std::size_t(on.volume()) * 4 * n);
        source[std::size_t(site) * 4 * n + column] = 1;
        const reference::SpinorField<n> b(on, source);
        reference::SpinorField<n> psi = b, next = b;
        for (int order = 0; order < orders; ++order) { // 0.88^200 is below rounding
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

/// sum over k of exp(+-i k_4 s) (a - i b gamma) / (a^2 + b^2), with M(k) = a + i b gamma = 1 - 2 kappa sum cos k + 2 i kappa sum gamma sin k.
SpinMatrix timeSlice(const Lattice& on, double kappa, const std::array<double, 3>& k, int s)
{
    SpinMatrix sum;
    const int extent = on.extent(3);
    for (int number = 0; number < extent; ++number) {
        const double last = std::numbers::pi * (2 * number + 1) / extent; // antiperiodic
        SpinMatrix inverse;
        double a = 1, squares = 0;
        for (int mu = 0; mu < 4; ++mu) {
            const double angle = mu < 3 ? k[std::size_t(mu)] : last, b = 2 * kappa * std::sin(angle);
            a -= 2 * kappa * std::cos(angle);
            squares += b * b;
            inverse -= times({0, b}, reference::gamma(mu));
        }
        inverse += a * SpinMatrix::identity();
        sum += times(std::polar(1 / (a * a + squares), last * s), inverse);
    }
    return sum;
}

/// - N / (V_3 L_t^2) sum over k of tr [ Gamma S(k, s) GammaBar S'(k - p, -s) ], where S = gamma_5 S^dagger gamma_5 in momentum space.
std::vector<double> freeMeson(const Lattice& on, double kappa, double antiquark, const SpinMatrix& gamma,
                              const WaveVector& p)
{
    const SpinMatrix& along = reference::gamma(3);
    const SpinMatrix bar = along * adj(gamma) * along;
    std::vector<double> c;
    for (int s = 0; s < on.extent(3); ++s) {
        double sum = 0;
        for (int z = 0; z < on.extent(2); ++z)
            for (int y = 0; y < on.extent(1); ++y)
                for (int x = 0; x < on.extent(0); ++x) {
                    std::array<double, 3> k{}, less{};
                    const std::array<int, 3> numbers = {x, y, z};
                    for (std::size_t j = 0; j < 3; ++j) {
                        const double unit = 2 * std::numbers::pi / on.extent(int(j));
                        k[j] = unit * numbers[j];
                        less[j] = unit * (numbers[j] - p[j]);
                    }
                    sum += trace(gamma * timeSlice(on, kappa, k, s) * bar * timeSlice(on, antiquark, less, -s)).real();
                }
        c.push_back(-n * sum * on.extent(3) / (double(on.volume()) * on.extent(3) * on.extent(3)));
    }
    return c;
}

TEST(MesonCorrelators, OfFreeQuarksOfTwoMassesAtMomentaAreSumsOverMomenta)
{
    constexpr double kappa = 0.08, heavier = 0.07;
    const Lattice on({4, 6, 8, 10});
    const Coordinates source = {3, 1, 6, 0};
    CorrelatorGeometry g{
        on, FermionKind::Wilson, Group::SU2, 3, 0, MomentumChoice::parse("1,0,0; 0,2,-1; 1,1,4", false), source};
    const auto propagatorOf = [&](double of) {
        return freePropagator(on, BoundaryPhases::parse("antiperiodic"), of, 60, on.index(source));
    };
    const Propagator light = propagatorOf(kappa), strange = propagatorOf(heavier);
    const SpinMatrix gammas[] = {reference::gamma5(), reference::gamma(1), reference::gamma(3) * reference::gamma5()};
    for (const bool two : {false, true}) {
        const auto all = mesonCorrelators(MesonQuarks{light, two ? strange : light, two ? "-ls" : ""}, g,
                                          {"pion", "vector-y", "axial-t"});
        ASSERT_EQ(all.size(), 12u);
        EXPECT_EQ(all[6].name, two ? "pion-ls(0,2,-1)" : "pion(0,2,-1)");
        for (std::size_t momentum = 0; momentum < 4; ++momentum)
            for (std::size_t meson = 0; meson < 3; ++meson) {
                const auto expected = freeMeson(on, kappa, two ? heavier : kappa, gammas[meson],
                                                momentum == 0 ? WaveVector{} : g.momenta.momenta[momentum - 1]);
                const MesonCorrelator& found = all[3 * momentum + meson];
                for (std::size_t t = 0; t < expected.size(); ++t)
                    EXPECT_NEAR(found.values[t], expected[t], 1e-10 * std::abs(expected[0])) << found.name << " " << t;
            }
    }
}

TEST(MesonCorrelators, AtAMeanOfMomentaAreTheMeanOfTheirs)
{
    const Lattice on({4, 2, 4, 4});
    Propagator s;
    for (int column = 0; column < 8; ++column)
        s.push_back(gaussianSource(on, FermionKind::Wilson, Group::SU2, std::uint64_t(column)));
    CorrelatorGeometry g{on, FermionKind::Wilson, Group::SU2, 1, 0, MomentumChoice::parse("2,1,0", true), {1, 0, 3, 2}};
    const auto mean = mesonCorrelators(s, g).back(); // axial
    EXPECT_EQ(mean.name, "axial(2,1,0)");

    std::vector<double> sum(2, 0.0);
    int count = 0;
    for (const char* one : {"2,1,0", "2,-1,0", "2,0,1", "2,0,-1", "1,2,0", "1,-2,0", "0,2,1", "0,2,-1", "1,0,2",
                            "1,0,-2", "0,1,2", "0,1,-2"}) {
        g.momenta = MomentumChoice::parse(one, false);
        const auto of = mesonCorrelators(s, g).back();
        for (std::size_t t = 0; t < sum.size(); ++t)
            sum[t] += of.values[t];
        ++count;
    }
    for (double& value : sum)
        value /= count;
    expectEqual(mean.values, sum, "axial");
}

TEST(MesonCorrelators, HaveMomentaByTheirNumbers)
{
    using Momenta = std::vector<WaveVector>;
    EXPECT_EQ(MomentumChoice::parse("none", true).momenta, Momenta{});
    EXPECT_EQ(MomentumChoice::parse("0,0,0; 0,-1,0;1,0,-2", true).momenta, (Momenta{{1, 0, 0}, {2, 1, 0}}));
    EXPECT_EQ(MomentumChoice::parse("0,-1,0; 1,0,-2", false).momenta, (Momenta{{0, 1, 0}, {1, 0, -2}}));
    EXPECT_EQ(MomentumChoice::parse("p2<=4", true).momenta, (Momenta{{1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {2, 0, 0}}));
    EXPECT_EQ(MomentumChoice::parse("p2<=1", false).momenta, (Momenta{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
    for (const char* text :
         {"", "1,0", "1,0,0,0", "1;0;0", "1,0,x", "1,,0", "p2<=0", "p2<=100", "p2<=", "1,0,0; 0,0,-1"})
        EXPECT_THROW(MomentumChoice::parse(text, true), InputError) << text;
    EXPECT_THROW(MomentumChoice::parse("1,0,0; -1,0,0", false), InputError);
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

// The nucleon: against all epsilons and gamma matrices written out, and what free quarks and symmetries say.
#include "fermion/measure/quark_smearer.h"
#include "gaugegl/fermion/measure/baryons.h"

#include "core/fermion_source.h"
#include "gaugegl/base/error.h"
#include "gaugegl/fermion/measure/spectrum.h"
#include "reference/dirac.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using Complex = std::complex<double>;
using reference::SpinMatrix;

/// eps_abc.
int epsilon(int a, int b, int c) { return (b - a) * (c - a) * (c - b) / 2; }

/// S of one site by its spins and colours, those of the source last.
auto quarkAt(const Propagator& s, std::int64_t site)
{
    return [&s, site](int alpha, int a, int beta, int b) {
        return s[std::size_t(beta * 3 + b)][std::size_t(site * 12 + alpha * 3 + a)];
    };
}

/// <N_g Nbar_h> of one site, each contraction of N = eps_abc (u_a^T C g5 d_b) u_c with Nbar = eps_abc ubar_c (dbar_b X ubar_a^T),
/// X = g4 (C g5)^dagger g4^T, by itself.
SpinMatrix twoPointFunction(const Propagator& s, std::int64_t site)
{
    const SpinMatrix diquark = reference::gamma(1) * reference::gamma(3) * reference::gamma5();
    const SpinMatrix bar = reference::gamma(3) * adj(diquark) * reference::gamma(3);
    const auto quark = quarkAt(s, site);
    SpinMatrix g;
    for (int sink = 0; sink < 27; ++sink)
        for (int source = 0; source < 27; ++source) {
            const int a = sink / 9, b = sink / 3 % 3, c = sink % 3, a2 = source / 9, b2 = source / 3 % 3,
                      c2 = source % 3;
            const int sign = epsilon(a, b, c) * epsilon(a2, b2, c2);
            if (sign == 0) continue;
            for (int alpha = 0; alpha < 4; ++alpha)
                for (int beta = 0; beta < 4; ++beta)
                    for (int beta2 = 0; beta2 < 4; ++beta2)
                        for (int alpha2 = 0; alpha2 < 4; ++alpha2) {
                            const Complex vertices = diquark(alpha, beta) * bar(beta2, alpha2);
                            if (vertices == 0.0) continue;
                            for (int h = 0; h < 4; ++h)
                                for (int k = 0; k < 4; ++k)
                                    g(h, k) += double(sign) * vertices * quark(beta, b, beta2, b2) *
                                               (quark(alpha, a, alpha2, a2) * quark(h, c, k, c2) -
                                                quark(alpha, a, k, c2) * quark(h, c, alpha2, a2));
                        }
        }
    return g;
}

/// <O_g Obar_h> of one site, O = eps_abc (q_a^T X q_b) q_c and Obar = eps_abc qbar_c (qbar_b Y qbar_a^T) of one flavour, X = C gamma_i and
/// Y = gamma_i C^-1: all six contractions, each with the sign of its permutation.
SpinMatrix twoPointFunctionOfOneFlavour(const Propagator& s, std::int64_t site, int direction)
{
    const SpinMatrix conjugation = reference::gamma(1) * reference::gamma(3);
    const SpinMatrix x = conjugation * reference::gamma(direction), y = reference::gamma(direction) * adj(conjugation);
    const auto quark = quarkAt(s, site);
    SpinMatrix g;
    for (int sink = 0; sink < 27; ++sink)
        for (int source = 0; source < 27; ++source) {
            const std::array<int, 3> at = {sink / 9, sink / 3 % 3, sink % 3},
                                     from = {source / 9, source / 3 % 3, source % 3};
            const int colours = epsilon(at[0], at[1], at[2]) * epsilon(from[0], from[1], from[2]);
            if (colours == 0) continue;
            for (int spins = 0; spins < 256; ++spins) {
                const int alpha = spins / 64, beta = spins / 16 % 4, beta2 = spins / 4 % 4, alpha2 = spins % 4;
                const Complex vertices = x(alpha, beta) * y(beta2, alpha2);
                if (vertices == 0.0) continue;
                for (int h = 0; h < 4; ++h)
                    for (int k = 0; k < 4; ++k) {
                        const std::array<int, 3> left = {alpha, beta, h}, right = {alpha2, beta2, k};
                        std::array<int, 3> order = {0, 1, 2};
                        do {
                            Complex product = double(colours * epsilon(order[0], order[1], order[2])) * vertices;
                            for (std::size_t q = 0; q < 3; ++q) {
                                const auto to = std::size_t(order[q]);
                                product *= quark(left[q], at[q], right[to], from[to]);
                            }
                            g(h, k) += product;
                        } while (std::next_permutation(order.begin(), order.end()));
                    }
            }
        }
    return g;
}

Propagator randomPropagator(const Lattice& lattice)
{
    Propagator s;
    for (int column = 0; column < 12; ++column)
        s.push_back(gaussianSource(lattice, FermionKind::Wilson, Group::SU3, std::uint64_t(column)));
    return s;
}

TEST(Nucleon, IsTheSumOfAllItsContractions)
{
    const Lattice lattice({2, 2, 2, 4});
    const Propagator s = randomPropagator(lattice);
    for (const int direction : {1, 3}) {
        const Coordinates source = {1, direction == 1 ? 1 : 0, 0, 1};
        const auto found = baryonCorrelators(Baryon::Nucleon, s,
                                             {.correlator = {lattice, FermionKind::Wilson, Group::SU3, direction, 1,
                                                             MomentumChoice::parse("1,0,1", false), source},
                                              .boundary = BoundaryPhases::parse("periodic")});
        const auto extent = std::size_t(lattice.extent(direction));
        std::vector expected(4, std::vector<double>(extent));
        for (std::int64_t site = 0; site < lattice.volume(); ++site) {
            const SpinMatrix g = twoPointFunction(s, site);
            const Complex one = trace(g), along = trace(reference::gamma(direction) * g);
            const int x = lattice.coordinates(site)[std::size_t(direction)];
            const std::size_t distance = (std::size_t(x) + extent - 1) % extent;
            const double positive = ((one + along) / 2.0).real(), negative = ((along - one) / 2.0).real();
            expected[0][distance] += positive;
            expected[1][distance] += negative;
            const Coordinates at = lattice.coordinates(site);
            const std::size_t last = direction == 1 ? 3 : 2; // n = (1, 0, 1) across
            const double turns = double(at[0] - source[0]) / 2 +
                                 double(at[last] - source[last]) / lattice.extent(int(last)),
                         wave = std::cos(2 * std::acos(-1.0) * turns);
            expected[2][distance] += wave * positive;
            expected[3][distance] += wave * negative;
        }
        ASSERT_EQ(found.size(), 4u);
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_EQ(found[k].name, baryonNames(Baryon::Nucleon)[k % 2] + (k < 2 ? "" : "(1,0,1)"));
            EXPECT_FALSE(found[k].symmetric);
            for (std::size_t t = 0; t < extent; ++t)
                EXPECT_NEAR(found[k].values[t], expected[k][t], 1e-9 * std::abs(expected[k % 2][t]));
        }
    }
}

TEST(Delta, IsTheMeanOverItsPolarisationsOfAllContractions)
{
    const Lattice lattice({2, 2, 2, 2});
    const Propagator s = randomPropagator(lattice);
    for (const int direction : {2, 3}) {
        const auto found = baryonCorrelators(Baryon::Delta, s,
                                             {.correlator = {lattice, FermionKind::Wilson, Group::SU3, direction, 0},
                                              .boundary = BoundaryPhases::parse("periodic")});
        std::array<std::array<double, 2>, 2> expected{};
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            for (int i = 0; i < 4; ++i) {
                if (i == direction) continue;
                const SpinMatrix g = twoPointFunctionOfOneFlavour(s, site, i);
                const Complex one = trace(g), along = trace(reference::gamma(direction) * g);
                const auto distance = std::size_t(lattice.coordinates(site)[std::size_t(direction)]);
                expected[0][distance] += ((one + along) / 2.0).real() / 3;
                expected[1][distance] += ((along - one) / 2.0).real() / 3;
            }
        ASSERT_EQ(found.size(), 2u);
        for (std::size_t parity = 0; parity < 2; ++parity) {
            EXPECT_EQ(found[parity].name, baryonNames(Baryon::Delta)[parity]);
            for (std::size_t t = 0; t < 2; ++t)
                EXPECT_NEAR(found[parity].values[t], expected[parity][t], 1e-10 * std::abs(expected[parity][t]));
        }
    }
}

/// Three quarks of phase -1 in x together have 3 units of pi, that is 1 or -1: the momentum is pi / L, not -pi / L.
TEST(Nucleon, HasThePositiveOfTwoSmallestMomenta)
{
    const Lattice lattice({4, 2, 2, 2});
    const Propagator s = randomPropagator(lattice);
    const auto found = baryonCorrelators(
        Baryon::Nucleon, s,
        {.correlator = {lattice, FermionKind::Wilson, Group::SU3, 3, 0}, .boundary = BoundaryPhases::parse("1,0,0,0")});
    std::vector<double> expected(2);
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const SpinMatrix g = twoPointFunction(s, site);
        const Coordinates x = lattice.coordinates(site);
        const Complex wave = std::polar(1.0, -std::acos(-1.0) * x[0] / 4);
        expected[std::size_t(x[3])] += (wave * (trace(g) + trace(reference::gamma(3) * g))).real() / 2;
    }
    for (std::size_t t = 0; t < 2; ++t)
        EXPECT_NEAR(found[0].values[t], expected[t], 1e-10 * std::abs(expected[t])) << t;
}

HostGaugeField linksOf(const reference::GaugeField<3>& u)
{
    return {u.lattice(), Group::SU3, reference::linkVector(u)};
}

std::vector<MesonCorrelator> measured(const HostGaugeField& links, const DiracParameters& dirac, const char* source,
                                      const QuarkSmearing& smearing = {})
{
    const auto inverter = hostInverter(links, dirac);
    const auto smearer = hostSmearer({links, dirac.boundary, smearing.links}, links.lattice);
    auto all = measureSpectrum(*inverter, {links.lattice, links.group, dirac.kind()},
                               {.source = Source::parse(source),
                                .choice = {.precision = SolverPrecision::Double, .tolerance = 1e-12},
                                .smearing = smearing,
                                .nucleon = dirac},
                               {}, smearer.get())
                   .correlators;
    EXPECT_EQ(all.size(), 6u);
    all.erase(all.begin(), all.begin() + 4);
    return all;
}

/// The propagator of free quarks from the origin as a sum over momenta: of M = 1 - kappa sum_mu [(1 - g_mu) e^(i p_mu) + (1 + g_mu) e^(-i
/// p_mu)] = A + i g.B the inverse is (A - i g.B) / (A^2 + B^2), A = 1 - 2 kappa sum cos p, B = 2 kappa sin p.
Propagator fromMomenta(const Lattice& lattice, double kappa)
{
    const double pi = std::acos(-1.0);
    std::vector<SpinMatrix> at(std::size_t(lattice.volume()));
    for (std::int64_t k = 0; k < lattice.volume(); ++k) {
        const Coordinates n = lattice.coordinates(k);
        std::array<double, 4> p{};
        double a = 1, b2 = 0;
        SpinMatrix numerator;
        for (int mu = 0; mu < 4; ++mu) {
            const double q = p[std::size_t(mu)] =
                2 * pi * (n[std::size_t(mu)] + (mu == 3 ? 0.5 : 0)) / lattice.extent(mu);
            const double b = 2 * kappa * std::sin(q);
            a -= 2 * kappa * std::cos(q);
            b2 += b * b;
            SpinMatrix term = reference::gamma(mu);
            for (Complex& number : term.e)
                number *= Complex(0, -b);
            numerator += term;
        }
        numerator += a * SpinMatrix::identity();
        for (std::int64_t site = 0; site < lattice.volume(); ++site) {
            const Coordinates x = lattice.coordinates(site);
            double phase = 0;
            for (std::size_t mu = 0; mu < 4; ++mu)
                phase += p[mu] * x[mu];
            const Complex wave = std::polar(1 / ((a * a + b2) * double(lattice.volume())), phase);
            for (std::size_t i = 0; i < 16; ++i)
                at[std::size_t(site)].e[i] += wave * numerator.e[i];
        }
    }
    Propagator s;
    for (int column = 0; column < 12; ++column) {
        FermionVector& psi = s.emplace_back(std::size_t(lattice.volume()) * 12);
        for (std::int64_t site = 0; site < lattice.volume(); ++site)
            for (int alpha = 0; alpha < 4; ++alpha)
                psi[std::size_t(site * 12 + alpha * 3 + column % 3)] = at[std::size_t(site)](alpha, column / 3);
    }
    return s;
}

TEST(Nucleon, OfFreeQuarksIsThatOfPropagatorsInMomentumSpace)
{
    const Lattice lattice({4, 2, 4, 8});
    const auto found = measured(linksOf(reference::GaugeField<3>(lattice)), {.kappa = 0.12}, "point:0,0,0,0");
    const Propagator s = fromMomenta(lattice, 0.12);
    std::array<std::vector<double>, 2> expected = {std::vector<double>(8), std::vector<double>(8)};
    for (std::int64_t site = 0; site < lattice.volume(); ++site) {
        const SpinMatrix g = twoPointFunction(s, site);
        const Complex one = trace(g), along = trace(reference::gamma(3) * g);
        const auto t = std::size_t(lattice.coordinates(site)[3]);
        expected[0][t] += ((one + along) / 2.0).real();
        expected[1][t] -= ((one - along) / 2.0).real();
    }
    for (std::size_t parity = 0; parity < 2; ++parity)
        for (std::size_t t = 0; t < 8; ++t)
            EXPECT_NEAR(found[parity].values[t], expected[parity][t], 1e-9 * std::abs(expected[parity][t])) << t;
}

/// What goes forwards as one parity comes back as the other.
TEST(Nucleon, OfFreeQuarksIsPositiveAndItsParitiesAreExchangedBackwards)
{
    const Lattice lattice({4, 2, 4, 8});
    const auto found = measured(linksOf(reference::GaugeField<3>(lattice)), {.kappa = 0.12}, "point:0,0,0,0");
    for (std::size_t t = 1; t < 8; ++t) {
        EXPECT_GT(found[0].values[t], 0) << t;
        EXPECT_NEAR(found[1].values[8 - t], found[0].values[t], 1e-9 * found[0].values[t]) << t;
    }
    EXPECT_GT(found[0].values[1], 4 * found[1].values[1]);
}

TEST(Nucleon, IsTheSameFromEverySourceWhateverThePhases)
{
    const HostGaugeField links = linksOf(reference::GaugeField<3>(Lattice({4, 2, 4, 6})));
    for (const char* boundary : {"periodic", "antiperiodic", "0.25,0.5,-0.5,0.3", "0.25,0,-0.5,1:spread"}) {
        const DiracParameters dirac{.kappa = 0.12, .boundary = BoundaryPhases::parse(boundary)};
        const auto first = measured(links, dirac, "point:0,0,0,0"), second = measured(links, dirac, "point:3,1,2,4");
        for (std::size_t parity = 0; parity < 2; ++parity)
            for (std::size_t t = 0; t < 6; ++t)
                EXPECT_NEAR(second[parity].values[t], first[parity].values[t],
                            1e-9 * std::abs(first[0].values[t]) + 1e-9 * std::abs(first[1].values[t]))
                    << boundary << " " << t;
    }
}

TEST(Nucleon, IsGaugeInvariantWithSmearingToo)
{
    const Lattice lattice({2, 4, 2, 6});
    const auto u = reference::hotStart<3>(lattice, 3, Precision::Double);
    const auto g = reference::randomGaugeTransformation<3>(lattice, 5, Precision::Double);
    const QuarkSmearing smearing{{0.3, 4}, {0.2, 5}, {0.1, 2}};
    const auto before = measured(linksOf(u), {.kappa = 0.11}, "point:1,0,1,3", smearing),
               after = measured(linksOf(transformed(u, g)), {.kappa = 0.11}, "point:1,0,1,3", smearing),
               point = measured(linksOf(u), {.kappa = 0.11}, "point:1,0,1,3");
    for (std::size_t parity = 0; parity < 2; ++parity)
        for (std::size_t t = 0; t < 6; ++t)
            EXPECT_NEAR(after[parity].values[t], before[parity].values[t], 1e-8 * std::abs(before[parity].values[t]));
    EXPECT_GT(std::abs(point[0].values[1] / before[0].values[1] - 1), 1e-3);
}

TEST(Nucleon, NeedsThreeColoursSpinAndOneFlavour)
{
    const DiracParameters wilson{.kappa = 0.1}, twisted{.type = DiracType::TwistedMass, .kappa = 0.1, .mu = 0.3};
    const Lattice lattice({2, 2, 2, 4});
    const auto refused = [&](Group group, FermionKind kind, const DiracParameters& dirac) {
        EXPECT_THROW(validate(SpectrumRequest{.source = {}, .nucleon = dirac}, {lattice, group, kind}), InputError);
    };
    refused(Group::SU2, FermionKind::Wilson, wilson);
    refused(Group::SU3, FermionKind::Staggered, wilson);
    refused(Group::SU3, FermionKind::Wilson, twisted);
    EXPECT_NO_THROW(
        validate(SpectrumRequest{.source = {}, .nucleon = wilson}, {lattice, Group::SU3, FermionKind::Wilson}));
}

} // namespace
} // namespace gaugegl

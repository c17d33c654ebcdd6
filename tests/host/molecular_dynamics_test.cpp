// Momenta, moving links and forces of the host against the reference, for every instruction set.
#include "host/molecular_dynamics.h"

#include "host/clover_force.h"

#include "host_support.h"
#include "reference/hmc.h"

#include <gtest/gtest.h>

namespace gaugegl::host::test {
namespace {

const std::vector<Lattice> trajectoryLattices = {Lattice({4, 6, 8, 10}), Lattice({4, 4, 8, 4})};

/// h of a momentum i h of the reference.
template<int N>
std::vector<double> numbersOf(const reference::Matrix<N>& p)
{
    const auto h = [&p](int i, int j) { return p(i, j) / std::complex<double>(0, 1); };
    if (N == 2) return {h(0, 1).real(), -h(0, 1).imag(), h(0, 0).real()};
    return {h(0, 0).real(), h(1, 1).real(), h(0, 1).real(), h(0, 1).imag(),
            h(0, 2).real(), h(0, 2).imag(), h(1, 2).real(), h(1, 2).imag()};
}

/// f(host's number, expected number) for all numbers of elements of the algebra.
template<int N, class F>
void forPairs(const LinkAlgebra& p, const reference::Momenta<N>& expected, const F& f)
{
    const BlockLayout& layout = *p[0].layout();
    for (const int parity : {0, 1})
        for (std::size_t place = 0; place < layout.halfSites(parity).size(); ++place) {
            const std::int64_t site = siteOfHalf(layout.lattice(), parity, layout.halfSites(parity)[place]);
            for (std::size_t mu = 0; mu < 4; ++mu) {
                const auto numbers = numbersOf<N>(expected[std::size_t(site)][mu]);
                for (std::size_t k = 0; k < numbers.size(); ++k)
                    f(p[mu].data(parity)[p[mu].at(std::int64_t(place), int(k))], numbers[k]);
            }
        }
}

/// The root of the sum of squared differences over that of squares.
template<int N>
double deviation(const LinkAlgebra& p, const reference::Momenta<N>& expected)
{
    double difference = 0, norm = 0;
    forPairs<N>(p, expected, [&](double is, double should) {
        difference += (is - should) * (is - should);
        norm += should * should;
    });
    EXPECT_GT(norm, 0);
    return std::sqrt(difference / norm);
}

/// Momenta of trajectory 3 with the seed 5.
LinkAlgebra gaussian(const std::shared_ptr<const BlockLayout>& layout, Group group)
{
    LinkAlgebra p = makeLinkAlgebra(layout, group);
    setGaussian(p, group, [](int mu, int /*parity*/) -> Draws {
        return [mu](std::uint32_t site, std::uint32_t draw) {
            return uniforms({5, Purpose::Momentum, mu, 3, site}, draw, Precision::Double);
        };
    });
    return p;
}

template<int N>
void compareMotion(const Lattice& lattice)
{
    const Group group = groupOfColours(N);
    const auto expected = reference::gaussianMomenta<N>(lattice, 5, 3, Precision::Double);
    auto u = reference::hotStart<N>(lattice, 7, Precision::Double);
    const LinkVector before = reference::linkVector(u);
    const double time = 1.7; // |h| of several units: halvings
    reference::moveLinks(u, expected, time);
    const LinkVector after = reference::linkVector(u);
    for (const auto& layout : layouts(lattice)) {
        const LinkAlgebra p = gaussian(layout, group);
        EXPECT_LT(deviation<N>(p, expected), 1e-15);
        const double energy = reference::kineticEnergy(expected);
        EXPECT_NEAR(kineticEnergy(p, group), energy, 1e-13 * energy);
        LinkField links(layout, group, before);
        EXPECT_EQ(links.links(), before);
        moveLinks(links, p, time);
        EXPECT_LT(distance(links, LinkField(layout, group, after)), 1e-14);
        moveLinks(links, p, -time);
        EXPECT_LT(distance(links, LinkField(layout, group, before)), 1e-14);
    }
}

template<int N>
void compareGauge(const Lattice& lattice, const GaugeAction& action)
{
    const Group group = groupOfColours(N);
    const double beta = 3.3, time = 0.25;
    const auto u = reference::hotStart<N>(lattice, 8, Precision::Double);
    const auto force = reference::gaugeForce(u, beta, action);
    auto expected = reference::gaussianMomenta<N>(lattice, 5, 3, Precision::Double);
    reference::add(expected, -time, force);
    const double energy = reference::gaugeAction(u, beta, action);
    for (const auto& layout : layouts(lattice)) {
        const LinkField links(layout, group, reference::linkVector(u));
        GaugeForce gauge(layout, group, beta, action);
        EXPECT_NEAR(gauge.energy(links), energy, 1e-13 * energy);
        LinkAlgebra p = gaussian(layout, group);
        gauge.kick(p, links, time);
        EXPECT_LT(deviation<N>(p, expected), 1e-14);
    }
}

TEST(HostMotion, MomentaAndLinksAreThoseOfTheReference)
{
    for (const Lattice& lattice : trajectoryLattices) {
        compareMotion<2>(lattice);
        compareMotion<3>(lattice);
    }
}

TEST(HostMotion, DistanceIsTheRootOfTheMeanSquareOfNumbers)
{
    const Lattice lattice({4, 4, 8, 4});
    LinkVector one = reference::linkVector(reference::GaugeField<2>(lattice)), minusOne = one;
    for (std::complex<double>& number : minusOne)
        number = -number;
    // One of the four numbers of a quaternion differs by 2.
    for (const auto& layout : layouts(lattice))
        EXPECT_DOUBLE_EQ(distance(LinkField(layout, Group::SU2, one), LinkField(layout, Group::SU2, minusOne)), 1);
}

TEST(HostMotion, GaugeForceIsThatOfTheReference)
{
    for (const Lattice& lattice : trajectoryLattices)
        for (const GaugeAction& action : {actions::wilson, actions::iwasaki}) {
            compareGauge<2>(lattice, action);
            compareGauge<3>(lattice, action);
        }
}

/// The force of Re y^dagger H x with three slices, which are summed, against that of each slice alone.
template<class T, FermionKind kind, int N>
void compareHopping(const Lattice& lattice)
{
    constexpr int slices = 3;
    const Group group = groupOfColours(N);
    const BoundaryPhases boundary{{0.2, 0, 0.1, 0.5}, false, 0.3};
    const auto u = reference::hotStart<N>(lattice, 9, Precision::Double);
    using Vector = reference::FermionField<N, spins(kind)>;
    const int components = fermionComponents(kind, group);
    auto expected = reference::gaussianMomenta<N>(lattice, 5, 3, Precision::Double);
    const double factor = 0.6;
    for (int s = 0; s < slices; ++s) {
        const Vector y(lattice, gaussianSource(lattice, kind, group, std::uint64_t(10 + s))),
            x(lattice, gaussianSource(lattice, kind, group, std::uint64_t(20 + s)));
        reference::add(expected, -factor, reference::hoppingForce(u, boundary, y, x));
    }
    for (const auto& layout : layouts(lattice)) {
        const auto hopping = Hopping<T, kind>(layout, group, reference::linkVector(u), boundary).inSlices(slices);
        const auto half = [&](int parity, std::uint64_t seed) {
            auto field = hopping.makeField(parity);
            upload(field,
                   halfOf(lattice, gaussianSlices(lattice, kind, group, seed, slices), parity, slices * components));
            return field;
        };
        const auto y0 = half(0, 10), y1 = half(1, 10), x0 = half(0, 20), x1 = half(1, 20);
        LinkAlgebra p = gaussian(layout, group);
        hopping.kickMomenta(p, {&y0, &y1}, {&x0, &x1}, factor);
        EXPECT_LT(deviation<N>(p, expected), tolerance<T>) << name(layout->instructionSet());
    }
}

template<class T>
void compareAllHops()
{
    for (const Lattice& lattice : trajectoryLattices) {
        compareHopping<T, FermionKind::Wilson, 2>(lattice);
        compareHopping<T, FermionKind::Wilson, 3>(lattice);
        compareHopping<T, FermionKind::Staggered, 2>(lattice);
        compareHopping<T, FermionKind::Staggered, 3>(lattice);
    }
}

TEST(HostMotion, ForceOfQuarksIsThatOfTheReferenceInDouble) { compareAllHops<double>(); }
TEST(HostMotion, ForceOfQuarksIsThatOfTheReferenceInSingle) { compareAllHops<float>(); }

/// Re y^dagger [sum over mu < nu of gamma_mu gamma_nu G_munu] x.
template<int N>
double cloverForm(const reference::GaugeField<N>& u, const reference::SpinorField<N>& y,
                  const reference::SpinorField<N>& x)
{
    const auto matrices = reference::cloverMatrices(u);
    double sum = 0;
    for (std::int64_t site = 0; site < u.lattice().volume(); ++site)
        for (int i = 0; i < 4 * N; ++i)
            for (int j = 0; j < 4 * N; ++j)
                sum += (std::conj(y(site, i / N, i % N)) * matrices[std::size_t(site)](i, j) * x(site, j / N, j % N))
                           .real();
    return sum;
}

template<class T, int N>
void compareClover(const Lattice& lattice)
{
    constexpr FermionKind kind = FermionKind::Wilson;
    const Group group = groupOfColours(N);
    const auto start = reference::hotStart<N>(lattice, 9, Precision::Double);
    const auto p = reference::gaussianMomenta<N>(lattice, 5, 3, Precision::Double);
    const reference::SpinorField<N> y(lattice, gaussianSource(lattice, kind, group, 10)),
        x(lattice, gaussianSource(lattice, kind, group, 20));
    const auto at = [&](double time) {
        auto u = start;
        reference::moveLinks(u, p, time);
        return cloverForm(u, y, x);
    };
    const double h = 0.01, slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    for (const auto& layout : layouts(lattice)) {
        const LinkField links(layout, group, reference::linkVector(start));
        const auto half = [&](int parity, std::uint64_t seed) {
            Field<T> field(layout, kind, group, parity);
            upload(field, randomHalf(lattice, kind, group, parity, seed));
            return field;
        };
        CloverForce force(layout, group);
        for (const int parity : {0, 1})
            force.add(half(parity, 10), half(parity, 20), 0.7);
        LinkAlgebra plus = gaussian(layout, group), minus = plus;
        const LinkAlgebra momenta = plus;
        force.kickMomenta(minus, links); // P - F; P + F is 2 P - (P - F)
        for (std::size_t mu = 0; mu < 4; ++mu) {
            plus[mu].add(1, momenta[mu]);
            plus[mu].add(-1, minus[mu]);
        }
        const double exact = (kineticEnergy(plus, group) - kineticEnergy(minus, group)) / 2 / 0.7;
        // The slope has an error of h^4; spinors of single precision round to 1e-7, of a sum with cancellations.
        EXPECT_NEAR(exact, slope, 1e-5 * std::abs(slope)) << name(layout->instructionSet());
    }
}

TEST(HostMotion, ForceOfCloverTermsIsTheGradientOfTheReference)
{
    compareClover<double, 2>(trajectoryLattices[0]);
    compareClover<double, 3>(trajectoryLattices[0]);
    compareClover<float, 2>(trajectoryLattices[1]);
    compareClover<float, 3>(trajectoryLattices[1]);
}

} // namespace
} // namespace gaugegl::host::test

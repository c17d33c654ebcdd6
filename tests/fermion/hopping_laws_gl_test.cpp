// Laws of the hopping terms on the device: linear, gauge covariant, and what they do to plane waves.
#include "fermion/hopping_fixture.h"

#include <functional>
#include <numbers>

namespace gaugegl::testing_support {
namespace {

class HoppingLaws : public Hopping {};

TEST_P(HoppingLaws, IsLinearAndItsAdjointMovesAcrossTheInnerProduct)
{
    if (inBuffers()) GTEST_SKIP() << "how fields lie in buffers is the same for all kernels";
    const GaugeField u = gauge(links_);
    const HopLinks links(u, {});
    for (const FermionKind kind : hoppingKinds) {
        const DeviceHopping op(kind, links, {{0.1, 0.2, 0.3, 1}, false});
        const FermionField psi = uploaded(op.space(), randomHalf(lattice_, kind, group(), 0, 3)),
                           phi = uploaded(op.space(), randomHalf(lattice_, kind, group(), 1, 4));
        FermionField hPsi = op.makeField(1), hPhi = op.makeField(0), other = op.makeField(0), hOther = op.makeField(1);
        const double size = std::sqrt(value(norm2(psi)) * value(norm2(phi)));

        op.hop(hPsi, psi, {.parity = 1});
        op.hop(hPhi, phi, {.parity = 0, .sign = Sign::Minus});
        EXPECT_LT(std::abs(value(dot(phi, hPsi)) - value(dot(hPhi, psi))), 4 * tolerance() * size);

        // H (psi + c phi') = H psi + c H phi'
        const DeviceComplex c = dot(psi, psi) / dot(psi, psi) + dot(hPhi, psi) / dot(psi, psi);
        FermionField sum = psi;
        axpy(c, hPhi, sum);
        op.hop(other = op.makeField(1), sum, {.parity = 1});
        op.hop(hOther, hPhi, {.parity = 1});
        axpy(c, hOther, hPsi);
        EXPECT_LT(gaugegl::deviation(downloaded(other), downloaded(hPsi)), 4 * tolerance());
    }
}

/// g(x) psi(x).
template<int N>
FermionVector turned(const std::vector<reference::Matrix<N>>& g, const FermionVector& psi, int components)
{
    FermionVector result(psi.size());
    for (std::size_t i = 0; i < psi.size(); i += N) // a colour vector
        for (std::size_t a = 0; a < N; ++a)
            for (std::size_t b = 0; b < N; ++b)
                result[i + a] += g[i / std::size_t(components)](int(a), int(b)) * psi[i + b];
    return result;
}

/// A gauge field turned at random, and what turns fermion fields with it.
struct Turned {
    OracleField links;
    std::function<FermionVector(const FermionVector&, int components)> turn;
};
template<int N>
Turned turnedAtRandom(const reference::GaugeField<N>& u)
{
    const auto g = reference::randomGaugeTransformation<N>(u.lattice(), 5, Precision::Double);
    return {reference::transformed(u, g),
            [g](const FermionVector& psi, int components) { return turned<N>(g, psi, components); }};
}

TEST_P(HoppingLaws, IsGaugeCovariant)
{
    if (inBuffers()) GTEST_SKIP() << "how fields lie in buffers is the same for all kernels";
    const Turned other = std::visit([](const auto& u) { return turnedAtRandom(u); }, links_);
    const GaugeField u = gauge(links_), turnedU = gauge(other.links);
    const HopLinks links(u, {}), turnedLinks(turnedU, {});
    for (const FermionKind kind : hoppingKinds) {
        const int components = fermionComponents(kind, group());
        const FermionVector psi = gaussianSource(lattice_, kind, group(), 3);
        const DeviceHopping op(kind, links, {}), turnedOp(kind, turnedLinks, {});
        FermionField plain = op.makeField(1), result = op.makeField(1);

        op.hop(plain, uploaded(op.space(), halfOf(lattice_, psi, 0, components)), {.parity = 1});
        turnedOp.hop(result, uploaded(op.space(), halfOf(lattice_, other.turn(psi, components), 0, components)),
                     {.parity = 1});

        FermionVector whole(psi.size());
        setHalf(lattice_, whole, downloaded(plain), 1, components);
        EXPECT_LT(
            gaugegl::deviation(downloaded(result), halfOf(lattice_, other.turn(whole, components), 1, components)),
            3 * tolerance());
    }
}

TEST_P(HoppingLaws, ActsOnPlaneWavesAsItsSymbol)
{
    if (inBuffers()) GTEST_SKIP() << "how fields lie in buffers is the same for all kernels";
    // On free links H exp(ipx) w = [ 2 sum cos p_mu - 2 i sum gamma_mu sin p_mu ] exp(ipx) w, and for staggered
    // fermions H^2 = -4 sum sin^2 p_mu.
    const GaugeField u(device(), lattice_, group());
    const HopLinks links(u, {});
    const BoundaryPhases periodic{{0, 0, 0, 0}, false};
    const std::array<int, 4> n = {1, 2, -1, 3};
    std::array<double, 4> p{};
    for (std::size_t mu = 0; mu < 4; ++mu)
        p[mu] = 2 * std::numbers::pi * n[mu] / lattice_.extent(int(mu));
    for (const FermionKind kind : hoppingKinds) {
        const int components = fermionComponents(kind, group()), nc = colours(group());
        FermionVector wave(std::size_t(lattice_.volume()) * std::size_t(components)), expected = wave;
        for (std::int64_t site = 0; site < lattice_.volume(); ++site) {
            const Coordinates x = lattice_.coordinates(site);
            double angle = 0;
            for (std::size_t mu = 0; mu < 4; ++mu)
                angle += p[mu] * x[mu];
            const std::complex<double> w = std::polar(1.0, angle);
            double cosines = 0, sines2 = 0;
            for (const double q : p) {
                cosines += std::cos(q);
                sines2 += std::sin(q) * std::sin(q);
            }
            const auto at = [&](int spin) { return std::size_t(site * components + spin * nc); };
            wave[at(0)] = w; // spin 0, colour 0
            if (kind == FermionKind::Staggered) {
                expected[at(0)] = -4 * sines2 * w;
                continue;
            }
            for (int spin = 0; spin < 4; ++spin) {
                std::complex<double> symbol = spin == 0 ? 2 * cosines : 0;
                for (int mu = 0; mu < 4; ++mu)
                    symbol -= std::complex<double>(0, 2 * std::sin(p[std::size_t(mu)])) * reference::gamma(mu)(spin, 0);
                expected[at(spin)] = symbol * w;
            }
        }
        const DeviceHopping op(kind, links, periodic);
        FermionField out = op.makeField(1), back = op.makeField(0);
        op.hop(out, uploaded(op.space(), halfOf(lattice_, wave, 0, components)), {.parity = 1});
        if (kind == FermionKind::Wilson)
            EXPECT_LT(gaugegl::deviation(downloaded(out), halfOf(lattice_, expected, 1, components)), tolerance());
        else {
            op.hop(back, out, {.parity = 0});
            EXPECT_LT(gaugegl::deviation(downloaded(back), halfOf(lattice_, expected, 0, components)), tolerance());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Device, HoppingLaws, testing::ValuesIn(hoppingVariants()), variantName);

} // namespace
} // namespace gaugegl::testing_support

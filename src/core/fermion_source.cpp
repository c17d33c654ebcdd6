#include "core/fermion_source.h"

#include <numbers>

namespace gaugegl {
namespace {

using Complex = std::complex<double>;

/// Philox numbers of double precision.
Draws drawsOf(Purpose purpose, std::uint64_t seed)
{
    return [=](std::uint32_t site, std::uint32_t draw) {
        return uniforms({seed, purpose, 0, 0, site}, draw, Precision::Double);
    };
}

/// The components of every site, of which two share a draw, pair(draw).
template<class Pair>
FermionVector fromDraws(const Lattice& lattice, FermionKind kind, Group group, const Draws& draws, const Pair& pair)
{
    const int components = fermionComponents(kind, group);
    const std::int64_t volume = lattice.local().volume();
    FermionVector eta(std::size_t(volume) * std::size_t(components));
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        std::array<Complex, 2> two{};
        const auto whole = std::uint32_t(lattice.wholeSite(site));
        for (int k = 0; k < components; ++k) {
            if (k % 2 == 0) two = pair(draws(whole, std::uint32_t(k / 2)));
            eta[std::size_t(site * components + k)] = two[std::size_t(k % 2)];
        }
    }
    return eta;
}

std::array<Complex, 2> gaussianPair(const std::array<double, 4>& u)
{
    const std::array<double, 4> g = gaussians(u);
    return {Complex(g[0], g[1]) / std::numbers::sqrt2, Complex(g[2], g[3]) / std::numbers::sqrt2};
}

std::vector<Complex> rootsOf(NoiseType type)
{
    constexpr double half = 0.5, height = std::numbers::sqrt3 / 2;
    if (type == NoiseType::Z2) return {1, -1};
    if (type == NoiseType::Z3) return {1, {-half, height}, {-half, -height}};
    return {1, {0, 1}, -1, {0, -1}};
}

/// Each is as probable for a uniform number.
Complex rootFor(const std::vector<Complex>& roots, double u) { return roots[std::size_t(u * double(roots.size()))]; }

} // namespace

FermionVector gaussianSource(const Lattice& lattice, FermionKind kind, Group group, std::uint64_t seed)
{
    return gaussianNoise(lattice, kind, group, drawsOf(Purpose::FermionSource, seed));
}

FermionVector inSlices(int slices, int components, const std::function<FermionVector(int slice)>& of)
{
    const auto n = std::size_t(slices), each = std::size_t(components);
    FermionVector all;
    for (std::size_t s = 0; s < n; ++s) {
        const FermionVector one = of(int(s));
        all.resize(one.size() * n);
        for (std::size_t k = 0; k < one.size(); ++k)
            all[(k / each * n + s) * each + k % each] = one[k];
    }
    return all;
}

FermionVector gaussianSlices(const Lattice& lattice, FermionKind kind, Group group, std::uint64_t seed, int slices)
{
    return inSlices(slices, fermionComponents(kind, group),
                    [&](int s) { return gaussianSource(lattice, kind, group, seed + std::uint64_t(s)); });
}

FermionVector gaussianNoise(const Lattice& lattice, FermionKind kind, Group group, const Draws& draws)
{
    return fromDraws(lattice, kind, group, draws, gaussianPair);
}

FermionVector noiseSource(const Lattice& lattice, FermionKind kind, Group group, NoiseType type, std::uint64_t seed)
{
    const Draws draws = drawsOf(Purpose::Noise, seed);
    if (type == NoiseType::Gaussian) return gaussianNoise(lattice, kind, group, draws);
    const std::vector<Complex> roots = rootsOf(type);
    return fromDraws(lattice, kind, group, draws, [&roots](const std::array<double, 4>& u) {
        return std::array{rootFor(roots, u[0]), rootFor(roots, u[1])};
    });
}

std::complex<double> rootOfSite(NoiseType type, std::uint64_t seed, std::uint32_t site)
{
    constexpr int ofWalls = 1; // in place of a direction
    return rootFor(rootsOf(type), uniforms({seed, Purpose::Noise, ofWalls, 0, site}, 0, Precision::Double)[0]);
}

} // namespace gaugegl

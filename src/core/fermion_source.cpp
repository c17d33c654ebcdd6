#include "core/fermion_source.h"

#include <numbers>

namespace gaugegl {

FermionVector gaussianSource(const Lattice& lattice, FermionKind kind, Group group, std::uint64_t seed)
{
    return gaussianNoise(lattice, kind, group, [seed](std::uint32_t site, std::uint32_t draw) {
        return uniforms({seed, Purpose::FermionSource, 0, 0, site}, draw, Precision::Double);
    });
}

FermionVector gaussianSlices(const Lattice& lattice, FermionKind kind, Group group, std::uint64_t seed, int slices)
{
    const auto components = std::size_t(fermionComponents(kind, group)), number = std::size_t(slices);
    FermionVector all(std::size_t(lattice.local().volume()) * components * number);
    for (std::size_t s = 0; s < number; ++s) {
        const FermionVector one = gaussianSource(lattice, kind, group, seed + s);
        for (std::size_t k = 0; k < one.size(); ++k)
            all[(k / components * number + s) * components + k % components] = one[k];
    }
    return all;
}

FermionVector gaussianNoise(const Lattice& lattice, FermionKind kind, Group group, const Draws& draws)
{
    const int components = fermionComponents(kind, group);
    const std::int64_t volume = lattice.local().volume();
    FermionVector eta(std::size_t(volume) * std::size_t(components));
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        std::array<double, 4> g{};
        const auto whole = std::uint32_t(lattice.wholeSite(site));
        for (int k = 0; k < components; ++k) {
            if (k % 2 == 0) g = gaussians(draws(whole, std::uint32_t(k / 2)));
            const std::size_t first = 2 * std::size_t(k % 2);
            eta[std::size_t(site * components + k)] = std::complex(g[first], g[first + 1]) / std::numbers::sqrt2;
        }
    }
    return eta;
}

} // namespace gaugegl

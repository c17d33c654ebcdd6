#include "core/fermion_source.h"

#include <numbers>

namespace gaugegl {

FermionVector gaussianSource(const Lattice& lattice, FermionKind kind, Group group, std::uint64_t seed)
{
    return gaussianNoise(lattice, kind, group, [seed](std::uint32_t site, std::uint32_t draw) {
        return uniforms({seed, Purpose::FermionSource, 0, 0, site}, draw, Precision::Double);
    });
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

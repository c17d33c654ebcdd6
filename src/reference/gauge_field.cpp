#include "reference/gauge_field.h"

#include "gaugegl/base/error.h"
#include "reference/every_group.h"
#include "reference/random_element.h"

#include <fmt/format.h>

namespace gaugegl::reference {

template<int N>
GaugeField<N>::GaugeField(const Lattice& lattice)
    : lattice_(lattice), links_(std::size_t(4 * lattice.volume()), Matrix<N>::identity())
{}

template<int N>
GaugeField<N> hotStart(const Lattice& lattice, const LinkDraws& draws)
{
    GaugeField<N> u(lattice);
    const std::int64_t volume = lattice.volume();
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site)
        for (int mu = 0; mu < 4; ++mu)
            u(mu, site) = randomElement<N>([&](std::uint32_t draw) { return draws(mu, std::uint32_t(site), draw); });
    return u;
}

template<int N>
GaugeField<N> hotStart(const Lattice& lattice, std::uint64_t seed, Precision precision)
{
    return hotStart<N>(lattice, [=](int mu, std::uint32_t site, std::uint32_t draw) {
        return uniforms({seed, Purpose::HotStart, mu, 0, site}, draw, precision);
    });
}

template<int N>
Matrix<N> pathProduct(const GaugeField<N>& u, Coordinates x, std::span<const Step> path)
{
    const Lattice& lattice = u.lattice();
    Matrix<N> product = Matrix<N>::identity();
    for (const Step& step : path) {
        const Coordinates next = lattice.shifted(x, step.mu, step.sign);
        product = product * (step.sign > 0 ? u(step.mu, x) : adj(u(step.mu, next)));
        x = next;
    }
    return product;
}

template<int N>
std::vector<Matrix<N>> randomGaugeTransformation(const Lattice& lattice, const GeneratorChoice& generator,
                                                 std::uint64_t seed, Precision precision)
{
    const std::int64_t volume = lattice.volume();
    std::vector<Matrix<N>> g(static_cast<std::size_t>(volume));
    requireStarts(generator); // throws here, not in a thread
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const RandomSite at{seed, Purpose::GaugeTransformation, 0, 0, static_cast<std::uint32_t>(site)};
        g[std::size_t(site)] = randomElement<N>(firstDraws(generator, at, precision));
    }
    return g;
}

template<int N>
GaugeField<N> transformed(const GaugeField<N>& u, const std::vector<Matrix<N>>& g)
{
    const Lattice& lattice = u.lattice();
    const std::int64_t volume = lattice.volume();
    if (std::int64_t(g.size()) != volume)
        throw InputError(fmt::format("gauge transformation has {} elements; the lattice {} has {} sites", g.size(),
                                     lattice.name(), volume));
    GaugeField<N> v(lattice);
#pragma omp parallel for
    for (std::int64_t site = 0; site < volume; ++site) {
        const Coordinates x = lattice.coordinates(site);
        for (int mu = 0; mu < 4; ++mu) {
            const std::int64_t up = lattice.index(lattice.shifted(x, mu, +1));
            v(mu, site) = g[std::size_t(site)] * u(mu, site) * adj(g[std::size_t(up)]);
        }
    }
    return v;
}

#define GAUGEGL_INSTANTIATE(N)                                                                                         \
    template class GaugeField<N>;                                                                                      \
    template GaugeField<N> hotStart<N>(const Lattice&, std::uint64_t, Precision);                                      \
    template GaugeField<N> hotStart<N>(const Lattice&, const LinkDraws&);                                              \
    template Matrix<N> pathProduct<N>(const GaugeField<N>&, Coordinates, std::span<const Step>);                       \
    template std::vector<Matrix<N>> randomGaugeTransformation<N>(const Lattice&, const GeneratorChoice&,               \
                                                                 std::uint64_t, Precision);                            \
    template GaugeField<N> transformed<N>(const GaugeField<N>&, const std::vector<Matrix<N>>&);
GAUGEGL_FOR_EVERY_N(GAUGEGL_INSTANTIATE)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl::reference

#include "chain/streamed_loops.h"

#include "host/matrix.h"

#include <algorithm>

namespace gaugegl {
namespace {

/// U_mu at x + along, for a site x of the slab.
template<int N>
host::Matrix<N> linkAhead(const HostGaugeField& slab, const HostGaugeField& next, const Coordinates& x, int mu,
                          int along)
{
    const Coordinates there = slab.lattice.shifted(x, along, 1);
    const bool beyond = along == 3 && there[3] == 0;
    return host::matrix<N>((beyond ? next : slab).link(mu, slab.lattice.index(there)));
}

template<int N>
SitePlaquettes plaquettesAt(const HostGaugeField& slab, const HostGaugeField& next, std::int64_t site)
{
    const Coordinates x = slab.lattice.coordinates(site);
    SitePlaquettes traces;
    std::size_t plane = 0;
    for (int mu = 0; mu < 4; ++mu)
        for (int nu = mu + 1; nu < 4; ++nu) {
            const auto way = [&](int first, int second) {
                return host::product<N>(host::matrix<N>(slab.link(first, site)),
                                        linkAhead<N>(slab, next, x, second, first));
            };
            traces[plane++] = host::trace<N>(host::product<N>(way(mu, nu), host::adjoint<N>(way(nu, mu)))) / double(N);
        }
    return traces;
}

} // namespace

PolyakovLines::PolyakovLines(const Lattice& lattice, Group group)
    : space_(lattice.spatialVolume()), group_(group),
      lines_(std::size_t(space_) * std::size_t(colours(group) * colours(group)))
{}

void PolyakovLines::add(const Slab& slab)
{
    withColours(group_, [&](auto n) {
        constexpr std::size_t size = std::size_t(n) * std::size_t(n);
        for (std::int64_t site = 0; site < slab.links.lattice.volume(); ++site) {
            const auto line = std::span(lines_).subspan(std::size_t(site % space_) * size, size);
            const auto link = host::matrix<n>(slab.links.link(3, site));
            const bool begins = slab.t == 0 && site < space_;
            std::ranges::copy(begins ? link : host::product<n>(host::matrix<n>(line), link), line.begin());
        }
    });
}

std::complex<double> PolyakovLines::at(std::int64_t site) const
{
    return withColours(group_, [&](auto n) {
        constexpr std::size_t size = std::size_t(n) * std::size_t(n);
        return host::trace<n>(host::matrix<n>(std::span(lines_).subspan(std::size_t(site) * size, size))) / double(n);
    });
}

std::complex<double> PolyakovLines::mean() const
{
    std::complex<double> sum = 0;
    for (std::int64_t site = 0; site < space_; ++site)
        sum += at(site);
    return sum / double(space_);
}

std::vector<SitePlaquettes> sitePlaquettes(const HostGaugeField& slab, const HostGaugeField& next)
{
    std::vector<SitePlaquettes> all(std::size_t(slab.lattice.volume()));
    withColours(slab.group, [&](auto n) {
#pragma omp parallel for
        for (std::int64_t site = 0; site < slab.lattice.volume(); ++site)
            all[std::size_t(site)] = plaquettesAt<n>(slab, next, site);
    });
    return all;
}

} // namespace gaugegl

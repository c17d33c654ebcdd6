// Loops of a configuration that is read slab by slab.
#pragma once

#include "chain/streamed_configuration.h"

#include <array>
#include <complex>
#include <vector>

namespace gaugegl {

/// The products of links around the lattice in t, from slabs that come in order.
class PolyakovLines {
public:
    PolyakovLines(const Lattice& lattice, Group group);
    /// Multiplies the links of the next slab.
    void add(const Slab& slab);
    /// After the last slab: (1/N) tr of the line of a spatial site, its number in the slice t = 0.
    std::complex<double> at(std::int64_t site) const;
    /// The mean over space.
    std::complex<double> mean() const;

private:
    std::int64_t space_;
    Group group_;
    LinkVector lines_;
};

/// The planes of SitePlaquettes in order.
constexpr std::array planesOfSite = {"xy", "xz", "xt", "yz", "yt", "zt"};
/// (1/N) tr P of the plaquettes that begin at a site.
using SitePlaquettes = std::array<std::complex<double>, planesOfSite.size()>;

/// Those of the sites of a slab, whose slab behind it in t is `next`.
std::vector<SitePlaquettes> sitePlaquettes(const HostGaugeField& slab, const HostGaugeField& next);

} // namespace gaugegl

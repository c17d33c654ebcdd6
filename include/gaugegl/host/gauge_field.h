// The links of a lattice on the host, in double precision: what files hold and what devices exchange.
#pragma once

#include "gaugegl/core/fermion.h"

#include <span>

namespace gaugegl {

/// A gauge field of any group, with value semantics.
struct HostGaugeField {
    Lattice lattice;  ///< extents
    Group group;      ///< of the links
    LinkVector links; ///< in the layout of core/fermion.h

    /// U_mu of the site with that number, row by row.
    std::span<std::complex<double>> link(int mu, std::int64_t site);
    /// U_mu of the site with that number, row by row.
    std::span<const std::complex<double>> link(int mu, std::int64_t site) const;
    /// The links of all four directions.
    std::span<std::complex<double>> linksOf(std::int64_t site);
    /// The links of all four directions.
    std::span<const std::complex<double>> linksOf(std::int64_t site) const;
};

/// The cold start, every link 1.
HostGaugeField hostGaugeField(const Lattice& lattice, Group group);

/// A group element g(x) for each site: [(site * N + row) * N + column].
using TransformationVector = std::vector<std::complex<double>>;

} // namespace gaugegl

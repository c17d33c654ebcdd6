// Plane waves of free fields for tests.
#pragma once

#include "gaugegl/core/lattice.h"

#include <array>
#include <complex>
#include <numbers>

namespace gaugegl::reference {

/// exp(i p x), p_mu = 2 pi n_mu / L_mu, at the site with that number; halves in n_mu are waves that are antiperiodic in mu.
inline std::complex<double> planeWaveAt(const Lattice& lattice, const std::array<double, 4>& n, std::int64_t site)
{
    const Coordinates x = lattice.coordinates(site);
    double px = 0;
    for (std::size_t mu = 0; mu < 4; ++mu)
        px += 2 * std::numbers::pi * n[mu] * x[mu] / lattice.extents()[mu];
    return std::polar(1.0, px);
}

} // namespace gaugegl::reference

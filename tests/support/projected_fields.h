// Gauge fields with monopoles and centre vortices in known places.
#pragma once

#include "reference/gauge_field.h"

#include <numbers>

namespace gaugegl::testing_support {

/// A Dirac monopole in the middle of the spatial cube at `lower`, an antimonopole in that at `upper`, at rest at every
/// t; the string between them runs in direction z.  Colours 0 and 1 have opposite charges.
struct MonopolePair {
    std::array<int, 3> lower; ///< corner of a cube
    int upper;                ///< z of the other cube

    /// A of the monopole at a distance, times dx and dy; the string points to -z, the flux is 2 pi.
    static std::array<double, 2> potential(double x, double y, double z)
    {
        const double rho2 = x * x + y * y, factor = 0.5 * (1 - z / std::sqrt(rho2 + z * z)) / rho2;
        return {-factor * y, factor * x};
    }

    /// The integral of A along the link.
    double angle(const Coordinates& x, int mu) const
    {
        if (mu > 1) return 0;
        double sum = 0;
        constexpr int steps = 64;
        for (int k = 0; k < steps; ++k) {
            const double s = (k + 0.5) / steps;
            const double dx = x[0] - lower[0] - 0.5 + (mu == 0 ? s : 0), dy = x[1] - lower[1] - 0.5 + (mu == 1 ? s : 0);
            sum += (potential(dx, dy, x[2] - lower[2] - 0.5)[std::size_t(mu)] -
                    potential(dx, dy, x[2] - upper - 0.5)[std::size_t(mu)]) /
                   steps;
        }
        return sum;
    }

    template<int N>
    reference::GaugeField<N> links(const Lattice& on) const
    {
        reference::GaugeField<N> u(on);
        for (std::int64_t site = 0; site < on.volume(); ++site)
            for (int mu = 0; mu < 4; ++mu) {
                u(mu, site)(0, 0) = std::polar(1.0, angle(on.coordinates(site), mu));
                u(mu, site)(1, 1) = std::conj(u(mu, site)(0, 0));
            }
        return u;
    }
};

/// Links e^{2 pi i/N} in direction t from t = 1 where x is 1 or 2, else 1: vortices pierce the planes xt at x = 0 and
/// x = 2, t = 1, for every y and z.
template<int N>
reference::GaugeField<N> vortexPair(const Lattice& on)
{
    reference::GaugeField<N> u(on);
    for (std::int64_t site = 0; site < on.volume(); ++site) {
        const Coordinates x = on.coordinates(site);
        if (x[3] == 1 && (x[0] == 1 || x[0] == 2))
            for (int i = 0; i < N; ++i)
                u(3, site)(i, i) = std::polar(1.0, 2 * std::numbers::pi / N);
    }
    return u;
}

} // namespace gaugegl::testing_support

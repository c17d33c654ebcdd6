// Gauge fields whose loops, energy and topological charge are known: constant Abelian field strengths, and an
// instanton.
#pragma once

#include "reference/gauge_field.h"

#include <numbers>

namespace gaugegl::testing_support {

/// Fluxes 2 pi n through the planes xy, xz, xt, yz, yt, zt, and the charges of the colours, whose sum is 0.
struct FluxField {
    std::array<int, 6> flux;
    std::vector<double> charges;

    /// The phase of every plaquette (mu, nu) for charge 1.
    double strength(const Lattice& on, int mu, int nu) const
    {
        if (mu == nu) return 0;
        if (mu > nu) return -strength(on, nu, mu);
        const auto number = std::size_t(mu == 0 ? nu - 1 : mu + nu);
        return 2 * std::numbers::pi * flux[number] / (on.extent(mu) * on.extent(nu));
    }

    /// theta_nu(x) = f x_mu, and theta_mu(x) = -f L_mu x_nu on the last site of direction mu.
    template<int N>
    reference::GaugeField<N> links(const Lattice& on) const
    {
        reference::GaugeField<N> u(on);
        for (std::int64_t site = 0; site < on.volume(); ++site) {
            const Coordinates x = on.coordinates(site);
            for (int direction = 0; direction < 4; ++direction) {
                double theta = 0;
                for (int mu = 0; mu < direction; ++mu)
                    theta += strength(on, mu, direction) * x[std::size_t(mu)];
                if (x[std::size_t(direction)] == on.extent(direction) - 1)
                    for (int nu = direction + 1; nu < 4; ++nu)
                        theta -= strength(on, direction, nu) * on.extent(direction) * x[std::size_t(nu)];
                u(direction, site) = reference::Matrix<N>();
                for (int i = 0; i < N; ++i)
                    u(direction, site)(i, i) = std::polar(1.0, charges[std::size_t(i)] * theta);
            }
        }
        return u;
    }

    /// (1/N) Re tr of a loop with this phase for charge 1.
    double loop(double phase) const
    {
        double sum = 0;
        for (const double charge : charges)
            sum += std::cos(charge * phase) / double(charges.size());
        return sum;
    }

    /// tr F_munu F_rhosigma without traces, F from the sum of weighted loops of so many plaquettes.
    double product(const std::vector<std::pair<int, double>>& loops, double f, double other) const
    {
        double sum = 0, mean = 0, otherMean = 0;
        for (const double charge : charges) {
            double a = 0, b = 0;
            for (const auto& [area, weight] : loops) {
                a += weight * std::sin(area * charge * f) / area;
                b += weight * std::sin(area * charge * other) / area;
            }
            sum += a * b;
            mean += a;
            otherMean += b;
        }
        return sum - mean * otherMean / double(charges.size());
    }
};

/// The loops of the clover, and of the five-loop field strength, by their areas.
inline const std::vector<std::pair<int, double>> cloverLoops = {{1, 1.0}};
inline const std::vector<std::pair<int, double>> fiveLoops = {
    {1, 65. / 36}, {4, -11. / 45}, {2, -32. / 45}, {3, 1. / 10}, {9, 1. / 20}};

/// The instanton of this radius in the middle of a hypercube of the middle of the lattice, in singular gauge, in the
/// first two colours (G. 't Hooft, Phys. Rev. D 14 (1976) 3432):
///   A_mu = tau^a etabar^a_munu y_nu rho^2 / (y^2 (y^2 + rho^2)).
/// The field of a link in direction mu has one direction in colour, so that its path-ordered integral is elementary.
/// Charge: its sign is that of `orientation`, as it is for etabar (+1) and eta (-1).
template<int N>
reference::GaugeField<N> instanton(const Lattice& on, double radius, int orientation = 1)
{
    reference::GaugeField<N> u(on);
    for (std::int64_t site = 0; site < on.volume(); ++site) {
        const Coordinates x = on.coordinates(site);
        std::array<double, 4> y{};
        for (std::size_t mu = 0; mu < 4; ++mu)
            y[mu] = x[mu] - (on.extent(int(mu)) / 2 - 0.5);
        for (int mu = 0; mu < 4; ++mu) {
            // etabar^a_bc = epsilon_abc, etabar^a_b4 = -delta_ab, etabar^a_4b = delta_ab.
            std::array<double, 3> direction{};
            const auto m = std::size_t(mu);
            for (std::size_t a = 0; a < 3; ++a) {
                if (mu == 3)
                    direction[a] = orientation * y[a];
                else if (a == m)
                    direction[a] = -orientation * y[3];
                else
                    direction[a] = (a == (m + 2) % 3 ? 1 : -1) * y[3 - a - m];
            }
            double b2 = 0;
            for (std::size_t nu = 0; nu < 4; ++nu)
                if (nu != m) b2 += y[nu] * y[nu];
            const auto integral = [&](double distance) { // of ds / (s^2 + distance^2) along the link
                return (std::atan((y[m] + 1) / distance) - std::atan(y[m] / distance)) / distance;
            };
            const double angle = std::sqrt(b2) * (integral(std::sqrt(b2)) - integral(std::sqrt(b2 + radius * radius)));
            const double s = -std::sin(angle) / std::sqrt(b2);
            auto& link = u(mu, site);
            link(0, 0) = {std::cos(angle), s * direction[2]};
            link(0, 1) = {s * direction[1], s * direction[0]};
            link(1, 0) = -std::conj(link(0, 1));
            link(1, 1) = std::conj(link(0, 0));
        }
    }
    return u;
}

} // namespace gaugegl::testing_support

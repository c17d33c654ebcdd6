// Observables of links of the host in double precision: sums over the lattice in the one order (CONVENTIONS.md, "Lattice sums") of
// what the densities of gauge/observables are on a device.
#pragma once

#include "host/link_field.h"

#include <complex>
#include <cstdint>
#include <vector>

namespace gaugegl::host {

/// Sums over the sites of the action density of the spatial planes, of those with t, of all, and of the mean link trace.
std::array<double, 4> plaquetteSums(const LinkField& u);

/// The mean of the twelve oriented 1x2 loops of a site.
double rectangleMean(const LinkField& u);

/// The means of (1/N) tr L of the lines L around the lattice in a direction, and of (|tr L|^2 - 1)/(N^2 - 1).
struct LineMeans {
    std::complex<double> loop;
    double adjoint;
};
LineMeans polyakovMeans(const LinkField& u, int mu);

/// The mean over sites and paths of (1/N) Re tr of closed paths, which are +(mu + 1) forwards and -(mu + 1) backwards, with the links in
/// time of one field and those in space of another one of the same layout.
double pathMean(const LinkField& temporal, const LinkField& spatial,
                const std::vector<std::vector<std::int8_t>>& paths);

/// The energy E of a site in the mean and the topological charge Q of the lattice from clover field strengths, improved or not:
/// gauge/observables/topology.h.
struct EnergyAndCharge {
    double energy, charge;
};
EnergyAndCharge cloverTopology(const LinkField& u, bool improved);

} // namespace gaugegl::host

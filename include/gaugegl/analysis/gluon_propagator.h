// The gluon propagator of gauge-fixed configurations, CONVENTIONS.md, "Gluon propagator":
//   A_mu(x + mu/2) = (U - U^dagger)/(2i), traceless, = A^a T^a
//   A_mu(k) = sum_x e^{-ik.(x + mu/2)} A_mu(x + mu/2)
//   D(p^2) = 2/(n (N^2 - 1) V) sum_mu tr[A_mu(k) A_mu(k)^dagger],  n = 3, or 4 at k = 0
// with k_mu = 2 pi n_mu / L_mu, as a function of p_mu = 2 sin(k_mu/2).  A contains the coupling: beta/(2N) D -> 1/p^2
// for beta -> infinity.  In Landau gauge p.A(k) = 0.
#pragma once

#include "gaugegl/analysis/estimate.h"
#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"

#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace gaugegl::analysis {

/// Cuts on the momenta other than 0.  Far from the lattice diagonal the propagator is not a function of p^2 alone, a
/// lattice artefact.
struct MomentumCut {
    /// Only k whose distance from the diagonal is at most this many of the smallest k of all directions (Leinweber et
    /// al., Phys. Rev. D 60 (1999) 094507: 1).
    std::optional<double> cylinder = {};
    /// Only k whose angle to the diagonal is at most this many degrees.
    std::optional<double> cone = {};
};

/// The momenta of one p^2.
struct MomentumClass {
    double p2 = 0;                     ///< sum of p_mu^2
    std::vector<std::int64_t> momenta; ///< n as a site number (Lattice::index), 0 <= n_mu < L_mu
};

/// The classes in the order of p^2, that of 0 first.  Cuts compare the vector of |k_mu| <= pi with the diagonal
/// (1, 1, 1, 1).  Throws InputError for a negative cut.
std::vector<MomentumClass> momentumClasses(const Lattice& lattice, const MomentumCut& cut = {});

/// The measurement on one configuration.
struct GluonSpectrum {
    std::vector<double> propagator; ///< D of each class
    /// sum over k of tr|p.A|^2 / sum of p^2 tr|A|^2: 0 in Landau gauge, a quarter without gauge fixing.
    double longitudinal = 0;
};

/// The propagator of one configuration, by fast Fourier transforms in double precision.  The links are in the layout of
/// LinkVector (core/fermion.h).  Needs 64 bytes of memory per site and thread.  Throws InputError if the number of
/// links is wrong.
GluonSpectrum gluonSpectrum(const Lattice& lattice, Group group, std::span<const std::complex<double>> links,
                            const std::vector<MomentumClass>& classes);

/// D of one p^2.
struct GluonPoint {
    double p2 = 0;        ///< sum of 4 sin^2(k_mu/2)
    std::size_t size = 0; ///< momenta
    Estimate value;       ///< D
};

/// The mean over configurations with jackknife errors.  Throws InputError unless each has a value for every class.
std::vector<GluonPoint> gluonPropagator(const std::vector<MomentumClass>& classes,
                                        const std::vector<GluonSpectrum>& configurations);

} // namespace gaugegl::analysis

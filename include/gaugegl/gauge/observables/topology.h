// Energy and topological charge from clover field strengths on the device.
//
// The clover of m x n loops is the mean over the four leaves around x of the loops of m steps in mu and n in nu,
// divided by m n: its part in the algebra is i a^2 F_munu(x) + O(a^4).  For m != n both orientations are averaged.  The
// improved field strength is
//   F = sum_i c_i F_i over the loops 1x1, 2x2, 1x2, 1x3, 3x3 with c = (65/36, -11/45, -32/45, 1/10, 1/20),
// free of errors of order a^2 and a^4 (S. Bilson-Thompson, D. Leinweber and A. Williams, hep-lat/0203008, k_5 = 1/180;
// these are the coefficients of the five-loop improved charge of Ph. de Forcrand, M. Garcia Perez and I.-O. Stamatescu,
// hep-lat/9701012, c_5 = 1/20).
//   E = 1/4 F^a_munu F^a_munu,  Q = sum_x 1/(32 pi^2) eps_munurhosigma tr F_munu F_rhosigma.
#pragma once

#include "gaugegl/gauge/observables/lines.h"
#include "gaugegl/gauge/observables/observables.h"

#include <deque>
#include <span>

namespace gaugegl {

/// Energy and topological charge.
struct TopologyObservables {
    double energyClover = 0;   ///< E per site, from the clover of 1x1 loops
    double chargeClover = 0;   ///< Q of the lattice, from the clover of 1x1 loops
    double chargeImproved = 0; ///< Q of the lattice from the improved field strength, if requested
};

struct CloverOfLoops;

/// Measures fields of one lattice and group.  Keeps its textures between calls: two to three times the gauge field,
/// with the improved charge twice as much.
class TopologyMeter {
public:
    /// The device must outlive the object.
    TopologyMeter(Device& device, const Lattice& lattice, Group group);

    /// Measures with the clover, and with `improved` also with the improved field strength.
    TopologyObservables measure(const GaugeField& u, bool improved);

    /// (E, q, 0, 0) of the last clover measurement.
    const Density& density() const { return density_; }
    /// (E, q, 0, 0) of the last improved measurement.
    const Density& improvedDensity() const { return improvedDensity_; }

private:
    void requireGhosts(bool improved) const;
    /// Lines in the four directions.
    using Lines = std::array<LineView, 4>;
    /// The lines of 1, 2, .. links, and what is made of them.
    struct Sum {
        const std::vector<Lines>& lines;
        std::span<const CloverOfLoops> terms;
    };

    std::vector<Lines> lines(const GaugeField& u, int longest);
    std::array<double, 4> sumOf(const GaugeField& u, std::span<const CloverOfLoops> terms, Density& out);
    void makeClover(std::size_t plane, const GaugeField& like, const Sum& sum, int parity);

    Device* device_;
    Lattice lattice_;
    Group group_;
    std::deque<LineField> longLines_;                   // of two links in four directions, then of three
    std::vector<std::unique_ptr<PlaneTexture>> clover_; // of the six planes, and one to write
    Density density_, improvedDensity_;
    Reduction reduction_;
};

} // namespace gaugegl

// Products of links along lines, on the device: what loops of any size are made of.
#pragma once

#include "gaugegl/fields/gauge_field.h"
#include "gaugegl/gauge/observables/loop_kernels.h"

namespace gaugegl {

/// Matrices of all sites, seen by their textures: links of one direction, or the products of links along lines of one
/// shape that begin at each site.  The textures must outlive it.
struct LineView {
    const PlaneTexture* even = nullptr; ///< of the even sites
    const PlaneTexture* odd = nullptr;  ///< of the odd sites
    /// 0: even, 1: odd.
    const PlaneTexture& of(int parity) const { return parity == 0 ? *even : *odd; }
};

/// The links U_mu.
LineView linksOf(const GaugeField& u, int mu);

/// Matrices of all sites in textures of its own.
struct LineField {
    PlaneTexture even; ///< of the even sites
    PlaneTexture odd;  ///< of the odd sites
    /// Contents are undefined.
    LineField(Device& device, const Lattice& lattice, int planes);
    /// 0: even, 1: odd.
    PlaneTexture& of(int parity) { return parity == 0 ? even : odd; }
    /// For reading.
    LineView view() const { return {&even, &odd}; }
};

/// The vector with components 0 .. extent - 1, as lattice/displaced.glsl wants it.
std::array<int, 4> wrapped(const Lattice& lattice, const Coordinates& displacement);

/// Makes lines longer.
struct LineStep {
    int mu = 0;                      ///< direction of the step
    int sign = 1;                    ///< +1 or -1
    Coordinates from{};              ///< where the lines end, seen from where they begin
    LineKind kind = LineKind::Links; ///< of lines and links; General: sign is +1
};

/// out(x) = line(x) U with the link of the step from x + from to x + from +- mu; `links` are the U_mu of all sites.
/// `out` is none of the others.
void extend(LineField& out, const LineView& line, const LineView& links, const GaugeField& like, const LineStep& step);

/// What up to four Wilson loops are made of.
struct LoopSides {
    LineView spatial;                        ///< along a path from x to x + separation
    Coordinates separation{};                ///< its t is 0
    std::array<LineView, 4> temporal;        ///< of the lengths first, first + 1, ..
    int first = 1;                           ///< of the lengths
    int count = 4;                           ///< of temporal lines that are there
    LineKind temporalKind = LineKind::Links; ///< what these are
};

/// The loops at the sites of one parity, component k that of length first + k, into a texture of one plane.
void closeLoops(PlaneTexture& out, const GaugeField& like, const LoopSides& sides, int parity);

/// What the clovers of a plane are made of.
struct CloverSides {
    int mu = 0;                           ///< the first direction of the plane
    int nu = 1;                           ///< the second
    int m = 1;                            ///< steps in mu
    int n = 1;                            ///< steps in nu
    LineView along;                       ///< m links in mu
    LineView across;                      ///< n links in nu
    double weight = 1;                    ///< of the mean of the leaves, divided by m n
    const PlaneTexture* before = nullptr; ///< what the clovers are added to; none: to nothing
};

/// The clovers of the sites of one parity, into a texture of fullMatrixPlanes() planes that is not `before`.
void addClover(PlaneTexture& out, const GaugeField& like, const CloverSides& sides, int parity);

} // namespace gaugegl

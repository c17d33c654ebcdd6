// Products of links along lines on the device, from which loops of any size are built.
#pragma once

#include "gaugegl/fields/gauge_field.h"

namespace gaugegl {

/// The matrices of a line.
enum class LineKind {
    Links,  ///< group elements
    General ///< any matrices, such as multihit means; in SU(2) they are stored like links, and both kinds are the same
};

/// A view of one matrix per site: the links of one direction, or the products of links along lines of one shape that
/// begin at each site.  The textures must outlive it.
struct LineView {
    const PlaneTexture* even = nullptr; ///< of the even sites
    const PlaneTexture* odd = nullptr;  ///< of the odd sites
    /// The texture of one parity, 0 (even) or 1 (odd).
    const PlaneTexture& of(int parity) const { return parity == 0 ? *even : *odd; }
};

/// The links U_mu.
LineView linksOf(const GaugeField& u, int mu);

/// One matrix per site, in textures of its own.
struct LineField {
    PlaneTexture even; ///< of the even sites
    PlaneTexture odd;  ///< of the odd sites
    /// Contents are undefined.
    LineField(Device& device, const Lattice& lattice, int planes);
    /// The texture of one parity, 0 (even) or 1 (odd).
    PlaneTexture& of(int parity) { return parity == 0 ? even : odd; }
    /// A view of its textures, which it must outlive.
    LineView view() const { return {&even, &odd}; }
};

/// The displacement as lattice/displaced.glsl expects it: components in 0 .. extent - 1, in directions that ranks divide
/// of the least magnitude.
std::array<int, 4> wrapped(const Lattice& lattice, const Coordinates& displacement);

/// One step that extends lines.
struct LineStep {
    int mu = 0;                      ///< direction of the step
    int sign = 1;                    ///< +1 or -1
    Coordinates from{};              ///< displacement from the beginning of a line to its end
    LineKind kind = LineKind::Links; ///< of lines and links; General needs sign = +1
};

/// out(x) = line(x) U with the link of the step from x + from to x + from +- mu; `links` are the U_mu of all sites.
/// `out` must not share textures with the inputs.
void extend(LineField& out, const LineView& line, const LineView& links, const GaugeField& like, const LineStep& step);

/// The sides of up to four Wilson loops.
struct LoopSides {
    LineView spatial;                        ///< along a path from x to x + separation
    Coordinates separation{};                ///< its t is 0
    std::array<LineView, 4> temporal;        ///< of lengths first, first + 1, ..
    int first = 1;                           ///< length of the shortest
    int count = 4;                           ///< number of temporal lines
    LineKind temporalKind = LineKind::Links; ///< links or general matrices
};

/// Writes the loops at the sites of one parity to a texture of one plane; component k has the length first + k.
void closeLoops(PlaneTexture& out, const GaugeField& like, const LoopSides& sides, int parity);

/// The lines of the clovers in one plane.
struct CloverSides {
    int mu = 0;                           ///< the first direction of the plane
    int nu = 1;                           ///< the second
    int m = 1;                            ///< steps in mu
    int n = 1;                            ///< steps in nu
    LineView along;                       ///< m links in mu
    LineView across;                      ///< n links in nu
    double weight = 1;                    ///< of the mean of the leaves, divided by m n
    const PlaneTexture* before = nullptr; ///< field to which the clovers are added; null: none
};

/// Writes the clovers at the sites of one parity to a texture of fullMatrixPlanes() planes, which must not be `before`.
void addClover(PlaneTexture& out, const GaugeField& like, const CloverSides& sides, int parity);

} // namespace gaugegl

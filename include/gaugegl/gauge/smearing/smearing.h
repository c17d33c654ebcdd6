// Smearing: links replaced by means over paths around them, made group elements again.  All are gauge covariant: to
// smear a transformed field is to transform the smeared one.
//
// With U_mu(x) A_mu(x) the sum of the loops of CONVENTIONS.md ("Staple sum"), A^dagger is the sum of the staples
// parallel to the link. Proj is the projection on the group that Re tr [V^dagger X] defines up to the phase of its
// determinant: the unitary part of X's polar decomposition, divided by the cube root of its determinant (SU(2): X,
// normalised).
#pragma once

#include "gaugegl/fields/gauge_field.h"

#include <string_view>

namespace gaugegl {

/// U' = Proj[(1 - alpha) U + alpha / (2 (d - 1)) A^dagger] of all links at once (APE collaboration, Phys. Lett. B 192
/// (1987) 163), d = 3 or 4.
struct ApeSmearing {
    double alpha = 0.5;  ///< weight of the staples, 0 to 1
    int steps = 25;      ///< how often
    bool spatial = true; ///< spatial links alone, by their staples in space: d = 3; else all links, d = 4

    /// "0.5:25", spatial.  Throws InputError for another form, alpha outside 0 to 1, or steps below 0.
    static ApeSmearing parse(std::string_view text);
};

/// U' = exp(i Q) U, i Q = -rho [U A]_TA with [M]_TA = (M - M^dagger)/2 minus its trace / N (Morningstar and Peardon,
/// hep-lat/0311018).
struct StoutSmearing {
    double rho = 0.1;     ///< weight of the staples
    int steps = 1;        ///< how often
    bool spatial = false; ///< spatial links alone, by their staples in space
};

/// Three nested levels of projected staples that stay within the hypercubes of a link (Hasenfratz and Knechtli,
/// hep-lat/0103029).
struct HypSmearing {
    std::array<double, 3> alpha = {0.75, 0.6, 0.3}; ///< of the last, the middle and the first level, each 0 to 1
    int steps = 1;                                  ///< how often
};

/// Each of these smears the field in place, the links of t not where a smearing is spatial.  While it works the device
/// holds up to a field more (HYP: six).  Throws InputError for parameters outside their range or negative numbers of
/// steps.
void smear(GaugeField& u, const ApeSmearing& smearing);
/// See above.
void smear(GaugeField& u, const StoutSmearing& smearing);
/// See above.
void smear(GaugeField& u, const HypSmearing& smearing);

} // namespace gaugegl

// Smearing: each link is replaced by an average over paths around it, projected back on the group.  All smearings are
// gauge covariant: they commute with gauge transformations.
//
// With U_mu(x) A_mu(x) the sum of the loops of CONVENTIONS.md ("Staple sum"), A^dagger is the sum of the staples
// parallel to the link. Proj is the projection on the group that Re tr [V^dagger X] defines up to the phase of its
// determinant: the unitary part of X's polar decomposition, divided by the cube root of its determinant (SU(2): X,
// normalised).
#pragma once

#include "gaugegl/base/warnings.h"
#include "gaugegl/fields/any_links.h"

#include <string_view>

namespace gaugegl {

/// U' = Proj[(1 - alpha) U + alpha / (2 (d - 1)) A^dagger] of all links at once (APE collaboration, Phys. Lett. B 192
/// (1987) 163), d = 3 or 4.
struct ApeSmearing {
    double alpha = 0.5;  ///< weight of the staples, 0 to 1
    int steps = 25;      ///< number of steps
    bool spatial = true; ///< only spatial links, with spatial staples: d = 3; else all links, d = 4

    /// Parses "ALPHA:STEPS" such as "0.5:25" as spatial smearing.  Throws InputError for another form, alpha outside 0
    /// to 1, or steps below 0.
    static ApeSmearing parse(std::string_view text);
};

/// U' = exp(i Q) U, i Q = -rho [U A]_TA with [M]_TA = (M - M^dagger)/2 minus its trace / N (Morningstar and Peardon,
/// hep-lat/0311018).
struct StoutSmearing {
    double rho = 0.1;     ///< weight of the staples, 0 to 1
    int steps = 1;        ///< number of steps
    bool spatial = false; ///< only spatial links, with spatial staples
};

/// Three nested levels of projected staples that stay within the hypercubes of a link (Hasenfratz and Knechtli,
/// hep-lat/0103029).
struct HypSmearing {
    std::array<double, 3> alpha = {0.75, 0.6, 0.3}; ///< of the last, the middle and the first level, each 0 to 1
    int steps = 1;                                  ///< number of steps
};

/// What to say of valid smearing: shortest waves that grow.  A step multiplies a weak wave by 1 - alpha p^2 / (2 (d - 1)) with
/// p^2 <= 4 d, so for alpha above 3/4, in space 2/3.
Warnings warningsOf(const ApeSmearing& smearing);
/// What to say of valid stout smearing: shortest waves that grow, as warningsOf(StoutSteps) tells.
Warnings warningsOf(const StoutSmearing& smearing);

/// APE smearing of the field in place.  Needs device memory for up to one more gauge field.  Throws InputError for
/// parameters out of range or a negative number of steps.
void smear(GaugeField& u, const ApeSmearing& smearing);
/// Stout smearing of the field in place.  Memory and errors as for APE smearing.
void smear(GaugeField& u, const StoutSmearing& smearing);
/// APE smearing of links of the host in place.  Errors as on a device.
void smear(host::LinkField& u, const ApeSmearing& smearing);
/// Stout smearing of links of the host in place.  Errors as for APE smearing.
void smear(host::LinkField& u, const StoutSmearing& smearing);
/// HYP smearing of the field in place.  Needs device memory for up to six more gauge fields.  Errors as for APE
/// smearing.
void smear(GaugeField& u, const HypSmearing& smearing);

} // namespace gaugegl

// Two-point functions of baryons of light quarks, whose flavours u and d have one propagator, and strange ones: with (q q')q'' =
// eps_abc (q_a^T X q'_b) q''_c, in the octet X = C gamma_5, in the decuplet X = C gamma_i,
//   nucleon (u d)u           Delta   (u u)u
//   Lambda  [2 (u d)s + (u s)d - (d s)u] / sqrt(6), the octet interpolator
//   Sigma   (u s)u           Sigma*  [2 (u s)u + (u u)s] / sqrt(3)
//   Xi      (s u)s           Xi*     [2 (s u)s + (s s)u] / sqrt(3)
//                            Omega   (s s)s
// With a strange quark like the light ones all of the octet are the nucleon and all of the decuplet are the Delta.  CONVENTIONS.md, "Baryons".
#pragma once

#include "gaugegl/fermion/measure/correlators.h"

namespace gaugegl {

/// What a baryon, whose phases do not cancel as those of a meson, must know further.
struct BaryonGeometry {
    CorrelatorGeometry correlator; ///< of mesons too; distances begin at its source, in every direction
    BoundaryPhases boundary = {};  ///< of the quarks
};

/// Baryons: the octet, then the decuplet.
enum class Baryon { Nucleon, Lambda, Sigma, Xi, Delta, SigmaStar, XiStar, Omega };

/// A baryon of positive and of negative parity, both positive up to noise for s > 0 and small, at momentum 0 and then at each further one;
/// of the decuplet the mean over the three i across the direction.  `strange` has the source of `light`; null: the strange quark is a light
/// one.  Throws InputError where there are not three colours, for quarks without spin, or if a propagator has a wrong number of columns or
/// sites; collective.
std::vector<MesonCorrelator> baryonCorrelators(Baryon baryon, const Propagator& light, const BaryonGeometry& geometry,
                                               const Propagator* strange = nullptr);

/// "nucleon", "nucleon-negative"; "sigma-star", "sigma-star-negative".
std::vector<std::string> baryonNames(Baryon baryon);
/// Of all baryons.
std::vector<std::string> everyBaryonName();
/// Throws InputError unless quarks of this kind and group have baryons.
void validateBaryons(FermionKind kind, Group group);

} // namespace gaugegl

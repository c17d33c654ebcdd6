// Local updates, CONVENTIONS.md, "Random numbers".  The part of the action with the link U_mu(x) is
// -(beta/N) Re tr U_mu(x) A_mu(x), with the sum of staples
//   A_mu(x) = sum over the shapes of the action of c_shape sum over their staples of w_munu [staple],
// every staple the path from x+mu back to x that closes a loop with the link, in the plane of mu and nu: for each nu two
// sides, on each side one plaquette, U_nu(x+mu) U_mu(x+nu)^dagger U_nu(x)^dagger, and three 1x2 rectangles.
// Each SU(2) subgroup sees M = U A by its quaternion part k v, |v| = 1 (Cabibbo, Marinari, Phys. Lett. 119B (1982)
// 387):
//   heat bath        rows of U times X v^dagger, X = (x0, sqrt(1 - x0^2) n), density sqrt(1 - x0^2) exp(alpha x0),
//                    alpha = 2 beta k / N,
//   overrelaxation   rows of U times v^dagger v^dagger (Creutz, Phys. Rev. D 36 (1987) 515).
#pragma once

#include "gaugegl/core/heatbath.h"
#include "gaugegl/core/link_set.h"
#include "reference/gauge_field.h"
#include "reference/subgroup.h"

#include <optional>

namespace gaugegl::reference {

/// The weight w[mu][nu] of each plane in the action; it must be symmetric.  1 is the Wilson action; weights of one
/// plane only make the lattice a stack of independent two-dimensional theories, which are solved exactly.
struct PlaneWeights {
    std::array<std::array<double, 4>, 4> w = {{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}}; ///< w[mu][nu]

    /// 1 in the plane (mu, nu), 0 elsewhere.
    static PlaneWeights only(int mu, int nu);
};

/// The acceptance of a heat bath: subgroups visited, and those that got a new value.
struct UpdateCount {
    std::int64_t proposals = 0; ///< made
    std::int64_t accepted = 0;  ///< taken

    /// Equal counts.
    bool operator==(const UpdateCount&) const = default;
};

/// A_mu(x), a sum of group elements; planes of weight zero are left out.
template<int N>
Matrix<N> staple(const GaugeField<N>& u, int mu, std::int64_t site, const GaugeAction& action = {},
                 const PlaneWeights& weights = {});

/// X of the heat bath at fixed alpha >= 0, from the blocks of the given subgroup (0, 1, 2): Kennedy and Pendleton,
/// Phys. Lett. 156B (1985) 393, or Creutz, Phys. Rev. D 21 (1980) 2308.  Empty if every trial fails.  The parameters
/// are taken as valid; beta and action are not used.
std::optional<Quaternion> drawSubgroup(double alpha, const HeatBath& parameters, const SiteDraws& draws, int subgroup);

/// Updates the links of a set.  Throws InputError unless beta is a coupling (isCoupling) and 1 <= trials <= 255, and
/// for a set with a sublattice as Sublattices.
template<int N>
UpdateCount heatBath(GaugeField<N>& u, const LinkSet& set, const HeatBath& parameters, const Draws& draws,
                     const PlaneWeights& weights = {});

/// heatBath() with the Philox numbers of a sweep.
template<int N>
UpdateCount heatBath(GaugeField<N>& u, const LinkSet& set, const HeatBath& parameters, std::uint64_t seed,
                     std::uint32_t sweep, Precision randomPrecision, const PlaneWeights& weights = {});

/// Every link once, in the order of linkSets.  Throws as heatBath does.
template<int N>
UpdateCount heatBathSweep(GaugeField<N>& u, const HeatBath& parameters, std::uint64_t seed, std::uint32_t sweep,
                          Precision randomPrecision, const PlaneWeights& weights = {});

/// Overrelaxation: reflects the links of a set, which leaves the action unchanged.
template<int N>
void overrelaxation(GaugeField<N>& u, const LinkSet& set, const GaugeAction& action = {},
                    const PlaneWeights& weights = {});

/// Every link once, in the order of linkSets.
template<int N>
void overrelaxationSweep(GaugeField<N>& u, const GaugeAction& action = {}, const PlaneWeights& weights = {});

/// Projects every link on SU(N).  Returns the largest unitarityDeviation found before; NaN if a link had one.
template<int N>
double reunitarise(GaugeField<N>& u);

} // namespace gaugegl::reference

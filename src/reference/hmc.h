// Momenta, energies and forces of hybrid Monte Carlo in double precision, straight from their formulas, CONVENTIONS.md,
// "Molecular dynamics".  A momentum is P_mu(x) = i h, h Hermitian and traceless, links move by dU/dt = P U, the kinetic
// energy is sum tr h^2.  The force F of a function S of the links is the element of the algebra with
//   dS/dt = -2 sum over links of tr(P F),
// so that dP/dt = -F conserves the energy.
#pragma once

#include "gaugegl/core/gauge_action.h"
#include "reference/dirac.h"

namespace gaugegl::reference {

/// An element of the algebra for each link: [site][mu].
template<int N>
using Momenta = std::vector<std::array<Matrix<N>, 4>>;

/// Gaussian momenta, density exp(-sum tr h^2): h = sum_a p_a T_a with normal p_a and tr T_a T_b = delta_ab / 2.
template<int N>
Momenta<N> gaussianMomenta(const Lattice& lattice, std::uint64_t seed, std::uint32_t trajectory, Precision precision);
/// With the numbers of any generator.
template<int N>
Momenta<N> gaussianMomenta(const Lattice& lattice, const LinkDraws& draws);

/// sum over links of tr h^2.
template<int N>
double kineticEnergy(const Momenta<N>& p);

/// p += factor * f.
template<int N>
void add(Momenta<N>& p, double factor, const Momenta<N>& f);

/// U -> exp(time P) U, every link.
template<int N>
void moveLinks(GaugeField<N>& u, const Momenta<N>& p, double time);

/// beta times the sum over all loops of the action of c_shape (1 - (1/N) Re tr U_loop).
template<int N>
double gaugeAction(const GaugeField<N>& u, double beta, const GaugeAction& action);

/// The force of gaugeAction: beta / (2 N) [U A]_TA with the staple sum A of reference/update.h.
template<int N>
Momenta<N> gaugeForce(const GaugeField<N>& u, double beta, const GaugeAction& action);

/// The force of S = Re y^dagger H x with the hopping term H of Wilson quarks; x and y do not depend on the links.
template<int N>
Momenta<N> hoppingForce(const GaugeField<N>& u, const BoundaryPhases& boundary, const SpinorField<N>& y,
                        const SpinorField<N>& x);
/// The force of S = Re y^dagger H x with the hopping term H of staggered quarks; x and y do not depend on the links.
template<int N>
Momenta<N> hoppingForce(const GaugeField<N>& u, const BoundaryPhases& boundary, const StaggeredField<N>& y,
                        const StaggeredField<N>& x);

} // namespace gaugegl::reference

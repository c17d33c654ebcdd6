// Forces of functions of loops with insertions in double precision, straight from their formulas (CONVENTIONS.md, "Molecular dynamics"): of the
// clover term, of the logarithm of its determinant, and the chain rule of stout smearing.  Forces are those of reference/hmc.h,
// dS/dt = -2 sum over links of tr(P F) as links move by dU/dt = P U.
#pragma once

#include "reference/hmc.h"

namespace gaugegl::reference {

/// sum over sites of Re y(x)^dagger [sum over mu < nu of gamma_mu gamma_nu G_munu(x)] x(x), G of reference/clover.h.
template<int N>
double cloverForm(const GaugeField<N>& u, const SpinorField<N>& y, const SpinorField<N>& x);
/// Its force; x and y do not depend on the links.
template<int N>
Momenta<N> cloverForce(const GaugeField<N>& u, const SpinorField<N>& y, const SpinorField<N>& x);

/// sum over the sites of a parity of log |det R(x)| of the diagonal R of a quark with a clover term.
template<int N>
double logDeterminant(const GaugeField<N>& u, const WilsonParameters& quark, int parity);
/// Its force.
template<int N>
Momenta<N> determinantForce(const GaugeField<N>& u, const WilsonParameters& quark, int parity);

/// From the force F of a function of stout links V = exp(-rho [U A]_TA) U (reference/smearing.h), as they move, that of the
/// same function of the links U: integrals over the derivative of the exponential are done by Gauss's rule.
template<int N>
Momenta<N> stoutGradient(const GaugeField<N>& u, double rho, const Momenta<N>& f);

} // namespace gaugegl::reference

// Smearing, multihit mean links and the functions that they need, CONVENTIONS.md, "Smearing and flow".  A_mu(x) is the
// staple sum of reference/update.h, U A the sum of the loops.
#pragma once

#include "reference/update.h"

namespace gaugegl::reference {

/// The unitary part of x's polar decomposition, x (x^dagger x)^(-1/2), divided by the cube root of its determinant with
/// an angle in (-pi/3, pi/3]; SU(2): the quaternion part, normalised.  SU(3) by the Cayley-Hamilton theorem
/// (Hasenfratz, Hoffmann and Schaefer, hep-lat/0702028), whose symmetric functions of the singular values a root of a
/// quartic equation gives.
template<int N>
Matrix<N> projected(const Matrix<N>& x);

/// (m - m^dagger)/2 minus its trace / N.
template<int N>
Matrix<N> algebraPart(const Matrix<N>& m);

/// exp a, by the Taylor series of a / 2^k and k squarings.
template<int N>
Matrix<N> exponential(Matrix<N> a);

/// Every link replaced by Proj[(1 - alpha) U + alpha / (2 (d - 1)) A^dagger]; spatial: those of space alone, with their
/// staples in space, d = 3.
template<int N>
GaugeField<N> apeSmeared(const GaugeField<N>& u, double alpha, bool spatial);

/// Every link replaced by exp(-rho [U A]_TA) U; spatial: only spatial links, with their staples in space.
template<int N>
GaugeField<N> stoutSmeared(const GaugeField<N>& u, double rho, bool spatial);

/// One step of HYP smearing (Hasenfratz and Knechtli, hep-lat/0103029) with the alphas of the last, middle and first
/// level.
template<int N>
GaugeField<N> hypSmeared(const GaugeField<N>& u, const std::array<double, 3>& alpha);

/// int dU U exp(beta/N Re tr U A) / int dU exp(beta/N Re tr U A).  SU(2): A^dagger / k I_2(beta k) / I_1(beta k), k =
/// |A|.  SU(3): from the Taylor series of the one-link integral (Eriksson, Svartholm and Skagerstam, J. Math. Phys. 22
/// (1981) 2276), for beta |A| up to about 100.
template<int N>
Matrix<N> meanLink(const Matrix<N>& staples, double beta);

} // namespace gaugegl::reference

// The clover term in double precision, straight from CONVENTIONS.md, "Fermions":
//   G_munu(x) = (C - C^dagger) / 8, C the sum of the four leaves around x, loops that begin and end there and turn from mu to nu,
//   M has the term -kappa c_SW sum_{mu<nu} gamma_mu gamma_nu G_munu(x).
// G is anti-Hermitian, its trace is kept, and it is a^2 times the field strength.
#pragma once

#include "gaugegl/core/fermion.h"
#include "reference/gauge_field.h"

#include <vector>

namespace gaugegl::reference {

/// G_munu(x).
template<int N>
Matrix<N> cloverG(const GaugeField<N>& u, int mu, int nu, const Coordinates& x);

/// sum_{mu<nu} gamma_mu gamma_nu G_munu(x) as a matrix of 4 N rows, spin * N + colour.
template<int N>
Matrix<4 * N> cloverMatrix(const GaugeField<N>& u, const Coordinates& x);

/// cloverMatrix() of every site, in the order of their numbers.
template<int N>
std::vector<Matrix<4 * N>> cloverMatrices(const GaugeField<N>& u);

/// The diagonal of M at every site: R = 1 + 2 i kappa mu gamma_5 - kappa c_SW times cloverMatrix().
template<int N>
std::vector<Matrix<4 * N>> cloverDiagonals(const GaugeField<N>& u, const WilsonParameters& quark);

/// By the elimination of Gauss with row pivots.
template<int n>
Matrix<n> inverse(Matrix<n> m);
/// log |det m|, by the elimination of Gauss with row pivots.
template<int n>
double logDeterminant(Matrix<n> m);

} // namespace gaugegl::reference

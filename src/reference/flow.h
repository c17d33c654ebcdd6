// Gradient flow and cooling, straight from their formulas: dV/dt = Z V, Z = -[V A]_TA (reference/smearing.h) with the
// staple sum A of the action.
#pragma once

#include "reference/smearing.h"

namespace gaugegl::reference {

/// One step by the third-order scheme of Luescher (arXiv:1006.4518, appendix C):
///   W1 = exp(Z0 / 4) W0, W2 = exp(8/9 Z1 - 17/36 Z0) W1, result exp(3/4 Z2 - 8/9 Z1 + 17/36 Z0) W2, Zi = step Z(Wi).
/// With `secondOrder` it also gives exp(-Z0 + 2 Z1) W0 (Fritzsch and Ramos, arXiv:1301.4388).
template<int N>
GaugeField<N> flowStep(const GaugeField<N>& u, double step, const GaugeAction& action,
                       GaugeField<N>* secondOrder = nullptr);

/// The root of the mean over links of |U - V|^2 / N^2.
template<int N>
double distance(const GaugeField<N>& u, const GaugeField<N>& v);

/// Rotates the links of a set, SU(2) subgroup by subgroup, to where the action is smallest: rows of U times v^dagger
/// (reference/update.h).
template<int N>
void cooling(GaugeField<N>& u, const LinkSet& set, const GaugeAction& action = {});

} // namespace gaugegl::reference

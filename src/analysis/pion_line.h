// The squared mass of the pion as a linear function of the quark mass, which it is for light quarks up to logarithms (Gell-Mann, Oakes
// and Renner, Phys. Rev. 175 (1968) 2195): with exact chiral symmetry it vanishes at 0, with domain walls at minus their residual mass.
#pragma once

#include "gaugegl/analysis/effective_mass.h"

#include <functional>
#include <vector>

namespace gaugegl::analysis {

/// The fit (a m)^2 = slope (x - zero).
struct PionLine {
    Estimate zero;                       ///< the quark mass where the pion would have none
    Estimate slope;                      ///< of (a m)^2 against the quark mass
    std::vector<Estimate> squaredMasses; ///< (a m)^2 at each quark mass, from plateauMass()
};

/// From the correlators of the pion at each quark mass, measured on the same configurations.  Squared masses are weighted by
/// their own errors; the errors of the fit, by the jackknife, contain the correlations between masses.  Fewer than two
/// quark masses, fewer than 4 bins of configurations, or a pion's mass that is not a number at one of them: all of it unknown
/// (NaN).  `ofZero`, if given, is applied to the zero.  Throws InputError where `quarkMasses` and `pions` differ in number or the pions in
/// configurations.
PionLine pionLine(const std::vector<double>& quarkMasses, const std::vector<CorrelatorSeries>& pions,
                  const std::function<double(double)>& ofZero = {});

} // namespace gaugegl::analysis

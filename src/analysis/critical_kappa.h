// The critical hopping parameter: where the squared mass of the pion vanishes as a linear function of the bare quark mass
// 1/(2 kappa), as it does for light quarks up to logarithms (Gell-Mann, Oakes, Renner).
#pragma once

#include "gaugegl/analysis/effective_mass.h"

#include <vector>

namespace gaugegl::analysis {

/// The fit (a m)^2 = slope (1/(2 kappa) - 1/(2 kappa_c)).
struct CriticalKappa {
    Estimate kappa;                      ///< kappa_c
    Estimate slope;                      ///< of (a m)^2 against 1/(2 kappa)
    std::vector<Estimate> squaredMasses; ///< (a m)^2 of each kappa, from plateauMass()
};

/// From the correlators of the pion at each kappa, measured on the same configurations.  Squared masses are weighted by
/// their own errors; the errors of the fit, by the jackknife, contain the correlations between masses.  Fewer than two
/// kappas, fewer than 4 bins of configurations, or a mass that is not a number at one of them: all of it unknown (NaN).
/// Throws InputError where `kappas` and `pions` differ in number or the pions in configurations.
CriticalKappa criticalKappa(const std::vector<double>& kappas, const std::vector<CorrelatorSeries>& pions);

} // namespace gaugegl::analysis

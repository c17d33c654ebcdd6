// The Gamma method: the error of the mean of an autocorrelated series.
//
//   Gamma(t) = <(a_i - <a>)(a_{i+t} - <a>)>,  C(W) = Gamma(0) + 2 sum_{t=1}^{W} Gamma(t),
//   error^2 = C(W) / N,  tau_int = C(W) / (2 Gamma(0)),
//
// with the window W where the growing noise and the falling systematic error of cutting the sum balance.
// U. Wolff, Comput. Phys. Commun. 156 (2004) 143, hep-lat/0306017.
#pragma once

#include "gaugegl/analysis/estimate.h"

#include <span>
#include <vector>

namespace gaugegl::analysis {

/// Mean, error, tau_int and its error of one series, by automatic windowing with tau = S tau_int, S = 1.5, and with the
/// O(1/N) bias of Gamma removed (Wolff section 3).
///
/// A constant series has error 0 and tau_int 0.5.  With fewer than four samples, with a sum C(W) that is not positive or
/// a window that does not close before N/2 (too few samples), or with samples that are not finite, error and tau_int
/// are NaN; the mean of no samples is NaN too.  The drift takes the median of the squared errors of the three thirds; it is NaN with less
/// than 12 samples.
Estimate gammaMethod(std::span<const double> series);

/// The normalised autocorrelation function rho(t) = Gamma(t) / Gamma(0).
struct Autocorrelation {
    std::vector<double> rho;   ///< of t = 0, 1, ..
    std::vector<double> error; ///< one standard deviation each
};

/// rho(t) of one series from t = 0 to five times tau_int, at least 10 and at most a quarter of the series, with the errors of
/// M. Luescher, Comput. Phys. Commun. 165 (2005) 199, hep-lat/0409106, eq. (E.11).  Empty where gammaMethod gives no tau_int and of
/// a constant series.
Autocorrelation autocorrelation(std::span<const double> series);

} // namespace gaugegl::analysis

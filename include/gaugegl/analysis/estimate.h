// A mean with its statistical error and autocorrelation time, and its usual short form 0.59435(13).
#pragma once

#include "gaugegl/base/warnings.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace gaugegl::analysis {

/// The result of averaging a Monte Carlo time series.  What the data do not determine is NaN; check with `known`.
struct Estimate {
    double mean = std::numeric_limits<double>::quiet_NaN();     ///< of the whole history
    double error = std::numeric_limits<double>::quiet_NaN();    ///< one standard deviation, autocorrelation included
    double tauInt = std::numeric_limits<double>::quiet_NaN();   ///< integrated, in measurements; 0.5 if uncorrelated
    double tauError = std::numeric_limits<double>::quiet_NaN(); ///< one standard deviation of tauInt
    std::size_t count = 0;                                      ///< number of measurements
    /// The number of independent ones that they count as, count / (2 tau_int) with the tau_int of the series, of several the median.
    double effective = std::numeric_limits<double>::quiet_NaN();
    /// The mean of the first third less that of the last, in standard errors; of several series the median of its size.
    double drift = std::numeric_limits<double>::quiet_NaN();
};

/// Whether the error could be determined.
bool known(const Estimate& estimate);

/// What the data do not vouch for; the only place that judges them.  An error that is not known; one that is known to 10 % at best, as
/// there are less than 50 independent data (of autoregressive chains the pull of such means is above 1.1); equal data but zeros, which
/// give no error; a drift of 4 standard errors and more, which of chains in equilibrium one in 40 has that is 20 tau_int long, one in 200 of
/// 50 tau_int, one in 700 of 100.
Warnings doubts(const Estimate& estimate);

/// What to say of measurements at these sweeps, in the order of the series: errors and tau_int take them as equally distant and rising.
/// Nothing of fewer than 4, which have no errors.
Warnings doubtsOfDistances(std::span<const std::int64_t> sweeps);

/// "0.59435(13)": the mean rounded to the place of the second significant digit of the error.  From an error of 1 on
/// the bracket has its decimal point, "12.3(1.5)".  Numbers below 1e-6 have a power of ten, "4.8(3.1)e-29".  Error 0:
/// the mean alone, with up to 10 digits.  Unknown (NaN or infinite) error: the mean with 6 digits and "(unknown)".  NaN
/// mean: "unknown".
std::string formatEstimate(double mean, double error);
/// formatEstimate(mean, error) of the estimate.
std::string formatEstimate(const Estimate& estimate);

} // namespace gaugegl::analysis

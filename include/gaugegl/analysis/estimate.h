// A mean with its statistical error and autocorrelation time, and its usual short form 0.59435(13).
#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace gaugegl::analysis {

/// The result of averaging a Monte Carlo time series.  What the data do not determine is NaN; check with `known`.
struct Estimate {
    double mean = std::numeric_limits<double>::quiet_NaN();     ///< of the whole history
    double error = std::numeric_limits<double>::quiet_NaN();    ///< one standard deviation, autocorrelation included
    double tauInt = std::numeric_limits<double>::quiet_NaN();   ///< integrated, in measurements; 0.5 if uncorrelated
    double tauError = std::numeric_limits<double>::quiet_NaN(); ///< one standard deviation of tauInt
    std::size_t count = 0;                                      ///< number of measurements
};

/// Whether the error could be determined.
bool known(const Estimate& estimate);

/// "0.59435(13)": the mean rounded to the place of the second significant digit of the error.  From an error of 1 on
/// the bracket has its decimal point, "12.3(1.5)".  Numbers below 1e-6 have a power of ten, "4.8(3.1)e-29".  Error 0:
/// the mean alone, with up to 10 digits.  Unknown (NaN or infinite) error: the mean with 6 digits and "(unknown)".  NaN
/// mean: "unknown".
std::string formatEstimate(double mean, double error);
/// formatEstimate(mean, error) of the estimate.
std::string formatEstimate(const Estimate& estimate);

} // namespace gaugegl::analysis

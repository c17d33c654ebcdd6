// Binned jackknife: the error of a function of means of several observables, such as a ratio or a variance.
//
//   theta = f(<a>, <b>, ...),  theta_(j) = the same with bin j of m_j of the N measurements left out,  h_j = N / m_j,
//   error^2 = (1/g) sum_j (h_j theta - (h_j - 1) theta_(j) - theta_J)^2 / (h_j - 1),
//
// where theta_J is the mean of the pseudo-values over the g bins: the delete-m_j jackknife for bins that need not be of
// one size, F. Busing, E. Meijer, R. van der Leeden, Statistics and Computing 9 (1999) 3.
#pragma once

#include "gaugegl/analysis/estimate.h"
#include "gaugegl/analysis/linear_fit.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace gaugegl::analysis {

/// The observables of one ensemble: series of equal length, measured on the same configurations.
using ObservableSeries = std::vector<std::span<const double>>;

/// A function of the means of the observables, in the order of the series.
using FunctionOfMeans = std::function<double(std::span<const double>)>;

/// How measurements are binned.
struct Binning {
    std::size_t size = 1; ///< measurements in a bin; some bins have one more
    /// Corrects the squared error for the autocorrelation between bins of that size:
    /// 1 / (1 - (tau - 1/(4 tau)) / size), exact to this order for an autocorrelation a^t.
    double inflation = 1;
    double tau = std::numeric_limits<double>::quiet_NaN();   ///< median tau_int of the series, in measurements
    double drift = std::numeric_limits<double>::quiet_NaN(); ///< median size of the drifts of the series (Estimate)
};

/// Bins of (tau^2 N)^(1/3) measurements with the largest tau_int of the series.  This size balances the remaining
/// autocorrelation between bins against the statistical error of the error, which grows with fewer bins.  1 if tau_int
/// is unknown.
Binning jackknifeBinning(const ObservableSeries& series);

/// f of the means with its error.  The bins have the size of the binning or one more, so that none is left out.
/// tau_int is half the ratio of the squared errors with these bins and with bins of one.  Fewer than 4 bins leave error
/// and tau_int NaN.  Throws InputError if the series differ in length or there is none.
Estimate jackknife(const ObservableSeries& series, const FunctionOfMeans& f, const Binning& binning);

/// f of the means with its error, with the bins of jackknifeBinning().
Estimate jackknife(const ObservableSeries& series, const FunctionOfMeans& f);

/// Several numbers of one ensemble, and each of them with one bin left out.
struct Replicas {
    std::vector<double> centre;               ///< of all measurements
    std::vector<std::vector<double>> without; ///< [bin][number]
    std::vector<double> ratio;                ///< h_j of each bin
    Binning binning = {};                     ///< its inflation is that of squared errors
    std::size_t count = 0;                    ///< measurements

    /// Bins.
    std::size_t bins() const { return without.size(); }
};

/// The message for an ensemble that is too small for errors: "errors need at least 4 bins, here of 2 configurations: 8
/// configurations; there are 5".
std::string errorsNeedMore(std::size_t configurations, const Binning& binning);

/// A function of means with several values.
using FunctionsOfMeans = std::function<std::vector<double>(std::span<const double>)>;

/// f of the means, and of the means without each bin.  Fewer than 4 bins give no replicas.  Throws as jackknife does.
Replicas replicate(const ObservableSeries& series, const FunctionsOfMeans& f, const Binning& binning);

/// Derived quantities: f applied to the centre and to every replica.
Replicas transformed(const Replicas& from, const FunctionsOfMeans& f);

/// One of the numbers with its jackknife error; tau_int is not determined.  Without replicas the error is NaN.
Estimate estimateOf(const Replicas& replicas, std::size_t number);

/// The covariance matrix of the numbers: the formula above with a product of two deviations instead of the square.
Matrix covarianceOf(const Replicas& replicas);

} // namespace gaugegl::analysis

// Binned jackknife: the error of a function of means of several observables, such as a ratio or a variance.
//
//   theta = f(<a>, <b>, ...),  theta_(j) = the same with bin j of m_j of the N measurements left out,  h_j = N / m_j,
//   error^2 = (1/g) sum_j (h_j theta - (h_j - 1) theta_(j) - theta_J)^2 / (h_j - 1),
//
// where theta_J is the mean of the pseudo-values over the g bins: the delete-m_j jackknife for bins that need not be of
// one size, F. Busing, E. Meijer, R. van der Leeden, Statistics and Computing 9 (1999) 3.
#pragma once

#include "gaugegl/analysis/estimate.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace gaugegl::analysis {

/// The observables of one ensemble: series of equal length, measured on the same configurations.
using ObservableSeries = std::vector<std::span<const double>>;

/// A function of the means of the observables, in the order of the series.
using FunctionOfMeans = std::function<double(std::span<const double>)>;

/// Bins of (tau^2 N)^(1/3) measurements with the largest tau_int of the series: the size that balances what remains of
/// the autocorrelation between bins and the scatter of the error among few bins.  1 where tau_int is unknown.
std::size_t jackknifeBinSize(const ObservableSeries& series);

/// f of the means with its error.  The bins have `binSize` measurements or one more, so that none is left out.
/// tau_int is half the ratio of the squared errors with these bins and with bins of one.  Fewer than 4 bins leave error
/// and tau_int NaN.  Throws InputError if the series differ in length or there is none.
Estimate jackknife(const ObservableSeries& series, const FunctionOfMeans& f, std::size_t binSize);

/// The same with `jackknifeBinSize`.
Estimate jackknife(const ObservableSeries& series, const FunctionOfMeans& f);

} // namespace gaugegl::analysis

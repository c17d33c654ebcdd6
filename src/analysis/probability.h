// Upper tails of the distributions of chi^2: how likely a worse fit is; what an estimated covariance does to errors.
#pragma once

#include <cstddef>

namespace gaugegl::analysis {

/// P(X > chiSquared) for a sum of squares of `degrees` unit normal numbers: Q(degrees/2, chiSquared/2), the regularised
/// incomplete gamma function (DLMF 8.2, by its series or continued fraction 8.9.2).  1 for no degrees of freedom.
double chiSquaredTail(double chiSquared, double degrees);

/// P(X > f) of Fisher's distribution with (numerator, denominator) degrees of freedom, by the regularised incomplete
/// beta function (DLMF 8.17, continued fraction 8.17.22).
double fisherTail(double f, int numerator, int denominator);

/// P(X > chiSquared) where the covariance was estimated from so many samples: fisherTail((n - q)/(q (n - 1)) chi^2) with q and n - q degrees
/// of freedom (Hotelling).  1 for no degrees of freedom.
double hotellingTail(double chiSquared, int degrees, std::size_t samples);

/// (n-1)(n-2)/((n-1-q)(n-2-q)), by which the covariance of the parameters is larger then (gaugegl/analysis/linear_fit.h).
double wideningOf(std::size_t samples, int degrees);

} // namespace gaugegl::analysis

// Upper tails of the distributions of chi^2: how likely a worse fit is.
#pragma once

namespace gaugegl::analysis {

/// P(X > chiSquared) for a sum of squares of `degrees` unit normal numbers: Q(degrees/2, chiSquared/2), the regularised
/// incomplete gamma function (DLMF 8.2, by its series or continued fraction 8.9.2).  1 for no degrees of freedom.
double chiSquaredTail(double chiSquared, int degrees);

/// P(X > f) of Fisher's distribution with (numerator, denominator) degrees of freedom, by the regularised incomplete
/// beta function (DLMF 8.17, continued fraction 8.17.22).
double fisherTail(double f, int numerator, int denominator);

} // namespace gaugegl::analysis

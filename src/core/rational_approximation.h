// Rational approximations of powers, for the square roots and fourth roots of determinants (RHMC: Clark, Kennedy,
// hep-lat/0309084).
#pragma once

#include <vector>

namespace gaugegl {

/// x^power = constant + sum_k residues[k] / (x + shifts[k]) for lower <= x <= upper, up to the relative error `error`.
/// The shifts are positive and increasing.
struct RationalApproximation {
    double power = 0;             ///< the exponent
    double lower = 0;             ///< of the range of x
    double upper = 0;             ///< of the range of x
    double constant = 0;          ///< the value at infinity
    std::vector<double> residues; ///< negative for a positive power, positive for a negative one
    std::vector<double> shifts;   ///< minus the poles
    double error = 0;             ///< the largest relative error, minimal for this degree

    /// The number of poles.
    int degree() const { return int(shifts.size()); }
    /// The value at x.
    double operator()(double x) const;
};

/// The minimax approximation with `degree` poles, which has the least maximum relative error, by the Remez exchange
/// algorithm with 200 decimal digits.  Throws InputError unless 0 < |power| < 1, 0 < lower < upper and
/// 1 <= degree <= 40, and Error if the algorithm does not converge.
RationalApproximation bestPower(double power, double lower, double upper, int degree);

/// The minimax approximation of least degree whose error is at most `tolerance`, which must be between 1e-15 and 0.1.
/// Throws InputError if 40 poles do not suffice.
RationalApproximation powerTo(double tolerance, double power, double lower, double upper);

} // namespace gaugegl

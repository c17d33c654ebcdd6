// Fluctuations of a loop or a charge, and the coupling at which they are largest.
#pragma once

#include "gaugegl/analysis/estimate.h"

#include <span>
#include <vector>

namespace gaugegl::analysis {

/// `volume (<x^2> - <x>^2)` with its jackknife error.  With x = |L| and the spatial volume it is the susceptibility of
/// the Polyakov loop.
Estimate susceptibility(std::span<const double> values, double volume);

/// 1 - <x^4> / (3 <x^2>^2) with its jackknife error: the cumulant of K. Binder, Z. Phys. B43 (1981) 119.  2/3 where all x^2 are equal; 0 of Gaussian
/// numbers, and 1/3 of the absolute values of complex ones.
Estimate binderCumulant(std::span<const double> values);

/// `<x^2> / volume` with its jackknife error, for an x whose mean is 0 by symmetry, such as the topological charge.
Estimate secondMoment(std::span<const double> values, double volume);

/// The free energy of a static quark in lattice units, a F_q = -ln <|L|> / N_t, from <|L|> and the extent in time
/// N_t = 1/(a T) (N. Cardoso and P. Bicudo, arXiv:1010.4834, equation 16).  It includes the self-energy, which diverges
/// as 1/a.  The error is propagated linearly.
Estimate freeEnergy(const Estimate& polyakovLoop, int timeExtent);

/// estimate^exponent of a positive estimate, with its error propagated linearly.
Estimate power(const Estimate& estimate, double exponent);

/// Susceptibilities at several couplings, from independent ensembles.
struct PeakData {
    std::vector<double> beta;    ///< rising
    std::vector<Estimate> value; ///< one for each
};

/// The maximum of ln chi(beta) = c0 + c1 (beta - b) + c2 (beta - b)^2, fitted to the points next to the largest chi.
///
/// The points of the fit are the contiguous ones above 0.6 times the largest chi, and the neighbours of the largest on
/// both sides, at least 4 in all.  While the probability of the fit is below `leastProbability`, the point farthest
/// from the largest that is not its neighbour is dropped, down to 4 points.
struct Peak {
    Estimate position;      ///< beta of the maximum
    Estimate height;        ///< chi there
    double chiSquared = 0;  ///< of the fit
    int degrees = 0;        ///< of freedom
    double probability = 0; ///< of a larger chi^2
    double first = 0;       ///< the smallest beta that was fitted
    double last = 0;        ///< the largest one
    double curvature = 0;   ///< c2, negative at a maximum
    bool good = false;      ///< the fit is acceptable, and the maximum lies between its first and its last beta
    std::string failure;    ///< why there is none; empty if there is one

    /// The fitted curve.
    double at(double beta) const;
};

/// The peak of the data.  Does not throw: if the data allow no fit, `failure` gives the reason.
Peak fitPeak(const PeakData& data);

} // namespace gaugegl::analysis

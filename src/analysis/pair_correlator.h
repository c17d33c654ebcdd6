// Correlators of Polyakov loops, C(R) = <L(x) L(x + R)^*> with L = (1/N) tr of the links in t, and the free energy of a static quark and
// antiquark that they give, a F(R) = -ln C(R) / L_t (L. D. McLerran, B. Svetitsky, Phys. Rev. D 24 (1981) 450).
#pragma once

#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/analysis/linear_fit.h"

#include <array>
#include <complex>
#include <optional>
#include <string>
#include <vector>

namespace gaugegl::analysis {

/// Points in space.
using Space = std::array<int, 3>;

/// A separation of two of them, which stands for all that reflections, and permutations of directions of equal extents, make of it.
struct Separation {
    Space steps = {};                  ///< not negative; in directions of equal extents falling
    double distance = 0;               ///< its length
    std::vector<std::size_t> all = {}; ///< the numbers of the points that it stands for, x + L_x (y + L_y z)

    /// "(2,1,0)".
    std::string name() const;
};

/// Those with a length from 1 to `largest`, by length; on the axes alone, or all.  Throws InputError for a length beyond half an extent,
/// where images of the pair are as near.
std::vector<Separation> separations(const Space& extents, int largest, bool onAxis);

/// Re C of each, the mean over all points, of one configuration: by fast Fourier transforms.  `loops` is L of each point, x the fastest.
std::vector<double> pairCorrelator(const Space& extents, std::vector<std::complex<double>> loops,
                                   const std::vector<Separation>& separations);

/// a F of each separation with jackknife errors, from C of each configuration, [configuration][separation]; not a number where C is not
/// positive within the bins.
Replicas freeEnergies(const std::vector<std::vector<double>>& correlators, int extentInTime);

/// V(R) = V_0 + sigma R - pi / (12 R): the string with the zero-point energy of its two transverse modes (M. Luescher, K. Symanzik,
/// P. Weisz, Nucl. Phys. B 173 (1980) 365), for L_t well above R.  On a periodic lattice C(R) is the sum of exp(-L_t V(R')) over the shortest
/// ways R' from one to the other around each direction, half a lattice apart twice that of one way.
struct StringFit {
    Estimate constant = {}, tension = {};                         ///< a V_0, a^2 sigma
    double probability = 0;                                       ///< of a larger chi^2
    std::vector<double> distances = {};                           ///< those that were fitted
    std::vector<double> energies = {};                            ///< a F of each, with all ways around
    bool good() const { return probability >= leastProbability; } ///< whether chi^2 is acceptable
};

/// The lattice of pairs.
struct PairLattice {
    Space extents = {}; ///< in space
    int time = 0;       ///< L_t
};

/// Fits F from a distance on, with its covariance; what the further ways around add follows the fit by iteration.  Nothing where there are
/// fewer than three separations, too few configurations, an F that is not known, or no end of the iteration.
std::optional<StringFit> fitString(const Replicas& energies, const std::vector<Separation>& separations, double from,
                                   const PairLattice& lattice);

} // namespace gaugegl::analysis

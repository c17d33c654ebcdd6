// Quark loops L(t) from noise: their means, with the noise apart from the gauge field, and the disconnected correlator
//   D(s) = (1/V) sum_t [ <L(t + s) L(t)> - <L>^2 ]
// whose products are those of two different noise vectors of a configuration: of one with itself the mean has the noise too.
#pragma once

#include "gaugegl/analysis/jackknife.h"

#include <limits>
#include <vector>

namespace gaugegl::analysis {

/// The real or the imaginary parts of L of one configuration, [noise vector][t].
using NoisyLoops = std::vector<std::vector<double>>;

/// What is known of the lattice and the noise.
struct LoopFacts {
    double volume = 1;  ///< V, sites
    bool exact = false; ///< the loops have no noise
};

/// The mean of (1/V) sum_t L(t), and where its error comes from.
struct LoopMean {
    Estimate mean; ///< with the whole error
    /// What the noise adds to the error, from the scatter of noise vectors on each configuration; not a number with one of them.
    double noiseError = std::numeric_limits<double>::quiet_NaN();
    /// What would be left with any number of noise vectors; not a number where the noise is as large as the error.
    double gaugeError = std::numeric_limits<double>::quiet_NaN();
};
/// Of all configurations, in their order, with as many noise vectors on each.
LoopMean loopMean(const std::vector<NoisyLoops>& loops, const LoopFacts& facts);

/// D(0) .. D(T / 2), which is D(T - s) too, with jackknife errors; as it is quadratic in <L> it has a bias of 1/N of N configurations.
/// Nothing with one noise vector, unless loops are exact.
std::vector<Estimate> disconnectedCorrelator(const std::vector<NoisyLoops>& loops, const LoopFacts& facts);

} // namespace gaugegl::analysis

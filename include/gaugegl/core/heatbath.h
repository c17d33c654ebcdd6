// Parameters of the heat bath, shared by the device and the reference; CONVENTIONS.md, "Random numbers", defines it.
#pragma once

#include "gaugegl/core/gauge_action.h"

namespace gaugegl {

/// The acceptance of Kennedy-Pendleton is high at large alpha, that of Creutz at small alpha (strong coupling).  Both
/// propose from the flat distribution where alpha is below 2^-8.
enum class HeatBathAlgorithm { KennedyPendleton, Creutz };

/// A coupling, an action, and parameters of its heat bath.
struct HeatBath {
    double beta = 0;                                                   ///< 2N/g^2, 0 to largestBeta
    HeatBathAlgorithm algorithm = HeatBathAlgorithm::KennedyPendleton; ///< of the proposals
    int trials = 16;         ///< at most this many proposals per subgroup (1..255); then the subgroup keeps its value
    GaugeAction action = {}; ///< without its beta
};

/// The largest allowed coupling: products of beta with staple sums and lattice sums stay within the range of single
/// precision.
constexpr double largestBeta = 1e30;

/// Whether beta lies between 0, where the links are independent, and largestBeta.
constexpr bool isCoupling(double beta) { return beta >= 0 && beta <= largestBeta; }

} // namespace gaugegl

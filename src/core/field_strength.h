// Field strengths from clovers of m x n loops, as sums of such with weights: gauge/observables/topology.h.
#pragma once

#include <array>

namespace gaugegl {

/// The clovers of m x n loops in a plane (mu, nu), m steps in mu, divided by m n.
struct CloverOfLoops {
    int m, n;
    double weight;
};

/// The plain clover.
inline constexpr std::array<CloverOfLoops, 1> plainClover = {{{1, 1, 1.0}}};
/// The improved field strength of five loops; both orientations of a loop have half of its weight.
inline constexpr std::array<CloverOfLoops, 7> improvedClover = {{{1, 1, 65.0 / 36},
                                                                 {2, 2, -11.0 / 45},
                                                                 {1, 2, -16.0 / 45},
                                                                 {2, 1, -16.0 / 45},
                                                                 {1, 3, 0.05},
                                                                 {3, 1, 0.05},
                                                                 {3, 3, 0.05}}};

} // namespace gaugegl

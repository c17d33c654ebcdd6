// Parameters of the heat bath, shared by the device and the reference; CONVENTIONS.md, "Random numbers", defines it.
#pragma once

namespace gaugegl {

/// The acceptance of Kennedy-Pendleton is high at large alpha, that of Creutz at small alpha (strong coupling).  Both
/// propose from the flat distribution where alpha is below 2^-8.
enum class HeatBathAlgorithm { KennedyPendleton, Creutz };

/// The action S = beta [c0 sum_P (1 - (1/N) Re tr P) + c1 sum_R (1 - (1/N) Re tr R)] and parameters of its heat bath.
struct HeatBath {
    double beta = 0;                                                   ///< 2N/g^2, 0 to largestBeta
    HeatBathAlgorithm algorithm = HeatBathAlgorithm::KennedyPendleton; ///< of the proposals
    int trials = 16; ///< at most this many proposals per subgroup (1..255); then the subgroup keeps its value
    double c1 = 0;   ///< of the 1x2 rectangles; 0: the Wilson action
};

/// The largest allowed coupling: products of beta with staple sums and lattice sums stay within the range of single
/// precision.
constexpr double largestBeta = 1e30;

/// Whether beta lies between 0, where the links are independent, and largestBeta.
constexpr bool isCoupling(double beta) { return beta >= 0 && beta <= largestBeta; }

/// c1 of the tree-level Symanzik (Weisz, Nucl. Phys. B212 (1983) 1), Iwasaki (UTHEP-118 (1983)) and DBW2 (QCD-TARO,
/// Nucl. Phys. B577 (2000) 263) actions.
constexpr double symanzikC1 = -1.0 / 12; ///< tree-level Symanzik
constexpr double iwasakiC1 = -0.331;     ///< Iwasaki
constexpr double dbw2C1 = -1.4088;       ///< DBW2

/// c0, the coefficient of the plaquettes.
constexpr double plaquetteCoefficient(double c1) { return 1 - 8 * c1; }

} // namespace gaugegl

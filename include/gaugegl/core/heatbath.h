// Parameters of the heat bath, shared by the device and the reference; CONVENTIONS.md, "Random numbers", defines it.
#pragma once

namespace gaugegl {

/// Kennedy-Pendleton accepts nearly always at large alpha, Creutz at small alpha (strong coupling).
enum class HeatBathAlgorithm { KennedyPendleton, Creutz };

struct HeatBath {
    double beta = 0;
    HeatBathAlgorithm algorithm = HeatBathAlgorithm::KennedyPendleton;
    int trials = 16; ///< at most this many proposals per subgroup (1..255); then the subgroup keeps its value
};

} // namespace gaugegl

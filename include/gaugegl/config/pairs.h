// [pairs] of run files: correlators of Polyakov loops.
#pragma once

#include "gaugegl/config/key_facts.h"

#include <optional>

namespace gaugegl {

/// [pairs]: correlators of Polyakov loops, the free energy of a static quark and antiquark at a distance.
struct PairsSection {
    int every = 0;            ///< sweeps between measurements, a multiple of that of [measure]; required
    std::optional<int> rMost; ///< key r_max, at most and by default half the smallest spatial extent
    bool onAxis = false;      ///< key on_axis
    std::optional<int>
        fitFrom; ///< key fit_from: the smallest distance of a fit of the string; not given: there is none

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        PairsSection& s = *run.pairs;
        key("every", s.every,
            {.help = "Sweeps between measurements, a multiple of that of [measure]", .required = true});
        key("r_max", s.rMost,
            {.help = "Largest distance; by default half the smallest spatial extent", .range = KeyRange::atLeast(1)});
        key("on_axis", s.onAxis, {.help = "Measure distances along the axes alone", .written = s.onAxis});
        key("fit_from", s.fitFrom,
            {.help = "Smallest distance of a fit of V0 + sigma R - pi/(12 R) to the free energy; by default none",
             .range = KeyRange::atLeast(1)});
    }
};

} // namespace gaugegl

// [smearing] of run files: plaquettes, energy and topological charge along stout smearing.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/division.h"

namespace gaugegl {

/// [smearing]: what is left of a configuration after more and more steps of stout smearing (Morningstar and Peardon, hep-lat/0311018).
struct SmearingSection {
    int every = 0;         ///< sweeps between measurements, a multiple of that of [measure]; required
    double rho = 0.1;      ///< weight of the staples, below 1/8, from which on the shortest waves grow
    int steps = 20;        ///< steps in all
    int record = 5;        ///< steps between measurements
    bool improved = false; ///< also the improved charge after the last step

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        SmearingSection& s = *run.smearing;
        constexpr double stable = 0.125;
        constexpr int mostSteps = 10000;
        key("every", s.every,
            {.help = "Sweeps between measurements, a multiple of that of [measure]", .required = true});
        key("rho", s.rho, {.help = "Weight of the staples in a step, below 1/8", .range = KeyRange::inside(0, stable)});
        key("steps", s.steps, {.help = "Steps of the smearing", .range = KeyRange::between(1, mostSteps)});
        key("record", s.record, {.help = "Steps between measurements", .range = KeyRange::between(1, mostSteps)});
        key("improved", s.improved, {.help = "Measure the five-loop improved charge after the last step, too"});
    }
    /// What ranks must share: the improved charge reads three sites away.
    GhostWidth ghosts() const { return improved ? GhostWidth{.z = 3, .t = 4} : GhostWidth(); }
};

} // namespace gaugegl

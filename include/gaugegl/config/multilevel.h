// [multilevel] of run files: correlators of Polyakov loops by the multilevel algorithm.
#pragma once

#include "gaugegl/config/key_facts.h"

#include <optional>
#include <vector>

namespace gaugegl {

struct RunConfig;

/// [multilevel]: correlators of two Polyakov loops on the axes from averages over slabs of time slices between fixed ones (Luescher and Weisz,
/// hep-lat/0108014).
struct MultilevelSection {
    int every = 0;                    ///< sweeps between measurements, a multiple of that of [measure]; required
    std::vector<int> thickness = {2}; ///< time slices of a slab of each level, the thinnest first
    std::vector<int> updates = {100}; ///< of the interiors of each level
    int overrelaxation = 1;           ///< sweeps of it in each update
    std::optional<int> rMost;         ///< key r_max, at most and by default half the smallest spatial extent
    std::optional<int> fitFrom;       ///< key fit_from: as that of [pairs]

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        constexpr int mostSweeps = 1000;
        MultilevelSection& s = *run.multilevel;
        key("every", s.every,
            {.help = "Sweeps between measurements, a multiple of that of [measure]", .required = true});
        key("thickness", s.thickness,
            {.help =
                 "Time slices of a slab, or of the slabs of each level, the thinnest first: divisors of the extent in "
                 "time, each a multiple of the one before"});
        key("updates", s.updates,
            {.help =
                 "Updates of the interiors of slabs, each followed by a measurement, in each level; those of thinner "
                 "slabs are made anew after each one of thicker ones; 0: the links are measured as they are"});
        key("overrelaxation", s.overrelaxation,
            {.help = "Overrelaxation sweeps after the heat bath of an update",
             .range = KeyRange::between(0, mostSweeps)});
        key("r_max", s.rMost,
            {.help = "Largest distance; by default half the smallest spatial extent", .range = KeyRange::atLeast(1)});
        key("fit_from", s.fitFrom,
            {.help = "Smallest distance of a fit of V0 + sigma R - pi/(12 R) to the free energy; by default none",
             .range = KeyRange::atLeast(1)});
    }
    /// Throws RunConfigError for what is out of range, and for an ensemble whose action is not that of plaquettes alone.
    static void check(const RunConfig& run);
};

} // namespace gaugegl

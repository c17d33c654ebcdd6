// [measure] of run files: what is measured while the ensemble is generated.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/gauge/observables/catalogue.h"

#include <vector>

namespace gaugegl {

struct RunConfig;

/// [measure].
struct MeasureSection {
    int every = 1; ///< sweeps between measurements, at least 1
    /// The observables to measure.
    std::vector<Observable> observables = {Observable::Plaquette, Observable::PolyakovLoop, Observable::Rectangle};

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        MeasureSection& s = run.measure;
        key("every", s.every, {.help = "Sweeps between measurements"});
        key("observables", s.observables,
            {.help = "What is measured beside the plaquettes, the action density and the link trace"});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

} // namespace gaugegl

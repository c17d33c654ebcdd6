// [scan] of run files: many runs.
#pragma once

#include "gaugegl/config/key_facts.h"

#include <vector>

namespace gaugegl {

struct RunConfig;

/// [scan]: one run for each pair of these.
struct ScanSection {
    std::vector<double> beta; ///< couplings, rising; required
    std::vector<int> nt;      ///< extents in time; empty: that of [lattice]

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        ScanSection& s = *run.scan;
        key("beta", s.beta, {.help = "Couplings, rising", .required = true});
        key("nt", s.nt, {.help = "Even extents in time; that of [lattice] if it is not given"});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

} // namespace gaugegl

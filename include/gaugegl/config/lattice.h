// [lattice] of run files: the lattice and the gauge group.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/group.h"

#include <array>

namespace gaugegl {

struct RunConfig;

/// [lattice].
struct LatticeSection {
    std::array<int, 4> extents = {0, 0, 0, 0}; ///< required; even, at least 2
    Group group = Group::SU3;                  ///< required in a run file

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        LatticeSection& s = run.lattice;
        key("extents", s.extents, {.help = "Lx, Ly, Lz and Lt, even", .required = true});
        key("group", s.group, {.help = "Gauge group", .required = true});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
};

} // namespace gaugegl

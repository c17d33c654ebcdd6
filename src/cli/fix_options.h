// What `gaugegl fix` is told.
#pragma once

#include "command.h"

#include "gaugegl/analysis/gluon_propagator.h"
#include "gaugegl/core/gauge_fixing.h"

namespace gaugegl::cli {

struct FixOptions {
    CommonOptions common;
    std::vector<std::string> files;
    std::string group, lattice;
    std::string gauge = "landau", method = "or", power = "exact", threadsPerSite = "auto", generator = "philox";
    GaugeFixing fixing;
    int copies = 1;
    bool randomStart = false;
    std::string output, tune, plot;
    bool propagator = false, abelian = false, vortices = false;
    analysis::MomentumCut cut;

    FixOptions()
    {
        common.precision = "mixed";
        common.path = "auto";
    }
    FixingPrecision precision() const;
    FixingGranularity granularity() const;
};

void addFixOptions(CLI::App& command, FixOptions& options);

/// Fills in `fixing`.  Throws InputError for options that do not go together.
void checkFixOptions(const CLI::App& command, FixOptions& options);

} // namespace gaugegl::cli

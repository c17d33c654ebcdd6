// Measures Wilson loops of configurations, with smeared and with unsmeared spatial links.
#pragma once

#include "gaugegl/config/run_config.h"
#include "gaugegl/gauge/observables/wilson_loops.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "report/potential_report.h"

namespace gaugegl {

/// What is measured.
struct LoopTask {
    WilsonLoopRequest request;
    ApeSmearing ape; ///< of the spatial links; no steps: unsmeared loops alone

    /// As the section says.
    LoopTask(const LoopsSection& section, const Lattice& lattice, double beta);
};

/// How the section wants the potential to be found.
report::PotentialTask potentialOf(const LoopsSection& section);

/// Measures fields of one lattice and group.
class LoopMeasurer {
public:
    LoopMeasurer(Device& device, const Lattice& lattice, Group group) : meter_(device, lattice, group) {}
    report::LoopTable measure(const GaugeField& u, const LoopTask& task);

private:
    WilsonLoopMeter meter_;
};

} // namespace gaugegl

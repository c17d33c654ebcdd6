// Wilson loops of one configuration, with smeared and with unsmeared spatial links.
#pragma once

#include "report.h"

#include "gaugegl/analysis/static_potential.h"
#include "gaugegl/gauge/observables/wilson_loops.h"
#include "gaugegl/gauge/smearing/smearing.h"
#include "gaugegl/run/run_config.h"

namespace gaugegl::cli {

/// What is measured.
struct LoopTask {
    WilsonLoopRequest request;
    ApeSmearing ape; ///< of the spatial links; no steps: unsmeared loops alone

    /// As the section says.
    LoopTask(const LoopsSection& section, const Lattice& lattice, double beta);
};

/// The loops of one configuration.
struct LoopTable {
    std::vector<std::array<int, 3>> r;
    int tMost = 0;
    std::vector<double> unsmeared, smeared; ///< [vector * tMost + T - 1]; no smeared ones without smearing
};

/// Measures fields of one lattice and group.
class LoopMeasurer {
public:
    LoopMeasurer(Device& device, const Lattice& lattice, Group group) : meter_(device, lattice, group) {}
    LoopTable measure(const GaugeField& u, const LoopTask& task);

private:
    WilsonLoopMeter meter_;
};

Json toJson(const LoopTable& table);
/// The opposite.  Throws nlohmann::json::exception when it is something else.
LoopTable loopTableOf(const Json& json);

/// The loops of all configurations; they have the same vectors.
struct LoopEnsemble {
    analysis::LoopSeries unsmeared, smeared; ///< smeared without values where nothing was smeared

    void add(const LoopTable& table);
    /// Those that a potential is found from: the smeared ones if there are any.
    const analysis::LoopSeries& main() const { return smeared.values.empty() ? unsmeared : smeared; }
};

} // namespace gaugegl::cli

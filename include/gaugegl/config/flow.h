// [flow] of run files: the gradient flow of configurations.  M. Luescher, arXiv:1006.4518.
#pragma once

#include "gaugegl/config/action.h"
#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/division.h"

#include <optional>

namespace gaugegl {

struct RunConfig;

/// [flow]: the gradient flow of configurations.
struct FlowSection {
    int every = 0;                   ///< sweeps between measurements, a multiple of that of [measure]; required
    double time = 0;                 ///< final flow time in lattice units squared; required
    double record = 0.1;             ///< flow time between measurements, at most a third of time
    std::optional<double> step;      ///< of the integration, the first one if adaptive; not given: defaultFlowStep
    std::optional<double> tolerance; ///< adaptive steps: the largest distance of a step
    ActionType action = ActionType::Wilson; ///< of the flow, not Custom
    bool improved = false;                  ///< also the improved charge
    std::optional<double> reference;        ///< t^2 E at t0 and its slope at w0^2; not given: flowReference

    /// Its keys.
    static void list(auto& key, auto& run)
    {
        FlowSection& s = *run.flow;
        key("every", s.every,
            {.help = "Sweeps between measurements, a multiple of that of [measure]", .required = true});
        key("time", s.time,
            {.help = "Last flow time, in lattice units squared", .range = KeyRange::above(0), .required = true});
        key("record", s.record,
            {.help = "Flow time between measurements, at most a third of time", .range = KeyRange::above(0)});
        key("step", s.step,
            {.help = "Step of the integration, with a tolerance the first one; by default 0.02, or a quarter of the "
                     "longest stable step if that is shorter",
             .range = KeyRange::above(0)});
        key("tolerance", s.tolerance,
            {.help = "Error to which steps are adapted; by default all steps are equal", .range = KeyRange::above(0)});
        key("action", s.action, {.help = "Gauge action of the flow; custom is refused here"});
        key("improved", s.improved, {.help = "Measure the five-loop improved charge, too"});
        key("reference", s.reference,
            {.help = "Value of t^2 E at t0, and of its logarithmic slope at w0^2; by default that of the group",
             .range = KeyRange::above(0)});
    }
    /// Throws RunConfigError for what is out of range.
    static void check(const RunConfig& run);
    /// What ranks must share: the improved charge reads three sites away, rectangles two.
    GhostWidth ghosts() const;
};

} // namespace gaugegl

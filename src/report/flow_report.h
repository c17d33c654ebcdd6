// What the flow of an ensemble says: scales, charges and their susceptibility, as JSON, table and figures.
#pragma once

#include "gaugegl/analysis/flow_scales.h"
#include "gaugegl/core/lattice.h"
#include "report/flow_table.h"
#include "report/plot.h"

namespace gaugegl::report {

/// Averages over configurations.
struct FlowReport {
    std::vector<double> times;
    analysis::FlowScales clover;    ///< from the clover energy: the scales that are quoted
    analysis::FlowScales plaquette; ///< from the plaquette, to compare with
    std::vector<double>
        charges;               ///< of each configuration where the flow ends: improved if measured, else by the clover
    bool improved = false;     ///< which
    analysis::Estimate charge; ///< its mean, by the Gamma method
    analysis::Estimate susceptibility; ///< <Q^2> / V, of lattice units
};

/// `reference`: t^2 E at t0; not given: flowReference of the group.
FlowReport reportFlow(const std::vector<FlowTable>& tables, std::optional<double> reference, const Lattice& lattice,
                      Group group);

Json toJson(const FlowReport& report);
std::string flowTable(const FlowReport& report);
/// NAME-energy; of several configurations also NAME-charge (the history) and NAME-charges (the histogram).  The labels of `figure` do not matter.
std::vector<std::string> plotFlow(const Figure& figure, const FlowReport& report);

} // namespace gaugegl::report

// What `gaugegl measure --observable` adds to the observables that are always measured: Wilson loops, and energy and
// topological charge, also along the gradient flow.
#pragma once

#include "report.h"

#include "gauge/observables/link_meter.h"
#include "gaugegl/gauge/flow/flow.h"
#include "gaugegl/gauge/smearing/smearing.h"

namespace gaugegl::cli {

/// What is asked for.
struct ExtraObservables {
    bool wilsonLoops = false;
    bool charge = false;
    bool energy = false;
    WilsonLoopRequest loops;
    std::optional<ApeSmearing> ape; ///< of the spatial sides
    FlowParameters flow;
    std::vector<double> flowTimes = {0}; ///< at which energy and charge are measured, rising
    bool flows = false;                  ///< whether they were given

    bool any() const { return wilsonLoops || charge || energy; }
};

/// Energy per site and charges at a flow time.
struct FlowPoint {
    double t = 0, energyPlaquette = 0;
    TopologyObservables topology;
};

/// What was found.
struct ExtraResults {
    std::vector<WilsonLoop> loops;
    std::vector<FlowPoint> points;
};

/// "T:STEP": 0, STEP, 2 STEP, .. up to T.  Throws InputError for another form, or numbers that are not positive.
std::vector<double> parseFlowTimes(const std::string& text);

/// Measures fields of one lattice and group.
class ExtraMeters {
public:
    /// Nothing where an interrupt ended it.
    std::optional<ExtraResults> measure(const AnyLinks& links, const ExtraObservables& wanted);

private:
    template<class Links>
    std::optional<ExtraResults> measureOn(const Links& u, const ExtraObservables& wanted);
    template<class Links>
    std::optional<std::vector<FlowPoint>> flowPoints(const Links& u, const ExtraObservables& wanted);
    template<class Links>
    FlowPoint pointOf(const Links& u, double t);

    LinkMeter meter_;
};

/// Adds the keys wilson_loops, topological_charge, energy_clover, flow, ..
void addJson(Json& json, const ExtraResults& results, const ExtraObservables& wanted);
/// For people.
void print(const ExtraResults& results, const ExtraObservables& wanted, Precision precision);

/// Digits behind the point that means over a lattice have: in single precision rounding of the links is 1e-7.
constexpr int decimalsOf(Precision precision) { return precision == Precision::Single ? 7 : 12; }

} // namespace gaugegl::cli

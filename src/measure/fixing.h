// Links in a fixed gauge: which of several copies is kept, the gluon propagator, its table, JSON and figures.
#pragma once

#include "gaugegl/analysis/gluon_propagator.h"
#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/gauge_fixing.h"
#include "gaugegl/core/projection.h"
#include "gaugegl/host/gauge_field.h"
#include "measure/record.h"
#include "report/plot.h"

namespace gaugegl::measure {

/// Whether a copy is kept rather than another one: converged before not converged, then by the functional.
bool isBetter(const FixingResult& a, const FixingResult& b);

/// The propagator of links, those of this rank's part, which the first rank computes for all; collective.
analysis::GluonSpectrum sharedGluonSpectrum(const HostGaugeField& links, const SharedLattice& shared,
                                            const std::vector<analysis::MomentumClass>& classes);

/// {"monopole_density", .., "plaquette", ..}.
Json toJson(const AbelianObservables& o);
/// {"vortex_density", .., "plaquette"}.
Json toJson(const CentreObservables& o);

/// A propagator of several configurations: a table, [{"p2", "momenta", "value"}], and the figures NAME-propagator and NAME-dressing.
std::string propagatorTable(const std::vector<analysis::GluonPoint>& propagator);
/// As a list.
Json toJson(const std::vector<analysis::GluonPoint>& propagator);
/// Returns the names of the files.
std::vector<std::string> plotPropagator(const Figure& figure, const std::vector<analysis::GluonPoint>& propagator);

} // namespace gaugegl::measure

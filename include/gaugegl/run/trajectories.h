// Chains of gauge fields by hybrid Monte Carlo: trajectories for run/ensemble.h.
#pragma once

#include "gaugegl/hmc/hybrid_monte_carlo.h"
#include "gaugegl/run/dynamics.h"

namespace gaugegl {

/// The trajectories of a run with [hmc]: those of its parameters and of the generator, the first ones not put to the
/// test if it says so.  Device, links and generator must outlive them.  A DynamicsMaker.
std::unique_ptr<Dynamics> makeTrajectories(Device& device, GaugeField& links, Generator& generator,
                                           const RunConfig& run);

} // namespace gaugegl

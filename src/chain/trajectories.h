// Chains of gauge fields by hybrid Monte Carlo: trajectories for chain/ensemble.h.
#pragma once

#include "gaugegl/chain/dynamics.h"
#include "gaugegl/hmc/hybrid_monte_carlo.h"

namespace gaugegl {

/// The DynamicsMaker of hybrid Monte Carlo for a run with [hmc].  The first accept_first trajectories skip the
/// Metropolis test.  Links and generator must outlive the result.
std::unique_ptr<Dynamics> makeTrajectories(ChangingLinks links, Generator& generator, const RunConfig& run);

} // namespace gaugegl

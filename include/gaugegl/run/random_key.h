// From the seed of a run to the key of its Philox numbers; CONVENTIONS.md, "Seeds and keys".
#pragma once

#include "gaugegl/run/run_config.h"

#include <cstdint>

namespace gaugegl {

/// 1: the key is the seed, so that runs of one seed have the same numbers whatever they simulate; hot starts are drawn
/// from Philox whatever the generator.
/// 2: the seed mixed with what defines the ensemble, and all numbers come from the generator of the run.
constexpr int newestKeyVersion = 2;

/// That of the run; the newest where it names none.
int keyVersionOf(const RunConfig::UpdateSection& update);

/// The key of all random numbers of a run.  In version 2 it depends on the seed and on what defines the ensemble:
/// group, extents, beta, c1, quarks with their masses, flavours and boundary phases.  Another seed has another key; the
/// number of sweeps, the algorithm, the generator, precision and device do not matter.
std::uint64_t randomKey(const RunConfig& run);

} // namespace gaugegl

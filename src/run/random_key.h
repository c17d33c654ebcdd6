// From the seed of a run to the key of its Philox numbers; CONVENTIONS.md, "Seeds and keys".
#pragma once

#include "gaugegl/run/run_config.h"

#include <cstdint>

namespace gaugegl {

/// The newest version of the random key.
/// 1: the key is the seed, so that all runs with one seed have the same numbers; hot starts are always from Philox.
/// 2: the key is a hash of the seed and the parameters of the ensemble; all numbers are from the generator of the run.
constexpr int newestKeyVersion = 2;

/// The key version of the run; the newest if it states none.
int keyVersionOf(const RunConfig::UpdateSection& update);

/// The key of all random numbers of a run.  In version 2 it depends on the seed and on the parameters of the ensemble:
/// group, extents, beta, c1, quarks with their masses, flavours and boundary phases.  Different seeds have different
/// keys.  The number of sweeps, the algorithm, the generator, precision and device do not enter.
std::uint64_t randomKey(const RunConfig& run);

} // namespace gaugegl

// From the seed of a run to the key of its Philox numbers; CONVENTIONS.md, "Seeds and keys".
#pragma once

#include "gaugegl/config/run_config.h"
#include "gaugegl/core/random_streams.h"

#include <cstdint>

namespace gaugegl {

/// Where the random numbers of a chain begin.
struct StreamStart {
    std::uint64_t key = 0;   ///< of all its random numbers
    std::uint32_t first = 0; ///< sweep, or trajectory, whose numbers its first one has
};

/// The start of a chain whose links have this past.  Throws InputError where the numbers of the key do not suffice for the run.
StreamStart streamStart(const RunConfig& run, const RandomPast& past);

/// The key of all random numbers of a run that does not start from a file.  From version 2 on it depends on the seed and on the parameters of the ensemble:
/// group, extents, beta, c1, quarks with their masses, flavours and boundary phases.  Different seeds have different
/// keys.  The number of sweeps, the algorithm, the generator, precision and device do not enter.
std::uint64_t randomKey(const RunConfig& run);

} // namespace gaugegl

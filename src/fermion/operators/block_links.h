// Links of blocks that do not know of each other, for preconditioners.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/core/blocks.h"
#include "gaugegl/host/gauge_field.h"

namespace gaugegl {

/// The links of this rank's part with those between two blocks set to 0.  Blocks are those of the whole lattice, whatever
/// the ranks; where one has the whole extent of a direction, it is periodic there.  Throws InputError as validate().
HostGaugeField linksWithinBlocks(HostGaugeField links, const SharedLattice& shared, const Blocks& blocks);

/// Whether every block lies within one rank; collective.
bool eachWithinARank(const Blocks& blocks, const SharedLattice& shared);

} // namespace gaugegl

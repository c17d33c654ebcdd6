// The parts of a file that ranks read and write.
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/io/file_part.h"

namespace gaugegl {

/// The part of this rank; all of a lattice that is not divided.
io::FilePart filePartOf(const SharedLattice& shared);

} // namespace gaugegl

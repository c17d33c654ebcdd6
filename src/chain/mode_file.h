// Low modes on disk, in a fermion file (io/fermion_file.h) whose text says of what matrix, on which configuration: JSON
//   {"modes": 1, "operator": "wilson", "kappa": .., "boundary": "..", .., "links": "suma .., sumb ..", "norm": ..}
// and with each vector {"eigenvalue": .., "residual": .., "chirality": ..}, of overlap quarks also "imaginary".  Numbers come back bit for bit.
#pragma once

#include "gaugegl/fermion/eigen/low_modes.h"

#include <string>

namespace gaugegl {

/// Writes the modes of links, both of this rank's part; collective.  The file gets its name only when it is complete.  Throws
/// FileError.
void writeModes(const std::string& path, const LowModes& modes, const HostGaugeField& links,
                const SharedLattice& shared);

/// Reads the modes of these links, of this rank's part; collective.  Throws FileError that says what is wrong: no modes are in the
/// file, it is damaged, or they are those of another lattice, group or configuration.
LowModes readModes(const std::string& path, const HostGaugeField& links, const SharedLattice& shared);

/// Throws FileError unless the modes of the file are those of the operator that a solver inverts, whatever the staggered mass.
void requireModesFor(const std::string& path, const LowModes& modes, const DiracParameters& dirac);

} // namespace gaugegl

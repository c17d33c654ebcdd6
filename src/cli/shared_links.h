// Configurations whose lattice the ranks of the program share, on the host.
#pragma once

#include "command.h"

#include "gaugegl/chain/configuration.h"

namespace gaugegl::cli {

/// The links of a file.
struct SharedLinks {
    io::GaugeFileHeader header; ///< of the file
    HostGaugeField links;       ///< of this rank's part
    SharedLattice shared;       ///< the whole lattice, and who has the others
};

/// Reads them with all checks; collective.  Throws as readConfiguration(), and InputError for a division that does not fit.
SharedLinks readSharedLinks(const std::string& path, const io::GaugeFileHints& hints, const CommonOptions& options);

} // namespace gaugegl::cli

// Gauge configurations between files and host fields, with the checks that need the physics.
#pragma once

#include "gaugegl/fields/transfer.h"
#include "gaugegl/io/gauge_file.h"

namespace gaugegl {

struct Configuration {
    io::GaugeFileHeader header;
    HostGaugeField links;
};

/// Largest difference allowed between a plaquette or link trace in a file's header and what its links give: headers
/// are written with about ten digits, often from single precision.
constexpr double headerTolerance = 1e-6;

/// Reads a file of either format with all its checksums, and recomputes plaquette and link trace where its header has
/// them.  Throws FileError naming file, place, and both values.
Configuration readConfiguration(const std::string& path, const io::GaugeFileHints& hints = {});

/// Writes links to a file; plaquette and link trace of its header are computed here, in double precision.
void writeConfiguration(const std::string& path, const HostGaugeField& links, io::GaugeWriteOptions options);

/// The plaquette of a file, computed on the CPU from its links: cards without error correction make this worth it.
double plaquetteOfFile(const std::string& path);

} // namespace gaugegl

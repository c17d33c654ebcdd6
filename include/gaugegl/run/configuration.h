// Gauge configurations between files and fields, with the checks that need the physics.
#pragma once

#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/io/gauge_file.h"

namespace gaugegl {

/// A file on the host.
struct Configuration {
    io::GaugeFileHeader header; ///< what the file says about itself
    HostGaugeField links;       ///< in double precision
};

/// Largest difference allowed between a plaquette or link trace in a file's header and what its links give: headers
/// are written with about ten digits, often from single precision.
constexpr double headerTolerance = 1e-6;

/// Reads a file of either format with all its checksums, and recomputes plaquette and link trace where its header has
/// them.  Throws FileError naming file, place, and both values.
Configuration readConfiguration(const std::string& path, const io::GaugeFileHints& hints = {});

/// A field on the device that takes the links of a file, and the meter of its lattice and group.
struct ConfigurationTarget {
    GaugeField& field;      ///< takes the links
    ObservableMeter& meter; ///< measures plaquette and link trace
};

/// Gives the target for a file with that header, once the first of its links were found to be good.
using TargetOf = std::function<ConfigurationTarget(const io::GaugeFileHeader& header)>;

/// Reads a file into a field on the device, some rows of texels at a time: the host holds some MiB, never the lattice.
/// Plaquette and link trace are measured on the device.  Throws as readConfiguration(path) does, and InputError when
/// the target is of another group or lattice; the target's links are then a mixture of the old ones and of the file's.
io::GaugeFileHeader readConfiguration(const std::string& path, const io::GaugeFileHints& hints,
                                      const TargetOf& targetOf);

/// The same with the group and the lattice of the target as hints.
io::GaugeFileHeader readConfiguration(const std::string& path, const ConfigurationTarget& target);

/// Writes links to a file, bit by bit where its numbers have as many; plaquette and link trace of its header are
/// computed here, in double precision.
void writeConfiguration(const std::string& path, const HostGaugeField& links, io::GaugeWriteOptions options);

/// Writes links that were computed: projected on the group in double precision before, as they carry the rounding of
/// single precision.  Throws InputError for links that are farther from it than io::unitarityTolerance.
void writeProjected(const std::string& path, HostGaugeField links, const io::GaugeWriteOptions& options);

/// The plaquette of a file, computed on the CPU from its links: cards without error correction make this worth it.
double plaquetteOfFile(const std::string& path);

} // namespace gaugegl

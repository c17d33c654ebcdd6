// Gauge configurations between files and fields, with physical checks (plaquette, link trace, unitarity).
#pragma once

#include "gaugegl/comm/shared_lattice.h"
#include "gaugegl/fields/transfer.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/io/gauge_file.h"

namespace gaugegl {

/// A configuration on the host.
struct Configuration {
    io::GaugeFileHeader header; ///< the header of the file
    HostGaugeField links;       ///< in double precision
};

/// The largest difference allowed between a plaquette or link trace in a header and that of the links, or the unit of its last digit where
/// that is larger: headers are written with about ten digits, often from single precision, some with four.
constexpr double headerTolerance = 1e-6;

/// Reads a file of either format and verifies its checksums, and the plaquette and link trace if its header has them.
/// Throws FileError, which names the file, the position, and both values.
Configuration readConfiguration(const std::string& path, const io::GaugeFileHints& hints = {});

/// How ranks share the lattice of a file with that header; called before its links are read.
using SharedOf = std::function<SharedLattice(const io::GaugeFileHeader& header)>;

/// Reads the links of this rank's part of the lattice, and of the file only these; they are those of the configuration.  Checksums,
/// plaquette and link trace are those of all ranks; collective.  Throws as readConfiguration(path), on all ranks what is wrong in the
/// part of one.
Configuration readConfiguration(const std::string& path, const io::GaugeFileHints& hints, const SharedOf& sharedOf);

/// Throws InputError unless the links of a file with that header are of the group and the whole lattice of a field.
void requireFits(const io::GaugeFileHeader& header, Group group, const Lattice& lattice);

/// A field on the device that receives the links of a file, and a meter for its lattice and group.
struct ConfigurationTarget {
    GaugeField& field;      ///< receives the links
    ObservableMeter& meter; ///< measures plaquette and link trace
};

/// Returns the target for a file with that header; called after its first links have been checked.
using TargetOf = std::function<ConfigurationTarget(const io::GaugeFileHeader& header)>;

/// Reads a file into a field on the device, in bands of rows of texels, so that the host buffers a few MiB and never
/// the whole lattice.  Plaquette and link trace are measured on the device.  Throws as readConfiguration(path), and
/// InputError if the target is of another group or lattice; its links are then a mixture of old and new ones.
io::GaugeFileHeader readConfiguration(const std::string& path, const io::GaugeFileHints& hints,
                                      const TargetOf& targetOf);

/// Reads a file into a field on the device, with the group and the lattice of the target as hints, and the layout of a file that is in no
/// format.
io::GaugeFileHeader readConfiguration(const std::string& path, const ConfigurationTarget& target,
                                      const std::optional<io::RawLayout>& raw = {});

/// Writes links to a file, unchanged with 64 bits; plaquette and link trace of its header are computed here in double
/// precision.
void writeConfiguration(const FilePlace& path, const HostGaugeField& links, io::GaugeWriteOptions options);

/// Writes computed links, which may carry rounding errors of single precision: projects them on the group in double
/// precision first.  Throws InputError for links farther from the group than io::unitarityTolerance.
/// Ranks that share the lattice call it collectively, each with its part, which it writes into the file itself; they must see the same
/// folder.  Throws on all ranks what throws on one, and then leaves no file.
void writeProjected(const FilePlace& path, HostGaugeField part, io::GaugeWriteOptions options,
                    const SharedLattice& shared);
/// Writes links that are not shared by ranks, projected on the group first.  Throws as for shared ones.
void writeProjected(const FilePlace& path, const HostGaugeField& links, const io::GaugeWriteOptions& options);
/// Writes the links of a field on the device, projected on the group first; collective.  Throws as for links of the host.
void writeProjected(const FilePlace& path, const GaugeField& u, const io::GaugeWriteOptions& options);

/// The plaquette of a file, computed on the CPU from its links: a check on memory errors of cards without ECC.
double plaquetteOfFile(const std::string& path);
/// The plaquette of a file by ranks that share the lattice, each for its part; collective.
double plaquetteOfFile(const std::string& path, const SharedLattice& shared);

} // namespace gaugegl

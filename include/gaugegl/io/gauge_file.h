// Gauge configurations on disk, ILDG and NERSC, streamed site by site.
//
// ILDG: R. Edwards et al., "ILDG Binary File Format" (rev. 1.1): LIME records, among them ildg-format (XML) and
//   ildg-binary-data: big endian, t slowest and x fastest, at a site mu = x, y, z, t, each link N x N, row by row.
//   The record scidac-checksum (QIO) holds two sums over the CRC-32 of the sites; see io/checksums.h.
// NERSC: the "Gauge Connection" archive format: a text header BEGIN_HEADER ... END_HEADER, then the links in the same
//   order with all or, for 4D_SU3_GAUGE, two rows of each; CHECKSUM is the sum of the 32-bit words of the data.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/io/checksums.h"

#include <complex>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace gaugegl::io {

/// The formats that are read and written.
enum class GaugeFileFormat { Ildg, Nersc };

/// "ILDG" or "NERSC".
std::string name(GaugeFileFormat format);

/// The format that a file name asks for: .ildg and .lime are ILDG, .nersc is NERSC.  Throws InputError for others.
GaugeFileFormat gaugeFileFormat(const std::string& path);

/// The gauge action that made a configuration, as far as its file says it.
struct StatedAction {
    std::optional<double> beta; ///< 2N/g^2
    std::optional<double> c1;   ///< coefficient of the rectangles; 0 is the Wilson action
};

/// What a file says about itself.
struct GaugeFileHeader {
    std::string format;            ///< "ILDG" or "NERSC"
    Group group = Group::SU3;      ///< SU(2) or SU(3)
    Lattice lattice{{2, 2, 2, 2}}; ///< extents
    int bits = 64;                 ///< of a real number: 32 or 64
    bool bigEndian = true;         ///< always in ILDG
    int rows = 3;                  ///< of each link that are in the file

    std::optional<double> plaquette; ///< as a NERSC header says; the caller compares
    std::optional<double> linkTrace; ///< likewise

    StatedAction action; ///< of NERSC by BETA, C1 or ENSEMBLE_LABEL, of ILDG by the record xlf-info

    std::optional<ScidacChecksum> scidacChecksum; ///< of ILDG, where the file has one; read() verifies it
    std::optional<std::uint32_t> nerscChecksum;   ///< of NERSC; read() verifies it

    std::string logicalFileName;                ///< of ILDG, record ildg-data-lfn; empty when missing
    std::map<std::string, std::string> entries; ///< of NERSC: all keys of the header (ENSEMBLE_LABEL, CREATOR, ...)
};

/// What the user knows about a file: needed where an ILDG file has no ildg-format record, checked otherwise.
struct GaugeFileHints {
    std::optional<Group> group;     ///< SU(2) or SU(3)
    std::optional<Lattice> lattice; ///< extents
};

/// Takes the links of one site, links[(mu*N + row)*N + column]; they are valid during the call only.
using SiteSink = std::function<void(std::int64_t site, std::span<const std::complex<double>> links)>;

/// Fills in the links of one site in the same layout.
using SiteSource = std::function<void(std::int64_t site, std::span<std::complex<double>> links)>;

class InputFile;

/// An open file: its header is read and checked, its links are not.
class GaugeFileReader {
public:
    virtual ~GaugeFileReader() = default;
    GaugeFileReader(const GaugeFileReader&) = delete;
    GaugeFileReader& operator=(const GaugeFileReader&) = delete;

    /// What the file says about itself.
    const GaugeFileHeader& header() const { return header_; }

    /// Hands every site to `sink`, in the order of their numbers, all N rows of each link.  Throws FileError for a
    /// link that is not finite or not in the group (io/link_codec.h states the tolerance) and, at the end, for a wrong
    /// checksum; so what the sink received counts only when read() has returned.
    virtual void read(const SiteSink& sink) = 0;

protected:
    GaugeFileReader() = default;

    GaugeFileHeader header_; ///< filled in by the formats
};

/// Opens a file of either format, told apart by content, and checks everything but the links: structure, sizes, header.
/// Throws FileError, which names the byte, and the record or key; also when the hints contradict the file, or when an
/// ILDG file does not say what it holds and a hint is missing.
std::unique_ptr<GaugeFileReader> openGaugeFile(const std::string& path, const GaugeFileHints& hints = {});

/// The same of a file that is open, or in memory (io/input_file.h).
std::unique_ptr<GaugeFileReader> openGaugeFile(InputFile file, const GaugeFileHints& hints = {});

/// Whether there is a file that begins as those of either format do, with whatever behind it.
bool beginsAsGaugeFile(const std::string& path);

/// How a file is written.
struct GaugeWriteOptions {
    GaugeFileFormat format = GaugeFileFormat::Ildg; ///< of the file
    int bits = 64;                                  ///< 32 rounds to single precision
    bool bigEndian = true;                          ///< NERSC only; ILDG is always big endian
    bool thirdRow = false; ///< NERSC and SU(3): 4D_SU3_GAUGE_3x3 instead of the two rows of 4D_SU3_GAUGE

    std::optional<double> plaquette = {};  ///< required by NERSC, whose readers check both
    std::optional<double> linkTrace = {};  ///< mean of (1/N) Re tr U
    std::string ensembleId = "gaugegl";    ///< this and the next two: NERSC only
    std::string ensembleLabel = "gaugegl"; ///< free text of one line
    std::int64_t sequenceNumber = 0;       ///< number in the ensemble
    std::string logicalFileName = {};      ///< ILDG only: record ildg-data-lfn, left out when empty
    StatedAction action = {};              ///< written where the header of a file is read from, where it is known
};

/// Writes the links that `source` gives, asked for once per site in order.  The file gets its name only when it is
/// complete (base/output_file.h).  Throws FileError, also for a link that is not finite or not in the group, and
/// InputError for options that contradict each other or the format.
void writeGaugeFile(const std::string& path, Group group, const Lattice& lattice, const GaugeWriteOptions& options,
                    const SiteSource& source);

} // namespace gaugegl::io

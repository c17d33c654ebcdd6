// Gauge configurations on disk, streamed site by site.  The formats are those of io/formats.h, each described in its source; the two
// oldest:
//
// ILDG: R. Edwards et al., "ILDG Binary File Format" (rev. 1.1): LIME records, among them ildg-format (XML) and
//   ildg-binary-data: big endian, t slowest and x fastest, at a site mu = x, y, z, t, each link N x N, row by row.
//   The record scidac-checksum (QIO) holds two sums over the CRC-32 of the sites; see io/checksums.h.
// NERSC: the "Gauge Connection" archive format: a text header BEGIN_HEADER ... END_HEADER, then the links in the same
//   order with all or, for 4D_SU3_GAUGE, two rows of each; CHECKSUM is the sum of the 32-bit words of the data.
#pragma once

#include "gaugegl/base/file_place.h"
#include "gaugegl/base/warnings.h"
#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/core/random_streams.h"
#include "gaugegl/io/file_part.h"
#include "gaugegl/io/raw_layout.h"

#include <complex>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace gaugegl::io {

/// The gauge action with which a configuration was generated, as far as its file states it.
struct StatedAction {
    std::optional<double> beta; ///< 2N/g^2
    std::optional<double> c1;   ///< coefficient of the rectangles; 0 is the Wilson action
};

/// A number as a header has it.
struct StatedNumber {
    double value = 0;      ///< the number
    double unit = 0;       ///< of its last digit, if it has digits behind the point; else 0
    const char* hint = ""; ///< why the links may have another; in messages behind both
};

/// The header of a file.
struct GaugeFileHeader {
    std::string format;            ///< its name, "ILDG", "NERSC", ..; "SciDAC" is a file of QIO without ILDG's records
    Group group = Group::SU3;      ///< SU(2) or SU(3)
    Lattice lattice{{2, 2, 2, 2}}; ///< extents
    int bits = 64;                 ///< of a real number: 32 or 64
    bool bigEndian = true;         ///< the order of bytes
    int rows = 3;                  ///< stored rows of each link

    std::optional<StatedNumber> plaquette; ///< from the header; the caller compares it with the links
    std::optional<StatedNumber> linkTrace; ///< from a NERSC header; the caller compares it with the links

    StatedAction action; ///< NERSC: from BETA, C1 or ENSEMBLE_LABEL; ILDG: from the record xlf-info

    std::string checksum; ///< hexadecimal words, as the file has them; empty if it has none.  read() verifies it

    Warnings warnings; ///< what is missing or damaged and was done without, with the name of the file

    std::string logicalFileName; ///< ILDG: record ildg-data-lfn; empty if missing
    std::map<std::string, std::string>
        entries; ///< of a header of text, and of our record of origin in ILDG: all keys (ENSEMBLE_LABEL, ...)

    std::optional<RandomPast> past; ///< the random numbers that made the links, of a file that states them
    /// A number of the links, whatever the format, precision and stored rows of the file; 0 before they have been read.
    std::uint64_t fingerprint = 0;
};

/// What a chain that starts from the links of a file must know of the numbers that made them; after these have been read.
RandomPast pastOf(const GaugeFileHeader& header);

/// What the user states about a file: needed where an ILDG file does not say it, since its record ildg-format is missing or damaged, and
/// checked otherwise.  The group follows from lattice and size.
struct GaugeFileHints {
    std::optional<Group> group;           ///< SU(2) or SU(3)
    std::optional<Lattice> lattice;       ///< extents
    std::optional<RawLayout> layout = {}; ///< of a file that is in no format; then group and lattice are needed
};

/// Takes the links of one site, links[(mu*N + row)*N + column]; they are valid during the call only.
using SiteSink = std::function<void(std::int64_t site, std::span<const std::complex<double>> links)>;

/// Fills in the links of one site, links[(mu*N + row)*N + column].
using SiteSource = std::function<void(std::int64_t site, std::span<std::complex<double>> links)>;

class InputFile;

/// An open file, whose header has been read and checked, but not its links.
class GaugeFileReader {
public:
    virtual ~GaugeFileReader() = default;
    GaugeFileReader(const GaugeFileReader&) = delete;
    GaugeFileReader& operator=(const GaugeFileReader&) = delete;

    /// The header of the file.
    const GaugeFileHeader& header() const { return header_; }

    /// Passes every site to `sink`, in the order of their numbers, with all N rows of each link.  Throws FileError for
    /// a link that is not finite or not in the group (io/link_codec.h states the tolerance) and, at the end, for a
    /// wrong checksum; so the links are valid only after read() has returned.
    void read(const SiteSink& sink) { read(sink, FilePart{header_.lattice}); }

    /// read() for a part of the lattice, which must be that of the header, with the share of this process: reads only the bytes of
    /// that part and passes its sites to `sink`, by their numbers in the whole lattice.  Checksums and the fingerprint are those of all
    /// parts, and an error of one process is thrown by all; collective.
    void read(const SiteSink& sink, const FilePart& part);

    /// Reads the first site of the lattice.  Throws FileError if a link of it is not in the group: before memory for a whole field is
    /// taken.
    virtual void checkFirstSite() = 0;

protected:
    GaugeFileReader() = default;

    /// read() but for the fingerprint.
    virtual void readSites(const SiteSink& sink, const FilePart& part) = 0;

    GaugeFileHeader header_; ///< filled in by the formats
};

/// Opens a file of any format of io/formats.h, detected by content, and checks everything but the links: structure, sizes, header.
/// Throws FileError, which names the byte, and the record or key; also if the hints contradict the file, if an ILDG
/// file does not say its lattice and a hint is missing, and for files of other formats, which it names.
std::unique_ptr<GaugeFileReader> openGaugeFile(const std::string& path, const GaugeFileHints& hints = {});

/// openGaugeFile() for a file that is open, or in memory (io/input_file.h).
std::unique_ptr<GaugeFileReader> openGaugeFile(InputFile file, const GaugeFileHints& hints = {});

/// Whether there is a file that begins like one of these formats, or of another that may hold a configuration; the rest is not checked.
bool beginsAsGaugeFile(const std::string& path);

/// The options for writing a file.
struct GaugeWriteOptions {
    std::string format = "ildg"; ///< its key (io/formats.h)
    int bits = 64;               ///< 32 rounds to single precision
    bool bigEndian = true;       ///< of formats that have either order of bytes
    bool thirdRow = false;       ///< NERSC and SU(3): 4D_SU3_GAUGE_3x3 instead of the two rows of 4D_SU3_GAUGE

    std::optional<double> plaquette = {};  ///< required by formats whose readers check it; NERSC needs linkTrace too
    std::optional<double> linkTrace = {};  ///< mean of (1/N) Re tr U
    std::string ensembleId = "gaugegl";    ///< this and the next two: NERSC only
    std::string ensembleLabel = "gaugegl"; ///< free text of one line
    std::int64_t sequenceNumber = 0;       ///< number in the ensemble
    std::string timeStamp = {};            ///< MILC only: when it was made; empty: now
    std::string logicalFileName = {};      ///< ILDG only: record ildg-data-lfn, left out when empty
    StatedAction action = {};              ///< written to the header if known
    /// Where the links come from, as keys of capital letters that begin with MADE_ and texts of one line; NERSC: in the header, ILDG:
    /// record gaugegl-provenance, lines `KEY = text`; formats without a place for them lose them.
    std::map<std::string, std::string> provenance = {};
    std::optional<RandomPast> past = {}; ///< if known; ILDG: record gaugegl-random-streams, NERSC: key RANDOM_STREAMS
};

/// Writes the links from `source`, which is called once per site in order.  The file gets its name only when it is
/// complete (base/output_file.h).  Throws FileError, also for a link that is not finite or not in the group, and
/// InputError for options that contradict each other or the format.
void writeGaugeFile(const FilePlace& path, Group group, const Lattice& lattice, const GaugeWriteOptions& options,
                    const SiteSource& source);

/// Writes the links of parts of the lattice.  All processes that have parts call it collectively, with the same options: the first one
/// creates the file, every one writes its own links into it by their positions, and the bytes are those of one process.  They must
/// see the same folder.  Errors are those of a whole lattice; what throws on one throws on all, and leaves no file.
void writeGaugeFile(const FilePlace& path, Group group, const FilePart& part, const GaugeWriteOptions& options,
                    const SiteSource& source);

} // namespace gaugegl::io

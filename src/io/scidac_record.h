// What QIO writes about a field and its data.
#pragma once

#include "gaugegl/core/lattice.h"
#include "io/lime.h"

#include <span>

namespace gaugegl::io {

/// The record scidac-private-record-xml.
struct ScidacRecord {
    int bits = 64;             ///< of a real number, 32 or 64
    int colours = 3;           ///< as the file says
    int spins = 0;             ///< 0: none are stated
    int typeBytes = 0;         ///< of one object, such as a matrix
    int count = 1;             ///< of objects at a site
    std::string date = {};     ///< when it was written; may be empty
    std::string datatype = {}; ///< what its objects are; may be empty

    /// Of a site, as far as they are not negative.
    std::uint64_t bytesPerSite() const;
    /// Four matrices at a site: the links of a gauge field, for which older QDP++ and CPS state the spins of quarks.
    bool isGaugeField() const;
};

/// Reads it.  Throws FileError at the record.
ScidacRecord readScidacRecord(InputFile& file, const LimeRecord& record);

/// The extents in scidac-private-file-xml.  Throws FileError at the record, also for one of several files that have a field together.
Lattice readScidacLattice(InputFile& file, const LimeRecord& record);

/// Throws FileError for one of several files that have a field together: they alone have a list of their sites (QIO, lib/qio/QIO_utils.c).
void requireWholeField(const InputFile& file, std::span<const LimeRecord> records);

} // namespace gaugegl::io

// Fermion fields on disk in the format of USQCD propagator files (QIO, LIME records): pairs of a source b and the
// solution x of M x = b.
//   scidac-private-file-xml     <scidacFile>: the extents
//   scidac-file-xml             <usqcdPropFile> or, staggered, <usqcdKSPropFile>: the type of the file and free text
// and then for each field
//   scidac-private-record-xml   <scidacRecord>: precision, colours, spins, bytes of a site
//   scidac-record-xml           <usqcdSourceInfo> of a source, <usqcdPropInfo> or <usqcdKSPropInfo> of a solution, with <spin> and
//                               <color> of the source where they are known
//   scidac-binary-data          big endian, sites x fastest and t slowest; at a site spin by spin, the colours of each
//   scidac-checksum             of the data (io/checksums.h)
// Gamma matrices are those of DeGrand and Rossi (CONVENTIONS.md, "Fermions").
#pragma once

#include "gaugegl/core/fermion.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace gaugegl::io {

class InputFile;

/// The role of a field in a file.
enum class FermionRole { Source, Solution };

/// One field of a file.
struct FermionRecord {
    FermionRole role = FermionRole::Solution; ///< a solution, unless the file marks it as a source
    std::string info;                         ///< free text
    FermionVector field;                      ///< in the layout of core/fermion.h
    int component = -1; ///< of the source, spin * N + colour, or the colour alone; -1: it is not stated
};

/// The contents of a file.  All its fields are of one kind, group and lattice.
struct FermionFile {
    FermionKind kind = FermionKind::Wilson; ///< four spins, or none
    Group group = Group::SU3;               ///< of the colours
    Lattice lattice{{2, 2, 2, 2}};          ///< extents
    std::string info = {};                  ///< free text
    std::vector<FermionRecord> records;     ///< in the order of the file
};

/// Writes 64-bit numbers.  The file gets its name only when it is complete (base/output_file.h).  Throws FileError, and
/// InputError for a field of another size or with a number that is not finite.
void writeFermions(const std::string& path, const FermionFile& content);

/// The numbers of the next row (z, t) of sites of a record; called for all records and rows in the order of the file.
using FermionRows = std::function<std::span<const std::complex<double>>(const FermionRecord& record)>;

/// Writes numbers of 64 or 32 bits, of records whose fields are elsewhere.  The file gets its name only when it is complete.  Throws
/// FileError, and InputError for a number that is not finite.
void writeFermions(const std::string& path, const FermionFile& content, const FermionRows& rows, int bits = 64);

/// What a caller knows of a file: called while it is read, so that a wrong file ends early and takes no memory.  Each may be empty, and
/// throws what it finds.
struct FermionChecks {
    std::function<void(const FermionFile&)> file; ///< of info, lattice, group and kind, before the first field is read
    std::function<void(const FermionRecord&)> record; ///< of each field
};

/// Reads a file of 32- or 64-bit numbers, of this or another program, and checks all of it; a record that has all columns of a propagator,
/// as QDP++ writes it, becomes so many.  Scalar sources are left out.  Throws FileError naming the byte, the record and what is wrong.
/// Memory is bounded by the size of the file.
FermionFile readFermions(const std::string& path, const FermionChecks& checks = {});

/// readFermions() for a file that is open, or in memory (io/input_file.h).
FermionFile readFermions(InputFile file, const FermionChecks& checks = {});

} // namespace gaugegl::io

// Quark propagators on disk, column by column, in the formats of several codes: each is described in its source, and they are listed in
// src/io/propagator_formats.cpp.
//
// What is read has the gamma matrices of DeGrand and Rossi and the operator of docs/reference/fermions.md, whose forward step has
// 1 - gamma_mu: spins of the source and of the sink are those of this basis.  The normalisation is that of the file, since most do not
// say kappa: S = M^-1 of Chroma and tmLQCD is 2 kappa times that of M = 1 - kappa H.
#pragma once

#include "gaugegl/io/fermion_file.h"
#include "gaugegl/io/formats.h"

#include <memory>
#include <string>
#include <vector>

namespace gaugegl::io {

/// A column: the solution for one component of the source.
struct PropagatorColumn {
    int component = -1;      ///< spin * N + colour of the source, or the colour alone; -1: the file does not say it
    std::string info = {};   ///< free text, on one line
    std::string source = {}; ///< free text about its source, on one line
    int bits = 64;           ///< of a real number
    bool summed = false;     ///< whether the file has a checksum of it
};

/// What a file says before its numbers are read.
struct PropagatorHeader {
    std::string format;                     ///< the name of its format
    FermionKind kind = FermionKind::Wilson; ///< four spins, or none
    Group group = Group::SU3;               ///< of the colours
    Lattice lattice{{2, 2, 2, 2}};          ///< extents
    bool bigEndian = true;                  ///< the order of bytes
    std::string info;                       ///< free text, on one line
    std::vector<PropagatorColumn> columns;  ///< at least one, in the order of the file
};

/// An open file, whose header has been read and checked.
class PropagatorReader {
public:
    virtual ~PropagatorReader() = default;
    PropagatorReader(const PropagatorReader&) = delete;
    PropagatorReader& operator=(const PropagatorReader&) = delete;

    /// The header of the file.
    const PropagatorHeader& header() const { return header_; }
    /// The component of ours of the column that is the k-th of a propagator in the order of the code, where columns do not say theirs.
    virtual int componentInOrder(int k) const { return k; }
    /// A column of header().columns, in the layout of core/fermion.h.  `component` is what it is of ours where the file does not say it;
    /// without it the sign of such a column may be open.  Throws FileError for a number that is not finite and for a wrong checksum.
    FermionVector column(std::size_t number, int component = -1)
    {
        const int stated = header_.columns.at(number).component;
        return read(number, stated >= 0 ? stated : component);
    }

protected:
    PropagatorReader() = default;

    /// column() with the component as far as it is known.
    virtual FermionVector read(std::size_t number, int component) = 0;

    PropagatorHeader header_; ///< filled in by the formats
};

/// Opens a file of any of the formats, told by its content, and checks everything but the numbers: structure, sizes, header.  Memory is
/// taken by column() alone.  Throws FileError, which names the byte and what was expected; also for files without a propagator.
std::unique_ptr<PropagatorReader> openPropagator(const std::string& path);

/// openPropagator() for a file that is open, or in memory (io/input_file.h).
std::unique_ptr<PropagatorReader> openPropagator(InputFile file);

/// Whether there is a file that begins like one of these formats; the rest is not checked.
bool beginsAsPropagator(const std::string& path);

/// The options for writing a file.
struct PropagatorWriteOptions {
    std::string format = "usqcd"; ///< its key
    int bits = 64;                ///< 32 rounds to single precision; formats that have one precision take that
    std::string timeStamp = {};   ///< MILC only: when it was made; empty: now
};

/// Writes a propagator whose records are sources and solutions with their components, all of them; formats without sources leave these
/// out, and `rows` is not called for them.  The file gets its name only when it is complete.  Throws FileError, and InputError for what
/// the format does not have.
void writePropagator(const std::string& path, const FermionFile& content, const PropagatorWriteOptions& options,
                     const FermionRows& rows);

/// What writePropagator() says of the format, by its key, and the quarks, before there are any: throws InputError for a format that is not
/// written, or not of these.
void requirePropagatorFormat(const std::string& key, FermionKind kind, Group group);

/// Of all formats, in the order in which they are listed.
std::vector<FormatFacts> propagatorFormatFacts();
/// The keys of those that are written.
std::vector<std::string> writtenPropagatorFormats();
/// Of a key.  Throws InputError, with the keys that there are.
const FormatFacts& factsOfPropagatorFormat(const std::string& key);
/// "USQCD, tmLQCD, MILC or MILC staggered": those that are read.
std::string propagatorFormatWords();

} // namespace gaugegl::io

// A format of propagators.  Each has a source of its own with `extern const PropagatorFormat`, and a line in propagator_formats.cpp.
#pragma once

#include "gaugegl/io/propagator_file.h"
#include "io/input_file.h"

#include <array>
#include <complex>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gaugegl::io {

/// What is known of it, and what it does.
struct PropagatorFormat {
    FormatFacts facts;
    std::optional<FermionKind> kind; ///< the only one; nothing: all
    /// Whether the file begins as one of this format; nothing is thrown but by the file itself.
    bool (*probe)(InputFile& file);
    /// As openPropagator(), for a file that begins so.
    std::unique_ptr<PropagatorReader> (*open)(InputFile file);
    /// As writePropagator(), for quarks that there are; null where facts.written is false.
    void (*write)(const std::string& path, const FermionFile& content, const PropagatorWriteOptions& options,
                  const FermionRows& rows);
};

/// All of them.
std::span<const PropagatorFormat* const> propagatorFormats();

/// Texts of other programs in a header: printable, and short enough for a copy with each column.
std::string textOfHeader(std::string_view text);
/// The solution for that component, in a file that has all.
const FermionRecord& solutionFor(const FermionFile& content, int component);

/// The spins of another code, by a real matrix that is its own inverse and has one element in each row: spin s of ours is
/// sign[s] times spin from[s] of the file, in the sink, and so it is in the source.
struct SpinBasis {
    std::array<int, 4> from; ///< of each spin of ours
    std::array<int, 4> sign; ///< of it

    /// The component of ours of a source with that one of the file.
    int componentOf(int component, int n) const;
    /// Turns a column of the file, whose source has that component of ours, into one of ours; with -1 the sign that follows from the
    /// source is left open.  It is its own inverse.
    void convert(FermionVector& column, int component, int n) const;
};

/// The rows of a solution of ours, for writeFermionNumbers() of a file in that basis, or in ours where it is null; all must outlive it.
std::function<std::span<const std::complex<double>>()> rowsIn(const SpinBasis* basis, const FermionRows& rows,
                                                              const FermionRecord& record, int n);

/// M with 1 + gamma_mu in the forward step is gamma_5 M gamma_5 of ours.
constexpr SpinBasis forwardPlus = {{0, 1, 2, 3}, {1, 1, -1, -1}};

} // namespace gaugegl::io

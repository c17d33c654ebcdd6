// Files that several processes read or write together, each its part of the lattice.
#pragma once

#include "gaugegl/core/lattice.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace gaugegl::io {

/// The largest distance of links from the group that is taken as rounding: far above that of single precision (5e-7 in known files), even
/// accumulated, and far below any real damage.
constexpr double unitarityTolerance = 1e-4;

/// What this process has of the lattice of a file, and what it does together with those that have the rest: each function is called
/// by all of them.  FilePart{lattice} is all of it, by a process alone.
struct FilePart {
    Lattice lattice;   ///< the whole lattice; this process has lattice.share()
    bool first = true; ///< one process writes what belongs to no part: headers and checksums
    /// What each process gives, the first one before the others; none for a process alone.
    std::function<std::vector<std::vector<std::byte>>(std::span<const std::byte> own)> gather = {};
    /// Does the work and throws on all if it throws on any; none for a process alone.
    std::function<void(const std::function<void()>& work)> collective = {};

    /// Whether a checksum of the file is compared with the links that were read; not where an earlier read() has done that and this one
    /// reads some of them again.
    bool verifies = true;
    /// How far a link may be from the group before it is an error; an infinite one lets numbers pass that are not finite.
    double tolerance = unitarityTolerance;

    /// Whether no other process has a part.
    bool alone() const { return !gather; }
    /// Does the work, together with the others if there are any.
    void doCollectively(const std::function<void()>& work) const { alone() ? work() : collective(work); }
};

} // namespace gaugegl::io

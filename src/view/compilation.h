// Compiles the programs of a chain and its pictures before they are needed, without stopping the frames.
#pragma once

#include "settings.h"

#include "gaugegl/device/device.h"

#include <set>

namespace gaugegl::view {

/// The programs of one device, precompiled one by one by dry runs of chain and picture on a small lattice: first those of the first
/// picture, then those of sweeps.
class Compilation {
public:
    /// The device must outlive the object.
    explicit Compilation(Device& device) : device_(&device) {}

    /// Compiles one of the programs that these settings need; false when there is nothing left to compile.
    bool advance(const Settings& settings);
    /// Whether programs are missing, as advance() found.
    bool busy() const { return !next_.empty(); }
    /// Whether those of a start and a picture are there.
    bool drawable() const { return drawable_; }
    /// Compiled since the settings changed.
    std::size_t done() const { return done_; }
    /// Compiled and missing ones.
    std::size_t all() const { return done_ + missing_; }
    /// The kernel whose program is compiled next; empty: none.
    const std::string& next() const { return next_; }

private:
    Device* device_;
    std::set<std::string> known_; ///< what settings need, of which everything is there
    bool drawable_ = false;
    std::size_t done_ = 0, missing_ = 0;
    std::string next_;
};

/// A small lattice on which the driver's programs are those of the lattice: drivers distinguish textures whose extents
/// are powers of two, and sweeps with rectangles extents that four divides.
std::array<int, 4> precompilationExtents(std::array<int, 4> extents);

} // namespace gaugegl::view

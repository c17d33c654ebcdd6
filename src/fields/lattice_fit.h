// Checks whether a gauge field, with the memory to update and measure it, fits a device, and suggests lattices that do.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/gl/context.h"

#include <string>

namespace gaugegl {

/// The limits of a device on the lattice.
struct FitLimits {
    std::string device;            ///< its name in messages
    std::int64_t textureSize = 0;  ///< texels in each direction
    std::uint64_t memoryBytes = 0; ///< 0: unknown and not checked
};
/// The limits of a driver, for fields in textures or in buffers.
FitLimits fitLimits(const gl::Capabilities& capabilities, Storage storage = Storage::Texture);

/// Bytes that a simulation holds on the device: eight link textures, a scratch texture, stored staples if the default
/// updates store them (SU(3) in double precision), and the densities of the measurements with their sums.
std::uint64_t simulationBytes(const std::array<int, 4>& extents, Group group, Precision precision);

/// Empty if the lattice fits; else the reason and a lattice that would fit.
std::string whyItDoesNotFit(const FitLimits& limits, const Lattice& lattice, Group group, Precision precision);

/// Throws DeviceError with the message of whyItDoesNotFit unless that is empty.
void requireFit(const gl::Capabilities& capabilities, const Lattice& lattice, Group group, Precision precision,
                Storage storage = Storage::Texture);

} // namespace gaugegl

// Whether a gauge field and what is needed to update and measure it fit a device, and if not, which lattices would.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/gl/context.h"

#include <string>

namespace gaugegl {

/// What bounds a lattice.
struct FitLimits {
    std::string device;            ///< as messages name it
    std::int64_t textureSize = 0;  ///< texels in each direction
    std::uint64_t memoryBytes = 0; ///< 0: unknown, then memory bounds nothing
};
/// Those of a driver, for fields in textures or in buffers.
FitLimits fitLimits(const gl::Capabilities& capabilities, Storage storage = Storage::Texture);

/// Bytes of textures that a simulation holds on the device: eight link textures, the scratch one, stored staples where
/// the default updates store them (SU(3) in double precision), and the densities of the measurements with their sums.
std::uint64_t simulationBytes(const std::array<int, 4>& extents, Group group, Precision precision);

/// Empty if the lattice fits; else why not and what would.
std::string whyItDoesNotFit(const FitLimits& limits, const Lattice& lattice, Group group, Precision precision);

/// Throws DeviceError with whyItDoesNotFit unless it is empty.
void requireFit(const gl::Capabilities& capabilities, const Lattice& lattice, Group group, Precision precision,
                Storage storage = Storage::Texture);

} // namespace gaugegl

// Where a site lies in a texture: this file and shaders/lattice/layout.glsl alone know it.
//
// A half field has the sites of one parity: (x, y, z, t) with x = 2 xh + ((y + z + t + parity) mod 2) is the texel of
// column xh + (Lx/2) y and row z + Lz t.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/gl/shader_source.h"

#include <cstdint>

namespace gaugegl {

/// Extents of a texture of planes.
struct TextureShape {
    int width = 0;  ///< in texels
    int height = 0; ///< in texels
    int planes = 1; ///< of four numbers per texel
    /// Texels of one plane.
    std::size_t texels() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
    /// Equal extents.
    bool operator==(const TextureShape&) const = default;
};

/// A place in a texture.
struct Texel {
    int column = 0; ///< from 0
    int row = 0;    ///< from 0
};

/// Of a site, in the half field of its parity.
Texel texelOf(const Lattice& lattice, const Coordinates& x);

/// The site of a texel of a half field, texels counted along rows.
std::int64_t siteOfTexel(const Lattice& lattice, int parity, std::size_t texel);

/// The texture of a half field: width (Lx/2) Ly, height Lz Lt.
TextureShape halfFieldShape(const Lattice& lattice, int planes);

/// The same in pairs of sites t = 2k, 2k + 1, which share a texel: height Lz Lt/2.
TextureShape pairFieldShape(const Lattice& lattice, int planes);

/// The sites of a half field with t = 0, which are its first rows: height Lz.
TextureShape timeSliceShape(const Lattice& lattice, int planes);

/// The extents as the shaders want them: LX, LY, LZ, LT, HALF_X and the shifts of the divisors (-1: no power of two).
gl::Defines latticeDefines(const Lattice& lattice);
/// The group as the shaders want it: NC.
gl::Defines groupDefines(Group group);

} // namespace gaugegl

// Where a site lies in a texture: this file and shaders/lattice/layout.glsl alone know it.
//
// A half field has the sites of one parity: (x, y, z, t) with x = 2 xh + ((y + z + t + parity) mod 2) is the texel of
// column xh + (Lx/2) y and row z + Lz t.  Where ranks share a lattice these are the coordinates in the rank's part.
#pragma once

#include "gaugegl/core/group.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/gl/shader_source.h"

#include <array>
#include <cstdint>

namespace gaugegl {

/// The rows beyond those of a field that hold copies of what neighbouring ranks have.  Rows come in slices of one t (of
/// fields in pairs, of two).
struct GhostRows {
    int sliceRows = 0;           ///< of a slice, without ghosts; 0: no ranks share the field
    int rows = 0;                ///< before and after those of each slice
    int slices = 0;              ///< before and after the others
    int sitesOfSlice = 1;        ///< slices of ghosts in units of this: 2 for fields in pairs
    bool counts = true;          ///< whether the rows enter sums: of ranks that have the same ones, one does
    std::array<int, 2> origin{}; ///< z and t of the first site that is no ghost
    std::array<int, 2> before{}; ///< the ranks that have what comes before in z and t
    std::array<int, 2> behind{}; ///< and after it

    /// Whether ranks share the field; there need not be ghosts.
    bool shared() const { return sliceRows > 0; }
    /// Whether there are any.
    bool any() const { return rows > 0 || slices > 0; }
    /// Equal numbers.
    bool operator==(const GhostRows&) const = default;
};

/// Extents of a texture of planes.  Rows are counted without ghosts, but where a name says stored.
struct TextureShape {
    int width = 0;         ///< in texels
    int height = 0;        ///< in texels
    int planes = 1;        ///< of four numbers per texel
    GhostRows ghosts = {}; ///< stored besides
    /// Texels of one plane.
    std::size_t texels() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
    /// The rows of a slice with its ghosts.
    int storedSlice() const { return ghosts.sliceRows + 2 * ghosts.rows; }
    /// The rows with ghosts.
    int storedHeight() const
    {
        return ghosts.any() ? storedSlice() * (height / ghosts.sliceRows + 2 * ghosts.slices) : height;
    }
    /// Where a row is stored.
    int storedRow(int row) const
    {
        if (!ghosts.any()) return row;
        return row % ghosts.sliceRows + ghosts.rows + storedSlice() * (row / ghosts.sliceRows + ghosts.slices);
    }
    /// Texels of one plane with ghosts.
    std::size_t storedTexels() const
    {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(storedHeight());
    }
    /// The shape with another number of planes.
    TextureShape withPlanes(int number) const { return {width, height, number, ghosts}; }
    /// Equal extents.
    bool operator==(const TextureShape&) const = default;
};

/// Rows that follow each other.
struct RowRange {
    int first = 0; ///< from 0
    int count = 0; ///< of rows

    /// Equal numbers.
    bool operator==(const RowRange&) const = default;
};

/// A place in a texture.
struct Texel {
    int column = 0; ///< from 0
    int row = 0;    ///< from 0
};

/// Of a site of lattice.local(), in the half field of its parity.
Texel texelOf(const Lattice& lattice, const Coordinates& x);

/// Where the neighbour in direction mu (sign = 1 or -1) of a site of lattice.local() is stored, ghosts included.
Texel storedTexelOf(const Lattice& lattice, Coordinates x, int mu, int sign);

/// The site of lattice.local() of a texel of a half field, texels counted along rows.
std::int64_t siteOfTexel(const Lattice& lattice, int parity, std::size_t texel);

/// The texture of a half field: width (Lx/2) Ly, height Lz Lt.
TextureShape halfFieldShape(const Lattice& lattice, int planes);

/// The texture of a half field in pairs of sites t = 2k, 2k + 1, which share a texel: width (Lx/2) Ly, height Lz Lt/2.
TextureShape pairFieldShape(const Lattice& lattice, int planes);

/// The sites of a half field with x_mu = 0, without ghosts: width (Lx/2) Ly and height Lz for t, Lt for z; Lx/2 and Lz Lt for y.  The
/// sites x = 0 and 1 share a texel: for x, those of one parity in this pair, Ly and Lz Lt.  Where ranks divide the direction, what they
/// compute along it belongs to the last one.
TextureShape sliceShape(const Lattice& lattice, int planes, int mu);
/// The texels of such a slice of the whole lattice, both parities together.
std::int64_t texelsOfSlice(const Lattice& lattice, int mu);
/// The site of lattice.local() of a texel of such a slice, texels counted along rows.
Coordinates siteOfSliceTexel(const Lattice& lattice, int parity, std::size_t texel, int mu);

/// The extents as the shaders want them (lattice/layout.glsl).
gl::Defines latticeDefines(const Lattice& lattice);
/// The group as the shaders want it: NC.
gl::Defines groupDefines(Group group);

} // namespace gaugegl

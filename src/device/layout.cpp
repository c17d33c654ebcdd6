#include "gaugegl/device/layout.h"

#include <bit>

namespace gaugegl {
namespace {

std::string shiftOf(int divisor)
{
    const auto d = static_cast<unsigned>(divisor);
    return std::to_string(std::has_single_bit(d) ? std::countr_zero(d) : -1);
}

} // namespace

Texel texelOf(const Lattice& lattice, const Coordinates& x)
{
    const auto& extents = lattice.share().extents;
    return {x[0] / 2 + extents[0] / 2 * x[1], x[2] + extents[2] * x[3]};
}

Texel storedTexelOf(const Lattice& lattice, Coordinates x, int mu, int sign)
{
    const Share& part = lattice.share();
    if (part.divides(mu))
        x[std::size_t(mu)] += sign;
    else
        x = lattice.local().shifted(x, mu, sign);
    const auto [column, row] = texelOf(lattice, {x[0], x[1], 0, 0});
    return {column, x[2] + part.ghosts[2] + (part.extents[2] + 2 * part.ghosts[2]) * (x[3] + part.ghosts[3])};
}

std::int64_t siteOfTexel(const Lattice& lattice, int parity, std::size_t texel)
{
    const Lattice local = lattice.local();
    const int halfX = local.extent(0) / 2, width = halfX * local.extent(1);
    const int i = static_cast<int>(texel % std::size_t(width)), j = static_cast<int>(texel / std::size_t(width));
    const int y = i / halfX, z = j % local.extent(2), t = j / local.extent(2);
    return local.index({2 * (i % halfX) + ((y + z + t + parity) & 1), y, z, t});
}

TextureShape halfFieldShape(const Lattice& lattice, int planes)
{
    const Share& part = lattice.share();
    TextureShape shape{part.extents[0] / 2 * part.extents[1], part.extents[2] * part.extents[3], planes};
    if (lattice.isShared())
        shape.ghosts = {.sliceRows = part.extents[2],
                        .rows = part.ghosts[2],
                        .slices = part.ghosts[3],
                        .origin = {part.origin[2], part.origin[3]},
                        .before = {part.before[2], part.before[3]},
                        .behind = {part.behind[2], part.behind[3]}};
    return shape;
}

TextureShape pairFieldShape(const Lattice& lattice, int planes)
{
    TextureShape shape = halfFieldShape(lattice, planes);
    shape.height /= 2;
    shape.ghosts.slices /= 2;
    shape.ghosts.sitesOfSlice = 2;
    return shape;
}

TextureShape sliceShape(const Lattice& lattice, int planes, int mu)
{
    const Share& part = lattice.share();
    const auto& [x, y, z, t] = part.extents;
    TextureShape shape = halfFieldShape(lattice, planes);
    shape.width = mu == 0 ? y : mu == 1 ? x / 2 : x / 2 * y;
    shape.height = mu == 3 ? z : mu == 2 ? t : z * t;
    shape.ghosts.rows = shape.ghosts.slices = 0;
    if (mu > 1) shape.ghosts.origin[std::size_t(mu - 2)] = 0;
    if (mu == 2 && lattice.isShared()) shape.ghosts.sliceRows = 1;
    shape.ghosts.counts = part.origin[std::size_t(mu)] + part.extents[std::size_t(mu)] == lattice.extent(mu);
    return shape;
}

std::int64_t texelsOfSlice(const Lattice& lattice, int mu)
{
    return lattice.volume() / (mu == 0 ? lattice.extent(0) / 2 : lattice.extent(mu));
}

Coordinates siteOfSliceTexel(const Lattice& lattice, int parity, std::size_t texel, int mu)
{
    const TextureShape shape = sliceShape(lattice, 1, mu);
    const int column = int(texel % std::size_t(shape.width)), row = int(texel / std::size_t(shape.width));
    const int halfX = lattice.share().extents[0] / 2, rows = lattice.share().extents[2];
    const int xh = mu == 0 ? 0 : column % halfX, y = mu == 0 ? column : column / halfX;
    const int z = mu == 2 ? 0 : row % rows, t = mu == 2 ? row : row / rows;
    return {2 * xh + ((y + z + t + parity) & 1), y, z, t};
}

gl::Defines latticeDefines(const Lattice& lattice)
{
    const auto& extents = lattice.share().extents;
    const auto& ghosts = lattice.share().ghosts;
    const int halfX = extents[0] / 2, rows = extents[2] + 2 * ghosts[2];
    gl::Defines defines = {{"LX", std::to_string(extents[0])}, {"LY", std::to_string(extents[1])},
                           {"LZ", std::to_string(extents[2])}, {"LT", std::to_string(extents[3])},
                           {"HALF_X", std::to_string(halfX)},  {"SHIFT_HALF_X", shiftOf(halfX)},
                           {"ROWS_Z", std::to_string(rows)},   {"SHIFT_ROWS_Z", shiftOf(rows)}};
    if (lattice.isShared()) {
        defines["SHARED_LATTICE"] = "1";
        defines["GHOSTS_Z"] = std::to_string(ghosts[2]);
        defines["GHOSTS_T"] = std::to_string(ghosts[3]);
        defines["WHOLE_LZ"] = std::to_string(lattice.extent(2));
        defines["WHOLE_LT"] = std::to_string(lattice.extent(3));
    }
    return defines;
}

gl::Defines groupDefines(Group group) { return {{"NC", std::to_string(colours(group))}}; }

} // namespace gaugegl

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
    return {x[0] / 2 + lattice.extent(0) / 2 * x[1], x[2] + lattice.extent(2) * x[3]};
}

std::int64_t siteOfTexel(const Lattice& lattice, int parity, std::size_t texel)
{
    const int halfX = lattice.extent(0) / 2, width = halfX * lattice.extent(1);
    const int i = static_cast<int>(texel % std::size_t(width)), j = static_cast<int>(texel / std::size_t(width));
    const int y = i / halfX, z = j % lattice.extent(2), t = j / lattice.extent(2);
    return lattice.index({2 * (i % halfX) + ((y + z + t + parity) & 1), y, z, t});
}

TextureShape halfFieldShape(const Lattice& lattice, int planes)
{
    return {lattice.extent(0) / 2 * lattice.extent(1), lattice.extent(2) * lattice.extent(3), planes};
}

TextureShape pairFieldShape(const Lattice& lattice, int planes)
{
    return {lattice.extent(0) / 2 * lattice.extent(1), lattice.extent(2) * lattice.extent(3) / 2, planes};
}

TextureShape timeSliceShape(const Lattice& lattice, int planes)
{
    return {lattice.extent(0) / 2 * lattice.extent(1), lattice.extent(2), planes};
}

gl::Defines latticeDefines(const Lattice& lattice)
{
    const int halfX = lattice.extent(0) / 2;
    return {{"LX", std::to_string(lattice.extent(0))}, {"LY", std::to_string(lattice.extent(1))},
            {"LZ", std::to_string(lattice.extent(2))}, {"LT", std::to_string(lattice.extent(3))},
            {"HALF_X", std::to_string(halfX)},         {"SHIFT_HALF_X", shiftOf(halfX)},
            {"SHIFT_LZ", shiftOf(lattice.extent(2))}};
}

gl::Defines groupDefines(Group group) { return {{"NC", std::to_string(colours(group))}}; }

} // namespace gaugegl

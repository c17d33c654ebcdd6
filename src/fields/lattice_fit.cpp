#include "fields/lattice_fit.h"

#include "gaugegl/base/error.h"
#include "gaugegl/device/buffer_heap.h"
#include "gaugegl/fields/gauge_field.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <limits>

namespace gaugegl {
namespace {

using Extents = std::array<int, 4>;

std::int64_t width(const Extents& e) { return std::int64_t(e[0]) / 2 * e[1]; }
std::int64_t height(const Extents& e) { return std::int64_t(e[2]) * e[3]; }

bool fits(const FitLimits& limits, const Extents& e, Group group, Precision precision)
{
    return width(e) <= limits.textureSize && height(e) <= limits.textureSize &&
           (limits.memoryBytes == 0 || simulationBytes(e, group, precision) <= limits.memoryBytes);
}

/// The largest even extent up to `most` for which this holds; 0 if none does.
int largestEven(int most, const std::function<bool(int)>& holds)
{
    int low = 0, high = most / 2; // in pairs; what holds for one extent holds for smaller ones
    while (low < high) {
        const int middle = low + (high - low + 1) / 2;
        if (holds(2 * middle))
            low = middle;
        else
            high = middle - 1;
    }
    return 2 * low;
}

/// "(Lx/2) Ly = 20000 exceeds 16384: with Lx = 64, Ly = 512 at most fits"
std::string tooWide(const FitLimits& limits, const char* product, std::int64_t value, const char* kept, int keptExtent,
                    const char* other, std::int64_t most)
{
    std::string text =
        fmt::format("{} = {} exceeds {}, the texture size of {}", product, value, limits.textureSize, limits.device);
    if (most >= 2)
        text += fmt::format(": with {} = {}, {} = {} at most fits", kept, keptExtent, other, most);
    else
        text += fmt::format(": no {} fits {} = {}", other, kept, keptExtent);
    return text;
}

std::string gibibytes(std::uint64_t bytes) { return fmt::format("{:.1f} GiB", double(bytes) / (1 << 30)); }

} // namespace

FitLimits fitLimits(const gl::Capabilities& c, Storage storage)
{
    if (storage == Storage::Texture) return {c.renderer, c.maxTextureSize, c.memoryBytes};
    const std::uint64_t buffers = BufferHeap::capacityBytes(c);
    return {"the storage buffers of " + c.renderer, std::numeric_limits<int>::max(),
            c.memoryBytes == 0 ? buffers : std::min(c.memoryBytes, buffers)};
}

std::uint64_t simulationBytes(const std::array<int, 4>& extents, Group group, Precision precision)
{
    const bool isDouble = precision == Precision::Double;
    const int staples = !traits(group).quaternions && isDouble ? traits(group).matrixPlanes : 0;
    const int densities = 6; // plaquette and rectangle for both parities, the accepted ones, partial sums
    const auto planes = std::uint64_t(9 * linkPlanes(group) + staples + densities);
    return planes * (isDouble ? 32 : 16) * std::uint64_t(width(extents)) * std::uint64_t(height(extents));
}

std::string whyItDoesNotFit(const FitLimits& limits, const Lattice& lattice, Group group, Precision precision)
{
    const Extents& e = lattice.extents();
    if (fits(limits, e, group, precision)) return "";
    if (width(e) > limits.textureSize)
        return tooWide(limits, "(Lx/2) Ly", width(e), "Lx", e[0], "Ly", limits.textureSize / (e[0] / 2) / 2 * 2);
    if (height(e) > limits.textureSize)
        return tooWide(limits, "Lz Lt", height(e), "Lz", e[2], "Lt", limits.textureSize / e[2] / 2 * 2);
    std::string text =
        fmt::format("a {} {} lattice in {} precision needs {}; {} has {}", lattice.name(), name(group), name(precision),
                    gibibytes(simulationBytes(e, group, precision)), limits.device, gibibytes(limits.memoryBytes));
    const int t = largestEven(e[3], [&](int l) { return fits(limits, {e[0], e[1], e[2], l}, group, precision); });
    const int all = largestEven(4096, [&](int l) { return fits(limits, {l, l, l, l}, group, precision); });
    if (t > 0) text += fmt::format(": {}x{}x{}x{} fits", e[0], e[1], e[2], t);
    if (all > 0)
        text += fmt::format("{} the largest symmetric lattice that fits is {}x{}x{}x{}", t > 0 ? "," : ":", all, all,
                            all, all);
    return text;
}

void requireFit(const gl::Capabilities& capabilities, const Lattice& lattice, Group group, Precision precision,
                Storage storage)
{
    const std::string why = whyItDoesNotFit(fitLimits(capabilities, storage), lattice, group, precision);
    if (!why.empty()) throw DeviceError(why);
}

} // namespace gaugegl

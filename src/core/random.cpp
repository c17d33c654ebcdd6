#include "gaugegl/core/random.h"

#include "core/philox.h"

#include <cmath>
#include <numbers>

namespace gaugegl {

std::array<double, 4> uniforms(const RandomSite& at, std::uint32_t draw, Precision precision)
{
    const PhiloxKey key = {static_cast<std::uint32_t>(at.seed), static_cast<std::uint32_t>(at.seed >> 32)};
    const std::uint32_t stream = 16 * static_cast<std::uint32_t>(at.purpose) + static_cast<std::uint32_t>(at.mu);
    const PhiloxCounter high = philox({at.site, draw, at.sweep, stream}, key);
    std::array<double, 4> u{};
    if (precision == Precision::Single) {
        for (std::size_t i = 0; i < 4; ++i)
            u[i] = ((high[i] >> 9) + 0.5) * 0x1p-23;
        return u;
    }
    const PhiloxCounter low = philox({at.site, draw + 65536, at.sweep, stream}, key);
    for (std::size_t i = 0; i < 4; ++i)
        u[i] = ((high[i] >> 9) * 0x1p29 + (low[i] >> 3) + 0.5) * 0x1p-52;
    return u;
}

SiteDraws philoxDraws(const RandomSite& at, Precision precision)
{
    return [=](std::uint32_t draw) { return uniforms(at, draw, precision); };
}

std::array<double, 4> gaussians(const RandomSite& at, std::uint32_t draw, Precision precision)
{
    return gaussians(uniforms(at, draw, precision));
}

std::array<double, 4> gaussians(const std::array<double, 4>& u)
{
    const double r = std::sqrt(-2 * std::log(u[0])), phi = 2 * std::numbers::pi * u[1];
    const double s = std::sqrt(-2 * std::log(u[2])), chi = 2 * std::numbers::pi * u[3];
    return {r * std::cos(phi), r * std::sin(phi), s * std::cos(chi), s * std::sin(chi)};
}

} // namespace gaugegl

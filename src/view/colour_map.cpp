#include "colour_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gaugegl::view {
namespace {

using Lab = std::array<double, 3>;

double encoded(double linear)
{
    const double c = std::clamp(linear, 0.0, 1.0);
    return c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

double decoded(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

std::array<double, 3> linearOf(const Lab& lab)
{
    const double l = std::pow(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2], 3),
                 m = std::pow(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2], 3),
                 s = std::pow(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2], 3);
    return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool shown(const Lab& lab)
{
    return std::ranges::all_of(linearOf(lab), [](double c) { return c >= -1e-6 && c <= 1 + 1e-6; });
}

/// Lightness and hue are kept; the chroma is the largest up to `chroma` that a screen shows.
Lab polar(double lightness, double chroma, double hue)
{
    const auto at = [&](double c) { return Lab{lightness, c * std::cos(hue), c * std::sin(hue)}; };
    double low = 0, high = chroma;
    if (shown(at(high))) return at(high);
    for (int i = 0; i < 30; ++i) {
        const double middle = (low + high) / 2;
        (shown(at(middle)) ? low : high) = middle;
    }
    return at(low);
}

constexpr double degree = std::numbers::pi / 180;

Lab sequential(double x)
{
    return polar(0.16 + 0.80 * x, 0.07 + 0.09 * std::sin(0.85 * std::numbers::pi * x), (290 - 185 * x) * degree);
}

Lab diverging(double x)
{
    const double s = 2 * x - 1;
    return polar(0.24 + 0.54 * std::abs(s), 0.15 * std::abs(s), (s < 0 ? 245 : 60) * degree);
}

Lab cyclic(double x)
{
    const double phase = 2 * std::numbers::pi * (x - 0.5);
    return polar(0.68 + 0.14 * std::cos(phase), 0.13, 85 * degree + phase);
}

} // namespace

Colour fromOklab(const Lab& lab)
{
    const auto linear = linearOf(lab);
    return {float(encoded(linear[0])), float(encoded(linear[1])), float(encoded(linear[2]))};
}

Lab toOklab(const Colour& colour)
{
    const double r = decoded(colour[0]), g = decoded(colour[1]), b = decoded(colour[2]);
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
                 m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
                 s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Colour colourOf(ColourMap map, double x)
{
    x = std::clamp(x, 0.0, 1.0);
    switch (map) {
    case ColourMap::Diverging:
        return fromOklab(diverging(x));
    case ColourMap::Cyclic:
        return fromOklab(cyclic(x));
    default:
        return fromOklab(sequential(x));
    }
}

std::vector<float> colourTable(ColourMap map, int size)
{
    std::vector<float> table;
    table.reserve(std::size_t(4 * size));
    for (int i = 0; i < size; ++i) {
        const Colour c = colourOf(map, double(i) / (size - 1));
        table.insert(table.end(), {c[0], c[1], c[2], 1.0F});
    }
    return table;
}

} // namespace gaugegl::view
